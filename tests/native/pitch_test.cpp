#include "ir/pitch.h"

#include <catch2/catch.hpp>

#include "base/error.h"

using namespace fermata;

namespace {

std::string canonical(std::string_view name) {
  auto pitch = parse_pitch(name);
  return pitch ? to_string(pitch->pitch) : "none";
}

}  // namespace

TEST_CASE("every spelling of a pitch is read", "[pitch]") {
  const std::pair<const char*, int> alters[] = {
      {"c4", 0},   {"cn4", 0},   {"c#4", 2},   {"cs4", 2},    {"cb4", -2}, {"c##4", 4},
      {"cx4", 4},  {"cbb4", -4}, {"c###4", 6}, {"cbbb4", -6}, {"c+4", 1},  {"cd4", -1},
      {"c+#4", 3}, {"c#+4", 3},  {"cdb4", -3}, {"cbd4", -3},  {"C#4", 2},
  };
  for (auto [name, alter] : alters) {
    INFO(name);
    REQUIRE(parse_pitch(name));
    CHECK(parse_pitch(name)->pitch == Pitch{0, static_cast<int8_t>(alter), 4});
  }
  CHECK(canonical("bb3") == "bb3");
  CHECK(parse_pitch("bb3")->pitch == Pitch{6, -2, 3});
  CHECK(parse_pitch("c-1")->pitch.octave == -1);
  CHECK(parse_pitch("g9")->pitch.octave == 9);
}

TEST_CASE("what is no pitch name is none", "[pitch]") {
  for (const char* name : {"", "c", "h4", "c10", "c-2", "CS4", "c#", "4c", "c4x", "c#b4", "c####4",
                           "c4.", "cc4", "c 4", "-c4", "c++4"})
    CHECK(canonical(name) == "none");
}

TEST_CASE("names are printed in their shortest spelling and read back", "[pitch]") {
  for (int step = 0; step < 7; ++step)
    for (int alter = -kMaxAlter; alter <= kMaxAlter; ++alter)
      for (int octave = -1; octave <= 9; ++octave) {
        Pitch pitch{static_cast<int8_t>(step), static_cast<int8_t>(alter),
                    static_cast<int8_t>(octave)};
        auto again = parse_pitch(to_string(pitch));
        INFO(to_string(pitch));
        if (std::abs(alter) == 5) continue;  // five quarter tones have no name
        REQUIRE(again);
        CHECK(again->pitch == pitch);
      }
  CHECK(canonical("cs4") == "c#4");
  CHECK(canonical("cx4") == "c##4");
}

TEST_CASE("numbers of pitches", "[pitch]") {
  CHECK(midi_number(parse_pitch("c4")->pitch) == 60);
  CHECK(midi_number(parse_pitch("c-1")->pitch) == 0);
  CHECK(midi_number(parse_pitch("g9")->pitch) == 127);
  CHECK(midi_number(parse_pitch("b#3")->pitch) == 60);
  CHECK(midi_number(parse_pitch("cb4")->pitch) == 59);
  CHECK(quarter_tones(parse_pitch("c+4")->pitch) == 121);
  for (int number = 0; number < 128; ++number)
    for (int fifths : {-3, 0, 3}) CHECK(midi_number(pitch_from_midi(number, fifths)) == number);
  CHECK(to_string(pitch_from_midi(61)) == "c#4");
  CHECK(to_string(pitch_from_midi(61, -1)) == "db4");
  CHECK_THROWS_AS(pitch_from(28, 140), Error);
}

TEST_CASE("a wrong pitch is told what is wrong with it", "[pitch]") {
  CHECK(pitch_complaint("h4")->message == "there is no pitch h4: letters go from a to g");
  CHECK(pitch_complaint("c10")->message == "pitch c10 is out of range: octaves go from -1 to 9");
  CHECK(pitch_complaint("c")->hint == "write c4 for the octave of middle C");
  CHECK(pitch_complaint("CS4")->hint == "did you mean Cs4 ?");
  CHECK_FALSE(pitch_complaint("transpose"));
  CHECK_FALSE(pitch_complaint("note"));
}
