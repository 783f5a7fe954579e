#include "ir/edit.h"

#include "ir/delta.h"
#include "ir/select.h"
#include "source_fixture.h"
#include "text/transform.h"

using namespace fermata;
using namespace fermata::from_source;

namespace {

std::string measures_of(const Score& score) {
  std::string text;
  score.parts.at(0)->measures.each(
      [&](size_t, const Slot& slot) { text += to_source(Value(slot.measure), 1000) + " "; });
  return text.substr(0, text.empty() ? 0 : text.size() - 1);
}

std::vector<Item> items(const std::string& line) { return events_of(value(line)); }

}  // namespace

TEST_CASE("events are appended at the cursor and cut at the barline", "[edit]") {
  ScorePtr start = score("(measure (time 3 4) (note c4 :h))");
  Cursor cursor;
  cursor.offset = Rational(1, 2);
  Edited edited = append(*start, cursor, items("(line :h d4 :q e4)"));
  CHECK(measures_of(*edited.score) ==
        "(measure (time 3 4) (note c4 :h) (note d4 :q :tie start)) (measure (note d4 :q :tie stop) "
        "(note e4 :q))");
  CHECK(edited.cursor.measure == 1);
  CHECK(edited.cursor.offset == Rational(1, 2));
  CHECK(measures_of(*start) == "(measure (time 3 4) (note c4 :h))");  // the old score stays
}

TEST_CASE("music that is there is not written over", "[edit]") {
  ScorePtr start = score("(measure (note c4 :w))");
  CHECK_THROWS_AS(append(*start, Cursor{}, items("(line :q d4)")), Error);
}

TEST_CASE("measures are inserted, replaced and deleted", "[edit]") {
  ScorePtr start = score("(measure (note c4 :w)) (measure (note d4 :w))");
  MeasurePtr e = measure("(note e4 :w)");
  CHECK(measures_of(*insert_measures(*start, 0, 1, {e})) ==
        "(measure (note c4 :w)) (measure (note e4 :w)) (measure (note d4 :w))");
  CHECK(measures_of(*replace_measures(*start, 0, 0, 2, {e})) == "(measure (note e4 :w))");
  CHECK(measures_of(*delete_measures(*start, 0, 0, 1)) == "(measure (note d4 :w))");
  CHECK_THROWS_AS(delete_measures(*start, 0, 1, 2), Error);
  CHECK_THROWS_AS(delete_measures(*start, 1, 0, 1), Error);
}

TEST_CASE("an edit that breaks a rule elsewhere is refused", "[edit]") {
  ScorePtr tied = score("(measure (note c4 :w :tie start)) (measure (note c4 :w :tie stop))");
  CHECK_THROWS_AS(delete_measures(*tied, 0, 0, 1), Error);
  CHECK_THROWS_AS(replace_measures(*tied, 0, 1, 1, {measure("(note d4 :w)")}), Error);
  ScorePtr timed = score("(measure (time 4 4) (note c4 :w)) (measure (note c4 :w))");
  CHECK_THROWS_AS(replace_measures(*timed, 0, 0, 1, {measure("(time 3 4) (note c4 :h.)")}), Error);
}

TEST_CASE("parts are added with an id of their own and removed", "[edit]") {
  ScorePtr start = score("(measure (note c4 :w))");
  ScorePtr two = add_part(*start, *value("(part :violin (measure (note a4 :w)))").as<PartPtr>());
  REQUIRE(two->parts.size() == 2);
  CHECK(two->parts[1]->id != two->parts[0]->id);
  CHECK(*remove_part(*two, 1) == *start);
  CHECK_THROWS_AS(remove_part(*start, 1), Error);
}

TEST_CASE("a delta leads there and back", "[edit]") {
  ScorePtr before = score("(measure (note c4 :w)) (measure (note d4 :w)) (measure (note e4 :w))");
  ScorePtr after = score(
      "(measure (note c4 :w)) (measure (note f4 :w)) (measure (note e4 :w)) (measure (note g4 "
      ":w))");
  Delta delta = diff(*before, *after);
  CHECK(delta.size() == 2);
  CHECK(*apply_delta(*before, delta) == *after);
  CHECK(*apply_delta(*after, fermata::invert(delta)) == *before);
  CHECK(diff(*before, *before).empty());
  CHECK_THROWS_AS(apply_delta(*after, delta), Error);
}

