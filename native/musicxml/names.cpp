#include "musicxml/names.h"

#include <array>
#include <string>
#include <vector>

namespace fermata {

namespace {

constexpr std::array<std::string_view, 14> kTypes{"maxima",  "long",   "breve", "whole", "half",
                                                  "quarter", "eighth", "16th",  "32nd",  "64th",
                                                  "128th",   "256th",  "512th", "1024th"};

constexpr int kAlters = 2 * kMaxAlter + 1;
constexpr std::array<std::string_view, kAlters> kAccidentals{
    "triple-flat", "flat-flat-down",       "flat-flat",    "three-quarters-flat",
    "flat",        "quarter-flat",         "natural",      "quarter-sharp",
    "sharp",       "three-quarters-sharp", "double-sharp", "double-sharp-up",
    "triple-sharp"};
constexpr std::array<std::string_view, kAlters> kAlterTexts{
    "-3", "-2.5", "-2", "-1.5", "-1", "-0.5", "0", "0.5", "1", "1.5", "2", "2.5", "3"};

size_t alter_index(int alter) { return static_cast<size_t>(alter + kMaxAlter); }

std::vector<std::string> all_pitch_lines() {
  std::vector<std::string> lines;
  for (int octave = -1; octave <= 9; ++octave)
    for (int alter = -kMaxAlter; alter <= kMaxAlter; ++alter)
      for (int step = 0; step < 7; ++step) {
        std::string line = "        <pitch><step>";
        line += "CDEFGAB"[step];
        line += "</step>";
        if (alter != 0) line.append("<alter>").append(alter_text(alter)).append("</alter>");
        // The schema's octaves are 0 to 9; what lies below is written in the lowest.
        line += "<octave>" + std::to_string(octave < 0 ? 0 : octave) + "</octave></pitch>\n";
        lines.push_back(std::move(line));
      }
  return lines;
}

}  // namespace

std::string_view type_name(int log2) { return kTypes[static_cast<size_t>(log2 - kMinLog2)]; }

std::string_view type_line(int log2) {
  static const std::array<std::string, kTypes.size()> lines = [] {
    std::array<std::string, kTypes.size()> made;
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = "        <type>" + std::string(kTypes[i]) + "</type>\n";
    return made;
  }();
  return lines[static_cast<size_t>(log2 - kMinLog2)];
}

std::string_view pitch_line(const Pitch& pitch) {
  static const std::vector<std::string> lines = all_pitch_lines();
  return lines[(static_cast<size_t>(pitch.octave + 1) * kAlters + alter_index(pitch.alter)) * 7 +
               static_cast<size_t>(pitch.step)];
}

std::string_view accidental_name(int alter) { return kAccidentals[alter_index(alter)]; }
std::string_view alter_text(int alter) { return kAlterTexts[alter_index(alter)]; }

}  // namespace fermata
