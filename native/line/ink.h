#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fermata {

/// What a stretch of text is, and so how it looks.
enum class Ink : uint8_t {
  Plain,
  Pitch,
  Duration,
  Keyword,
  String,
  Comment,
  Number,
  Form,     // a music form, or a known name where a procedure stands
  History,  // $Out[3]
  Unknown,  // a name nobody has defined
  Wrong,    // what the reader refuses
  Command,
  Chat,
  Match,  // the bracket at the cursor, and its partner
  Suggestion,
  Doc,
};

struct Span {
  size_t offset = 0;
  size_t length = 0;
  Ink ink = Ink::Plain;

  friend bool operator==(const Span&, const Span&) = default;
};

/// Spans in order, none over another; what lies between them is plain.
using Spans = std::vector<Span>;

/// The parameters of the SGR sequence for `ink`, or empty. Only the sixteen standard colours, which
/// every theme makes readable; without colour, only what could not be told apart otherwise.
std::string_view sgr(Ink ink, bool colour);

}  // namespace fermata