TEST_CASE("regions are read as users write them", "[edit]") {
  CHECK(parse_region("m3") == Region{"", 0, 3, 3, 0, 0});
  CHECK(parse_region("3-5") == Region{"", 0, 3, 5, 0, 0});
  CHECK(parse_region("P1:m3-5") == Region{"P1", 0, 3, 5, 0, 0});
  CHECK(parse_region("P1.v2:m3-5") == Region{"P1", 2, 3, 5, 0, 0});
  CHECK(parse_region("m3.2-m5.1") == Region{"", 0, 3, 5, 2, 1});
  for (const char* text : {"m3", "m3-5", "P1:m3-5", "P1.v2:m3-5", "m3.2-m5.1"})
    CHECK(parse_region(to_string(parse_region(text))) == parse_region(text));
  for (const char* wrong : {"", "m", "m5-3", "x", "P1:", "m3-", "m3.0", "m99999999999"}) {
    INFO(wrong);
    CHECK_THROWS_AS(parse_region(wrong), Error);
  }
}

TEST_CASE("a region selects measures, voices and beats", "[edit]") {
  ScorePtr music = score(
      "(measure (line :q c4 d4 e4 f4)) (measure (voice 1 (note c5 :w)) (voice 2 (note c4 :w)))");
  auto selected = [&](const char* region) {
    std::string text;
    for (const Selection& selection : select(*music, parse_region(region)))
      for (const MeasurePtr& one : selection.measures) text += to_source(Value(one), 1000);
    return text;
  };
  CHECK(selected("m1") == "(measure (note c4 :q) (note d4 :q) (note e4 :q) (note f4 :q))");
  CHECK(selected("m1.2-m1.3").find("c4") == std::string::npos);
  CHECK(selected("m1.2-m1.3").find("(note d4 :q) (note e4 :q)") != std::string::npos);
  CHECK(selected("P1.v2:m2").find("c5") == std::string::npos);
  CHECK_THROWS_AS(select(*music, parse_region("m3")), Error);
  CHECK_THROWS_AS(select(*music, parse_region("P7:m1")), Error);
  CHECK(find_part(*music, "P1") == 0);
  CHECK(find_part(*music, "Piano") == 0);
}

TEST_CASE("signs alone go to the cursor's place, not to the end", "[edit]") {
  ScorePtr start = score("(measure (note c4 :q) (note d4 :q) (note e4 :q) (note f4 :q))");
  Cursor cursor;
  cursor.offset = Rational(1, 4);
  Value sign = value("(mf)");
  Edited edited = append(*start, cursor, {*sign.as<Item>()});
  CHECK(measures_of(*edited.score) ==
        "(measure (note c4 :q) (mf) (note d4 :q) (note e4 :q) (note f4 :q))");
}

TEST_CASE("a repeat on both sides opens the measure that is added after it", "[edit]") {
  ScorePtr start = score("(measure (note c4 :w) (barline :repeat-both))");
  Cursor cursor;
  cursor.measure = 1;
  ScorePtr longer = append(*start, cursor, items("(line :w d4)")).score;
  CHECK(measures_of(*longer) ==
        "(measure (note c4 :w) (barline :repeat-backward)) (measure (barline :repeat-forward) "
        "(note d4 :w))");
  ScorePtr inserted = insert_measures(*start, 0, 1, {measure("(note d4 :w)")});
  CHECK(*inserted == *longer);
}

TEST_CASE("a delta is checked like any edit", "[delta]") {
  ScorePtr two =
      read_score("(score (part :piano (measure (staff 1 (note c4 :w)) (staff 2 (note c3 :w)))))");
  auto narrow = std::make_shared<Part>(*two->parts[0]);
  narrow->staves = 1;
  auto broken = std::make_shared<Score>(*two);
  broken->parts[0] = narrow;
  CHECK_THROWS_AS(apply_delta(*two, diff(*two, *broken)), Error);
  ScorePtr other = read_score("(score (part :piano (measure (note c4 :w))))");
  CHECK_THROWS_AS(apply_delta(*other, diff(*two, *broken)), Error);
}

