#include "line/ink.h"

#include <array>

namespace fermata {

namespace {

struct InkRow {
  Ink ink;
  std::string_view colour, plain;
};

constexpr std::array<InkRow, 16> kInks{{
    {Ink::Plain, "", ""},
    {Ink::Pitch, "36", ""},
    {Ink::Duration, "35", ""},
    {Ink::Keyword, "34", ""},
    {Ink::String, "32", ""},
    {Ink::Comment, "90", ""},
    {Ink::Number, "33", ""},
    {Ink::Form, "1", ""},
    {Ink::History, "1;36", ""},
    {Ink::Unknown, "2;31", ""},
    {Ink::Wrong, "31", ""},
    {Ink::Command, "1;35", ""},
    {Ink::Chat, "33", ""},
    {Ink::Match, "7", "7"},
    {Ink::Suggestion, "90", "2"},
    {Ink::Doc, "90", ""},
}};

}  // namespace

std::string_view sgr(Ink ink, bool colour) {
  const InkRow& row = kInks[static_cast<size_t>(ink)];
  return colour ? row.colour : row.plain;
}

}  // namespace fermata
