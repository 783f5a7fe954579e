#include "ir/duration.h"

#include <array>

#include "base/error.h"

namespace fermata {

const std::vector<DurationRow>& duration_table() {
  static const std::vector<DurationRow> rows{
      {-3, "maxima", "maxima", ""},
      {-2, "long", "long", "longa"},
      {-1, "breve", "breve", "double-whole doublewhole"},
      {0, "w", "whole", "whole semibreve 1"},
      {1, "h", "half", "half minim 2"},
      {2, "q", "quarter", "quarter crotchet 4"},
      {3, "8", "eighth", "e eighth quaver 8th"},
      {4, "16", "16th", "s sixteenth semiquaver 16th"},
      {5, "32", "32nd", "thirty-second thirtysecond demisemiquaver 32nd"},
      {6, "64", "64th", "sixty-fourth sixtyfourth hemidemisemiquaver 64th"},
      {7, "128", "128th", "one-twenty-eighth 128th"},
      {8, "256", "256th", "two-fifty-sixth 256th"},
      {9, "512", "512th", "five-twelfth 512th"},
      {10, "1024", "1024th", "one-thousand-twenty-fourth 1024th"},
  };
  return rows;
}

namespace {

bool same_word(std::string_view a, std::string_view lower) {
  if (a.size() != lower.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if ((a[i] >= 'A' && a[i] <= 'Z' ? a[i] | 0x20 : a[i]) != lower[i]) return false;
  return true;
}

bool has_word(std::string_view words, std::string_view name) {
  while (!words.empty()) {
    size_t space = words.find(' ');
    if (same_word(name, words.substr(0, space))) return true;
    if (space == std::string_view::npos) break;
    words.remove_prefix(space + 1);
  }
  return false;
}

std::optional<int> base_of(std::string_view name) {
  if (name.size() == 1) {
    switch (name[0] | 0x20) {
      case 'w':
      case '1': return 0;
      case 'h':
      case '2': return 1;
      case 'q':
      case '4': return 2;
      case 'e':
      case '8': return 3;
      case 's': return 4;
      default: return {};
    }
  }
  if (name == "16") return 4;
  for (const DurationRow& row : duration_table())
    if (same_word(name, row.name) || has_word(row.words, name)) return row.log2;
  return {};
}

}  // namespace

Rational length_of(const NoteValue& value) {
  // base * (2 - 2^-dots)
  int64_t num = (int64_t{2} << value.dots) - 1;
  int shift = value.log2 + value.dots;
  return shift >= 0 ? Rational(num, int64_t{1} << shift) : Rational(num << -shift);
}

std::optional<NoteValue> note_value(const Rational& length) {
  int64_t num = length.num(), den = length.den();
  if (num <= 0 || (den & (den - 1)) != 0) return {};
  int log2 = 0;
  while (den > 1) den >>= 1, ++log2;
  while (num % 2 == 0) num /= 2, --log2;
  if ((num & (num + 1)) != 0 || num > 15) return {};
  int dots = num == 1 ? 0 : num == 3 ? 1 : num == 7 ? 2 : 3;
  log2 -= dots;
  if (log2 < kMinLog2 || log2 > kMaxLog2) return {};
  return NoteValue{log2, dots};
}

std::vector<Rational> split_into_values(const Rational& length) {
  std::vector<Rational> values;
  Rational rest = length;
  for (int log2 = kMinLog2; log2 <= kMaxLog2 && rest > Rational(0); ++log2) {
    for (int dots = 1; dots >= 0; --dots) {
      Rational value = length_of({log2, dots});
      while (rest >= value) {
        values.push_back(value);
        rest -= value;
        if (values.size() > 64)
          throw Error(ErrorKind::Value, "a length of " + to_string(length) +
                                            " whole notes is too long for one event");
      }
    }
  }
  if (!rest.is_zero() || length.num() <= 0)
    throw Error(ErrorKind::Value, "no note values last " + to_string(length) + " of a whole note",
                "lengths such as 1/3 belong in a tuplet: (tuplet 3:2 ...)");
  return values;
}

std::optional<Rational> parse_duration(std::string_view name) {
  int dots = 0;
  while (name.size() > 1 && name.back() == '.') name.remove_suffix(1), ++dots;
  if (dots > kMaxDots) return {};
  std::optional<int> base = base_of(name);
  if (!base) return {};
  if (dots == 0 && *base >= 0) {
    static const auto plain = [] {
      std::array<Rational, kMaxLog2 + 1> lengths;
      for (int log2 = 0; log2 <= kMaxLog2; ++log2)
        lengths[static_cast<size_t>(log2)] = length_of(NoteValue{log2, 0});
      return lengths;
    }();
    return plain[static_cast<size_t>(*base)];
  }
  return length_of(NoteValue{*base, dots});
}

std::string duration_name(const Rational& length) {
  std::optional<NoteValue> value = note_value(length);
  if (!value) return {};
  std::string name(duration_table()[static_cast<size_t>(value->log2 - kMinLog2)].name);
  name.append(static_cast<size_t>(value->dots), '.');
  return name;
}

std::string in_quarters(const Rational& length) {
  Rational count = length * Rational(4);
  return to_string(count) + (count == Rational(1) ? " quarter" : " quarters");
}

std::string to_source(const Rational& length) {
  std::string name = duration_name(length);
  return name.empty() ? to_string(length) : ":" + name;
}

}  // namespace fermata
