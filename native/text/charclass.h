#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fermata {

/// What a byte may be to the tokenizer.
enum CharClass : uint8_t {
  kAtom,  // goes on with a symbol, keyword or number
  kSpace,
  kOpen,
  kClose,
  kQuote,  // a prefix before a datum; ordinary inside a symbol, as in Guile
  kHash,   // begins special syntax; ordinary inside a symbol: c#4
  kString,
  kSemicolon,
  kControl,
  kHigh,  // not ASCII
};

constexpr std::array<CharClass, 256> make_classes() {
  std::array<CharClass, 256> classes{};
  for (size_t c = 0; c < 256; ++c)
    classes[c] = c < 0x20 || c == 0x7F ? kControl : c < 0x80 ? kAtom : kHigh;
  for (char c : {' ', '\t', '\n', '\r', '\f', '\v'}) classes[static_cast<size_t>(c)] = kSpace;
  for (char c : {'(', '['}) classes[static_cast<size_t>(c)] = kOpen;
  for (char c : {')', ']'}) classes[static_cast<size_t>(c)] = kClose;
  for (char c : {'\'', '`', ','}) classes[static_cast<size_t>(c)] = kQuote;
  classes['#'] = kHash;
  classes['"'] = kString;
  classes[';'] = kSemicolon;
  return classes;
}
inline constexpr std::array<CharClass, 256> kClasses = make_classes();

constexpr std::array<bool, 256> make_plain() {
  std::array<bool, 256> plain{};
  for (size_t c = 0; c < 256; ++c)
    plain[c] = kClasses[c] == kAtom || kClasses[c] == kQuote || kClasses[c] == kHash;
  return plain;
}
/// What may stand inside a symbol without a closer look.
inline constexpr std::array<bool, 256> kPlain = make_plain();

inline CharClass class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
inline bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }

}  // namespace fermata
