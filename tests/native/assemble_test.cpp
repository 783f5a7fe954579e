// Parts and scores put together from measures, loose events and signs between them.

#include "ir/assemble.h"

#include "ir/validate.h"
#include "musicxml/writer.h"
#include "source_fixture.h"

using namespace fermata;
using namespace fermata::from_source;

namespace {

std::string printed(const std::string& source) { return to_source(value(source), 1000); }

/// A score prints as source that makes an equal one.
void check_round_trip(const std::string& source) {
  ScorePtr score = read_score(source);
  INFO(to_source(*score));
  CHECK(*read_score(to_source(*score)) == *score);
}

}  // namespace

TEST_CASE("barlines between measures close one or open the next", "[assemble]") {
  CHECK(
      printed(
          "(part (repeat :forward) (measure (note c4 :w)) (ending 1 :start) (measure (note d4 :w)) "
          "(ending 1 :stop) (repeat :backward) (measure (note e4 :w)) (barline :final))") ==
      "(part (measure (barline :repeat-forward) (note c4 :w)) "
      "(measure (ending 1 :start) (note d4 :w) (barline :repeat-backward) (ending 1 :stop)) "
      "(measure (note e4 :w) (barline :final)))");
  CHECK(printed("(part (measure (note c4 :w)) (barline :double) (measure (note d4 :w)))") ==
        "(part (measure (note c4 :w) (barline :double)) (measure (note d4 :w)))");
}

TEST_CASE("what belongs to an event is not taken between measures", "[assemble]") {
  CHECK(complaint("(part (measure (note c4 :w)) (backup :q) (measure (note d4 :w)))") != "");
  CHECK(complaint("(part (measure (note c4 :w)) (staccato) (measure (note d4 :w)))") != "");
}

TEST_CASE("signs after loose events belong to the measure that follows", "[assemble]") {
  CHECK(printed("(part (line :q c4 d4 e4 f4) (time 3 4) (measure (note c4 :h.)))") ==
        "(part (measure (note c4 :q) (note d4 :q) (note e4 :q) (note f4 :q)) "
        "(measure (time 3 4) (note c4 :h.)))");
}

TEST_CASE("a repeat on both sides is settled however its measure came there", "[assemble]") {
  check_round_trip(
      "(score :time (3 4) (part (line :q c4 d4 e4) (barline :repeat-both) (line :q f4 g4 a4)))");
  check_round_trip(
      "(score (part (measure (note c4 :w) (barline :repeat-both)) (measure (note d4 :w))))");
  ScorePtr score = read_score(
      "(score :time (3 4) (part (line :q c4 d4 e4) (barline :repeat-both) (line :q f4 g4 a4)))");
  CHECK(score->parts[0]->measures[1].measure->left.repeat);
}

TEST_CASE("the metre of the first part that states one holds for the others", "[assemble]") {
  ScorePtr score = read_score(
      "(score (part :violin (measure (time 3 4) (note c4 :h.)) (measure (time 2 4) (note c4 :h)))"
      " (part :cello (measure (note c3 :h.)) (measure (note c3 :h))) (part :viola (line :q c4 d4 "
      "e4 f4)))");
  CHECK(time_of(*score->parts[1]->measures[0].measure)->measure_length() == Rational(3, 4));
  CHECK(time_of(*score->parts[1]->measures[1].measure)->measure_length() == Rational(1, 2));
  CHECK(length_of(*score->parts[2]->measures[0].measure) == Rational(3, 4));
  CHECK(broken_rule(
            "(score (part (measure (time 3 4) (note c4 :h.))) (part (measure (note c4 :w))))") ==
        "bar-overfull");
}

TEST_CASE("time signatures hold for every voice of loose events", "[assemble]") {
  CHECK(printed("(part (time 3 4) (voice 2 (line :q c4 d4 e4 f4)) (line :q c5 d5 e5 f5))") ==
        "(part (measure (voice 1 (time 3 4) (note c5 :q) (note d5 :q) (note e5 :q)) "
        "(voice 2 (note c4 :q) (note d4 :q) (note e4 :q))) (measure (voice 1 (note f5 :q)) (voice "
        "2 (note f4 :q))))");
}

TEST_CASE("barring ends: without metre, and with events beyond reason", "[assemble]") {
  CHECK(printed("(part (voice 1 (note c4 :w) (time :senza) (note d4 :w)) (voice 2 (note c3 2)))") ==
        "(part (measure (voice 1 (note c4 :w)) (voice 2 (note c3 :w :tie start))) "
        "(measure (voice 1 (time :senza) (note d4 :w)) (voice 2 (note c3 :w :tie stop))))");
  CHECK(complaint("(part (note c4 1000000000000))")
            .starts_with("an event is longer than a thousand measures"));
}

TEST_CASE("nothing given twice or to the wrong form is lost", "[assemble]") {
  CHECK(complaint("(note c4 :q :mf :p)").starts_with("the event has two values of dynamics"));
  CHECK(complaint("(note c4 :q :stem up :stem down)")
            .starts_with("the event has two values of :stem"));
  CHECK(complaint("(score :title \"a\" :title \"b\")").starts_with("the score has two of :title"));
  CHECK(
      complaint("(chord :q (note c4 :h :staccato) e4)").starts_with("a note in a chord has only"));
  CHECK(complaint("(tuplet 4294967299/2 (note c4 :8))")
            .starts_with("a tuplet's ratio goes from 1 to 1000"));
  CHECK(printed("(grace c4 :lyric \"a\" :fingering 3)") ==
        "(grace (note c4 :8 :lyric \"a\" :fingering 3))");
  CHECK(printed("(grace (note c4 :8 :voice 3 :staff 2))") == "(grace c4 :8 :voice 3 :staff 2)");
}

TEST_CASE("measures that are not full are named on export", "[assemble]") {
  auto warnings = [](const std::string& source) { return export_warnings(*read_score(source)); };
  CHECK(warnings("(score (part (measure (note c4 :q)) (measure (note d4 :w))))") ==
        std::vector<std::string>{"P1: measure 1 is not full: it lasts 1 quarter of 4 quarters"});
  CHECK(warnings("(score (part (measure :pickup (note c4 :q)) (measure (note d4 :w)) (measure "
                 "(note d4 :h.))))")
            .empty());
  CHECK(warnings("(score (part (measure (rest :measure)) (measure)))").empty());
  CHECK(warnings("(score (part " + std::string("(measure (note c4 :q))") +
                 "(measure (note c4 :q))(measure (note c4 :q))" +
                 "(measure (note c4 :q))(measure (note c4 :q))(measure (note c4 :q))(measure (note "
                 "c4 :q))))")
            .back() == "P1: 2 more measures are not full");
}