TEST_CASE("a part that loses its time signature has that of the score", "[edit]") {
  ScorePtr start = read_score(
      "(score (part :violin (measure (time 3 4) (note c4 :h.))) "
      "(part :cello (measure (time 3 4) (note c3 :h.)) (measure (note c3 :h.))))");
  ScorePtr shorter = delete_measures(*start, 1, 0, 1);
  CHECK(*read_score(to_source(*shorter)) == *shorter);
}

TEST_CASE("the end of a voice is after its last event", "[edit]") {
  auto end = [](const std::string& measures, int voice = 1) {
    Cursor cursor = voice_end(*score(measures), 0, 1, voice);
    return std::to_string(cursor.measure) + " " + to_string(cursor.offset);
  };
  CHECK(end("") == "0 0");
  CHECK(end("(measure (time 3 4))") == "0 0");
  CHECK(end("(measure (note c4 :w)) (measure (note c4 :q))") == "1 1/4");
  CHECK(end("(measure (note c4 :w)) (measure (mf)) (measure)") == "0 1");
  CHECK(end("(measure (voice 1 (note c5 :w)) (voice 2 (note c4 :h))) (measure (note c5 :w))", 2) ==
        "0 1/2");
  CHECK(end("(measure (time 3 4) (rest :measure))") == "0 3/4");
}

TEST_CASE("a voice entered late is barred by the measures that are there", "[edit]") {
  ScorePtr start = score("(measure (time 3 4) (note c5 :h.)) (measure (time 2 4) (note c5 :h))");
  Cursor cursor;
  cursor.voice = 2;
  Edited edited = append(*start, cursor, items("(line :w c4 :q d4)"));
  CHECK(measures_of(*edited.score) ==
        "(measure (voice 1 (time 3 4) (note c5 :h.)) (voice 2 (note c4 :h. :tie start))) (measure "
        "(voice 1 (time 2 4) (note c5 :h)) (voice 2 (note c4 :q :tie stop) (note d4 :q)))");
}

TEST_CASE("what is written over gives way, and its signs stay", "[edit]") {
  ScorePtr start = score("(measure (line :q c4 d4) (mf) (line :q e4 f4))");
  Cursor cursor;
  cursor.offset = Rational(1, 4);
  CHECK(measures_of(*put(*start, cursor, items("(line :h g4)"))) ==
        "(measure (note c4 :q) (note g4 :h) (mf) (note f4 :q))");
  CHECK_THROWS_AS(put(*start, cursor, items("(line :w g4)")), Error);
  CHECK_THROWS_AS(put(*start, cursor, items("(line :8 g4)")), Error);
  ScorePtr rest = score("(measure (rest :measure))");
  CHECK(measures_of(*put(*rest, cursor, items("(line :q g4)"))) ==
        "(measure (forward :q) (note g4 :q))");
}

TEST_CASE("a sign takes the place of one of its kind", "[edit]") {
  ScorePtr start = score("(measure (clef :treble) (time 4 4) (mf) (note c4 :w))");
  auto with = [&](const std::string& sign) {
    Value item = value(sign);
    return measures_of(*with_sign(*start, 0, 0, *item.as<Item>()));
  };
  CHECK(with("(key d :major)") ==
        "(measure (clef :treble) (key d :major) (time 4 4) (mf) (note c4 :w))");
  CHECK(with("(clef :bass)") == "(measure (clef :bass) (time 4 4) (mf) (note c4 :w))");
  CHECK(with("(tempo 90)") ==
        "(measure (clef :treble) (time 4 4) (tempo :q 90) (mf) (note c4 :w))");
  CHECK_THROWS_AS(with("(time 3 4)"), Error);
}

TEST_CASE("a region without a part covers the parts that reach so far", "[edit]") {
  ScorePtr uneven = read_score(
      "(score (part :flute (measure (note c5 :w)) (measure (note d5 :w))) (part :oboe (measure "
      "(note c4 :w))))");
  CHECK(select(*uneven, parse_region("m1-2")).size() == 2);
  CHECK(select(*uneven, parse_region("m1-2"))[1].measures.size() == 1);
  CHECK(select(*uneven, parse_region("m2")).size() == 1);
  CHECK_THROWS_AS(select(*uneven, parse_region("m3")), Error);
  CHECK_THROWS_AS(select(Score(), parse_region("m1")), Error);
}
