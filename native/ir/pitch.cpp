#include "ir/pitch.h"

#include <array>

#include "base/error.h"

namespace fermata {

namespace {

constexpr std::string_view kLetters = "cdefgab";
constexpr std::array<int8_t, 7> kStepQuarterTones{0, 4, 8, 10, 14, 18, 22};

int step_of(char letter) {
  char lower = static_cast<char>(letter | 0x20);
  size_t at = kLetters.find(lower);
  return at == std::string_view::npos || letter < 'A' ? -1 : static_cast<int>(at);
}

struct Accidental {
  bool valid = true;
  bool plain = true;
  int alter = 0;
};

/// `#` and `s` are sharps, `x` two, `b` flats, `+` and `d` a quarter tone before or after them, `n`
/// natural.
Accidental parse_accidental(std::string_view text) {
  Accidental result;
  if (text.empty()) return result;
  result.plain = false;
  if (text == "n") return result;
  int sharps = 0, flats = 0, quarters = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    bool at_edge = i == 0 || i + 1 == text.size();
    switch (text[i]) {
      case '#':
      case 's': sharps += 1; break;
      case 'x': sharps += 2; break;
      case 'b': flats += 1; break;
      case '+':
        quarters += 1;
        result.valid &= at_edge;
        break;
      case 'd':
        quarters -= 1;
        result.valid &= at_edge;
        break;
      default: result.valid = false;
    }
  }
  bool mixed = (sharps > 0 && (flats > 0 || quarters < 0)) || (flats > 0 && quarters > 0);
  if (mixed || sharps > 3 || flats > 3 || quarters > 1 || quarters < -1) result.valid = false;
  result.alter = 2 * (sharps - flats) + quarters;
  if (result.alter > kMaxAlter || result.alter < -kMaxAlter) result.valid = false;
  return result;
}

/// Splits `bb-1` into letter, accidental and octave; false when there is no octave at the end.
bool split(std::string_view text, std::string_view& accidental, std::string_view& octave) {
  size_t end = text.size();
  size_t digits = end;
  while (digits > 1 && text[digits - 1] >= '0' && text[digits - 1] <= '9') --digits;
  if (digits == end) return false;
  if (digits > 1 && text[digits - 1] == '-') --digits;
  accidental = text.substr(1, digits - 1);
  octave = text.substr(digits);
  return true;
}

std::string accidental_name(int alter) {
  std::string name(static_cast<size_t>(alter > 0 ? alter / 2 : -alter / 2), alter > 0 ? '#' : 'b');
  if (alter % 2 != 0) {
    if (alter == -3) return "db";
    name += alter > 0 ? '+' : 'd';
  }
  return name;
}

}  // namespace

char step_letter(int step) { return static_cast<char>(kLetters[static_cast<size_t>(step)] - 0x20); }

int step_quarter_tones(int step) { return kStepQuarterTones[static_cast<size_t>(step)]; }

std::optional<PitchName> parse_pitch(std::string_view text) {
  if (text.size() < 2) return {};
  int step = step_of(text[0]);
  if (step < 0) return {};
  if (text.size() == 2) {  // by far the commonest: c4
    if (text[1] < '0' || text[1] > '9') return {};
    return PitchName{{static_cast<int8_t>(step), 0, static_cast<int8_t>(text[1] - '0')}, true};
  }
  std::string_view accidental, octave;
  if (!split(text, accidental, octave)) return {};
  bool low = octave == "-1";
  if (!low && octave.size() != 1) return {};
  Accidental parsed = parse_accidental(accidental);
  if (!parsed.valid) return {};
  auto number = static_cast<int8_t>(low ? -1 : octave[0] - '0');
  return PitchName{{static_cast<int8_t>(step), static_cast<int8_t>(parsed.alter), number},
                   parsed.plain};
}

std::optional<PitchComplaint> pitch_complaint(std::string_view text) {
  if (text.empty() || text.size() > 6) return {};
  std::string name(text);
  if (text.size() == 1 && step_of(text[0]) >= 0)
    return PitchComplaint{"pitch " + name + " lacks its octave",
                          "write " + name + "4 for the octave of middle C"};
  std::string_view accidental, octave;
  if (!split(text, accidental, octave)) {
    if (step_of(text[0]) >= 0 && text.size() <= 3 && parse_accidental(text.substr(1)).valid)
      return PitchComplaint{"pitch " + name + " lacks its octave",
                            "write " + name + "4 for the octave of middle C"};
    return {};
  }
  bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
  if (letter && step_of(text[0]) < 0 && parse_accidental(accidental).valid && text[0] != 'r')
    return PitchComplaint{"there is no pitch " + name + ": letters go from a to g",
                          text[0] == 'h' ? "did you mean b" + std::string(text.substr(1)) + " ?"
                                         : "use one of a b c d e f g"};
  if (step_of(text[0]) < 0) return {};
  if (!parse_accidental(accidental).valid) {
    std::string lower;
    for (char c : accidental) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    if (lower != accidental && parse_accidental(lower).valid)
      return PitchComplaint{
          "pitch " + name + " has its accidental in upper case",
          "did you mean " + std::string(1, text[0]) + lower + std::string(octave) + " ?"};
    return {};
  }
  return PitchComplaint{"pitch " + name + " is out of range: octaves go from -1 to 9",
                        "c4 is middle C"};
}

std::string to_string(const Pitch& pitch) {
  std::string name(1, kLetters[static_cast<size_t>(pitch.step)]);
  name += accidental_name(pitch.alter);
  name += std::to_string(pitch.octave);
  return name;
}

int quarter_tones(const Pitch& pitch) {
  return step_quarter_tones(pitch.step) + pitch.alter + 24 * (pitch.octave + 1);
}

int midi_number(const Pitch& pitch) {
  int quarters = quarter_tones(pitch);
  return quarters >= 0 ? quarters / 2 : (quarters - 1) / 2;
}

Pitch pitch_from_midi(int number, int fifths) {
  static constexpr std::array<int8_t, 12> sharp_steps{0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6};
  static constexpr std::array<int8_t, 12> flat_steps{0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6};
  if (number < 0 || number > 127)
    throw Error(ErrorKind::Value, "MIDI number " + std::to_string(number) + " is out of range",
                "MIDI numbers go from 0 (c-1) to 127 (g9)");
  auto tone = static_cast<size_t>(number % 12);
  int step = fifths < 0 ? flat_steps[tone] : sharp_steps[tone];
  return pitch_from(step + 7 * (number / 12 - 1), 2 * number);
}

Pitch pitch_from(int diatonic_number, int quarter_tone_number) {
  int octave = diatonic_number >= 0 ? diatonic_number / 7 : -((6 - diatonic_number) / 7);
  int step = diatonic_number - 7 * octave;
  int alter = quarter_tone_number - step_quarter_tones(step) - 24 * (octave + 1);
  if (alter > kMaxAlter || alter < -kMaxAlter)
    throw Error(ErrorKind::Value, "a pitch would need more than three sharps or flats",
                "transpose by another interval, or respell the pitch first");
  if (octave < -1 || octave > 9)
    throw Error(ErrorKind::Value, "a pitch would leave the octaves from -1 to 9");
  return {static_cast<int8_t>(step), static_cast<int8_t>(alter), static_cast<int8_t>(octave)};
}

}  // namespace fermata
