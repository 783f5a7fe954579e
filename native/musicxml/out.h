#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fermata {

/// The text being written: one growing string, and the lengths of its pieces when somebody wants
/// them.
class Out {
 public:
  explicit Out(std::vector<uint32_t>* pieces = nullptr) : pieces_(pieces) {}

  void reserve(size_t bytes) { text_.reserve(bytes); }
  std::string take() { return std::move(text_); }

  Out& operator<<(std::string_view piece) {
    text_.append(piece);
    if (pieces_) pieces_->push_back(static_cast<uint32_t>(piece.size()));
    return *this;
  }
  Out& operator<<(int64_t number) {
    char digits[24];
    char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return *this << std::string_view(digits, static_cast<size_t>(end - digits));
  }
  Out& operator<<(int number) { return *this << static_cast<int64_t>(number); }

  /// Text of the user's, fit for an element or an attribute.
  Out& text(std::string_view raw);

 private:
  std::string text_;
  std::vector<uint32_t>* pieces_;
};

/// `raw` with markup escaped; bytes that are no UTF-8 and characters that XML 1.0 forbids are
/// dropped.
std::string xml_escaped(std::string_view raw);

/// The shortest decimal that reads back as `value`, never with an exponent.
std::string decimal(double value);

}  // namespace fermata
