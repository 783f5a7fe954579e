#include "ir/interval.h"

#include <array>
#include <cstdlib>

#include "base/error.h"

namespace fermata {

namespace {

bool perfect_class(int steps) {
  int in_octave = steps % 7;
  return in_octave == 0 || in_octave == 3 || in_octave == 4;
}

/// Quarter tones of the major or perfect interval that spans `steps` letters upwards.
int plain_size(int steps) { return step_quarter_tones(steps % 7) + 24 * (steps / 7); }

}  // namespace

std::optional<Interval> parse_interval(std::string_view text) {
  int sign = 1;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    sign = text[0] == '-' ? -1 : 1;
    text.remove_prefix(1);
  }
  size_t letters = 0;
  while (letters < text.size() && text[letters] == text[0]) ++letters;
  if (letters == 0 || letters > 3) return {};
  char quality = text[0];
  size_t end = letters;
  int number = 0;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9' && number < 1000)
    number = 10 * number + (text[end++] - '0');
  if (number < 1 || number > 64) return {};
  int quarter = 0;
  if (end < text.size()) quarter = text[end] == '+' ? 1 : text[end] == 'd' ? -1 : 0, ++end;
  if (end != text.size() || (text.back() != '+' && text.back() != 'd' && quarter != 0)) return {};
  if (quarter == 0 && (text.back() < '0' || text.back() > '9')) return {};
  int steps = number - 1, count = static_cast<int>(letters), offset = 0;
  bool perfect = perfect_class(steps);
  switch (quality) {
    case 'P':
      if (!perfect || count > 1) return {};
      break;
    case 'M':
      if (perfect || count > 1) return {};
      break;
    case 'm':
      if (perfect || count > 1) return {};
      offset = -2;
      break;
    case 'A': offset = 2 * count; break;
    case 'd': offset = (perfect ? 0 : -2) - 2 * count; break;
    default: return {};
  }
  return Interval{sign * steps, sign * (plain_size(steps) + offset + quarter)};
}

std::string to_string(const Interval& interval) {
  bool down = interval.steps < 0 || (interval.steps == 0 && interval.quarter_tones < 0);
  int steps = std::abs(interval.steps),
      size = down ? -interval.quarter_tones : interval.quarter_tones;
  int offset = size - plain_size(steps), quarter = 0;
  if (offset % 2 != 0) quarter = 1, offset -= 1;
  std::string quality;
  bool perfect = perfect_class(steps);
  if (offset > 0)
    quality.assign(static_cast<size_t>(offset / 2), 'A');
  else if (offset == 0)
    quality = perfect ? "P" : "M";
  else if (!perfect && offset == -2)
    quality = "m";
  else
    quality.assign(static_cast<size_t>((-offset - (perfect ? 0 : 2)) / 2), 'd');
  return (down ? "-" : "") + quality + std::to_string(steps + 1) + (quarter ? "+" : "");
}

Interval interval_between(const Pitch& from, const Pitch& to) {
  return {diatonic(to) - diatonic(from), quarter_tones(to) - quarter_tones(from)};
}

Pitch transposed(const Pitch& pitch, const Interval& interval) {
  return pitch_from(diatonic(pitch) + interval.steps,
                    quarter_tones(pitch) + interval.quarter_tones);
}

Pitch transposed_semitones(const Pitch& pitch, int semitones) {
  static constexpr std::array<int8_t, 12> letters{0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6};
  int size = std::abs(semitones), sign = semitones < 0 ? -1 : 1;
  if (size > 132) throw Error(ErrorKind::Value, "a pitch would leave the octaves from -1 to 9");
  int steps = sign * (letters[static_cast<size_t>(size % 12)] + 7 * (size / 12));
  int letter = diatonic(pitch) + steps, sound = quarter_tones(pitch) + 2 * semitones;
  int octave = letter >= 0 ? letter / 7 : -((6 - letter) / 7);
  int alter = sound - step_quarter_tones(letter - 7 * octave) - 24 * (octave + 1);
  if (alter > 4) ++letter;  // more than a double accidental: take the neighbouring letter
  if (alter < -4) --letter;
  return pitch_from(letter, sound);
}

Pitch inverted(const Pitch& pitch, const Pitch& axis) {
  return pitch_from(2 * diatonic(axis) - diatonic(pitch),
                    2 * quarter_tones(axis) - quarter_tones(pitch));
}

}  // namespace fermata
