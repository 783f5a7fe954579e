// Properties that hold for every score, tried on 2,000 random ones.

#include <catch2/catch.hpp>

#include "base/error.h"
#include "ir/delta.h"
#include "ir/edit.h"
#include "ir/validate.h"
#include "musicxml/writer.h"
#include "random_score.h"
#include "text/notation.h"
#include "text/printer.h"
#include "text/transform.h"
#include "tools/musicxml_checker.h"

using namespace fermata;

namespace {

constexpr uint32_t kScores = 2000;

/// One random edit: append, insert, replace or delete.
ScorePtr random_edit(const ScorePtr& score, RandomScore& random) {
  auto part = static_cast<size_t>(random.below(static_cast<int>(score->parts.size())));
  size_t size = score->parts[part]->measures.size();
  auto measure = [&] {
    std::string text = "(measure " + random.measure_items(1 + random.below(9)) + ")";
    return *notation_value(tokenize(text), 0)->as<MeasurePtr>();
  };
  auto index = static_cast<size_t>(random.below(static_cast<int>(size) + 1));
  switch (random.below(4)) {
    case 0: {
      std::string text = "(line :q c4 d4 :h. e4 :w f4)";
      Value line = *notation_value(tokenize(text), 0);
      std::vector<Item> items = events_of(line);
      Cursor cursor;
      cursor.part = part;
      cursor.voice = 1 + random.below(3);
      cursor.measure = index;
      cursor.offset = Rational(random.below(4), 8);
      return append(*score, cursor, items).score;
    }
    case 1: return insert_measures(*score, part, index, {measure(), measure()});
    case 2:
      return replace_measures(*score, part, index, static_cast<size_t>(random.below(2)),
                              {measure()});
    default: return delete_measures(*score, part, index, static_cast<size_t>(random.below(3)));
  }
}

}  // namespace

TEST_CASE("source to score to source is a fixed point", "[random]") {
  for (uint32_t seed = 1; seed <= kScores; ++seed) {
    std::string text = RandomScore(seed).source();
    INFO(text);
    ScorePtr score = read_score(text);
    std::string printed = to_source(*score);
    INFO(printed);
    ScorePtr again = read_score(printed);
    REQUIRE(*again == *score);
    REQUIRE(to_source(*again) == printed);
    REQUIRE_NOTHROW(validate(*score));
  }
}

TEST_CASE("the MusicXML of random scores adds up", "[random]") {
  for (uint32_t seed = 1; seed <= kScores; ++seed) {
    std::string text = RandomScore(seed).source();
    INFO(text);
    std::vector<std::string> complaints = check_musicxml(write_musicxml(*read_score(text)));
    INFO((complaints.empty() ? "" : complaints[0]));
    REQUIRE(complaints.empty());
  }
}

TEST_CASE("every edit leaves a valid score, or the old one; deltas apply and invert exactly",
          "[random]") {
  int made = 0, refused = 0;
  for (uint32_t seed = 1; seed <= kScores; ++seed) {
    RandomScore random(seed);
    ScorePtr score = read_score(random.source());
    for (int i = 0; i < 4; ++i) {
      std::string before = to_source(*score);
      ScorePtr edited;
      try {
        edited = random_edit(score, random);
      } catch (const Error& error) {
        REQUIRE((error.kind == ErrorKind::Music || error.kind == ErrorKind::Value));
        REQUIRE(to_source(*score) == before);
        ++refused;
        continue;
      }
      ++made;
      INFO(before);
      REQUIRE_NOTHROW(validate(*edited));
      Delta delta = diff(*score, *edited);
      REQUIRE(delta.empty() == (*score == *edited));
      REQUIRE(*apply_delta(*score, delta) == *edited);
      REQUIRE(*apply_delta(*edited, invert(delta)) == *score);
      // What the edit cached along the way is what reading from the beginning finds.
      for (const PartPtr& part : edited->parts) {
        ContextPtr state = empty_context();
        part->measures.each([&](size_t, const Slot& slot) {
          state = advance(state, *slot.measure, part->staves, Metre::AsStated);
          REQUIRE(*state == *slot.after);
        });
      }
      REQUIRE(*read_score(to_source(*edited)) == *edited);
      score = edited;
    }
  }
  CHECK(made > 2000);
  CHECK(refused > 100);
}

TEST_CASE("transformations that undo one another", "[random]") {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    ScorePtr score = read_score(RandomScore(seed).source());
    INFO(to_source(*score));
    Value there = scale_time(score, Rational(2));
    REQUIRE_NOTHROW(validate(**there.as<ScorePtr>()));
    Value back = scale_time(there, Rational(1, 2));
    REQUIRE(events_of(back) == events_of(score));
    Value inverted = invert(invert(Value(score), Pitch{0, 0, 4}), Pitch{0, 0, 4});
    REQUIRE(*(*inverted.as<ScorePtr>()) == *score);
    REQUIRE(with_pitches(score, pitches_in(score)).as<ScorePtr>()->get()->parts.size() ==
            score->parts.size());
  }
}
