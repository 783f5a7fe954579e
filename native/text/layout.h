#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fermata {

/// A tree of text to be laid out as indented source: atoms and lists, in prefix order. Everything
/// that prints source (scores, Scheme data, `fermata fmt`) builds one of these.
class Layout {
 public:
  void atom(std::string_view text);
  void open(std::string_view bracket = "(");  // "(" "[" "#(" or with prefixes, "'("
  void close();                               // the bracket that fits
  /// To the end of its line; forces a break after it. A trailing one stays on the line of what is
  /// before it.
  void comment(std::string_view text, bool trailing = false);
  void block_comment(std::string_view text);
  void blank_line();  // keeps one empty line between data

  /// The laid-out text: lists that fit `width` stay on one line; others break after the head and
  /// its leading atoms and keyword/value pairs, operands indented by two (or under the first
  /// operand for calls such as `if`).
  std::string render(int width = 80) const;

 private:
  friend class LayoutWriter;
  struct Node {
    enum Type : uint8_t { Atom, Open, Close, Comment, Trailing, BlockComment, Blank } type;
    uint32_t offset, length;  // into pool_
    uint32_t match;           // Open: index of its Close
  };
  void add(Node::Type type, std::string_view text);
  std::string_view text_of(const Node& node) const {
    return std::string_view(pool_).substr(node.offset, node.length);
  }

  std::vector<Node> nodes_;
  std::vector<uint32_t> open_;
  std::string pool_;
};

/// Source text in canonical layout, comments and single blank lines kept. Error of kind Read if it
/// is not readable. Formatting twice gives the same, and the data are unchanged.
std::string format_source(std::string_view text, int width = 80);

}  // namespace fermata
