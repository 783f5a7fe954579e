#include "source_fixture.h"

using namespace fermata;
using namespace fermata::from_source;

// What is said, and what is under the carets. tests/cli/errors.cases has the same through the
// program.

TEST_CASE("the culprit is underlined", "[errors]") {
  const std::pair<const char*, const char*> cases[] = {
      {"(note c4 :qq)", "unknown duration :qq [:qq]"},
      {"(note c4 :q :staccatto)", "note has no use for :staccatto [:staccatto]"},
      {"(measure (note c4 :q) (note d4 :q :voice 99))", ":voice 99 is out of range [99]"},
      {"(voice 0 (note c4 :q))", "voice 0 is out of range [0]"},
      {"(ratio 0 2)", "ratio 0 is out of range [0]"},
      {"(note c4 :q :stem :upp)", ":stem cannot be :upp [:upp]"},
      {"(dynamic :mff)", "dynamic cannot be :mff [:mff]"},
      {"(chord (c4 e4 e4) :q)", "the chord has e4 twice [(chord (c4 e4 e4) :q)]"},
      {"(measure :time (3 5))", "a beat type is 1, 2, 4, 8, 16 ..., not 5 [5]"},
      {"(measure :clef :trebel)", "unknown clef :trebel [:trebel]"},
      {"(measure :time 3/4)",
       "a fraction forgets how it was written and is no time signature [3/4]"},
      {"(part :violin :transpose :X2)",
       "transpose-instrument takes an interval such as :-M2, or semitones, not :X2 [:X2]"},
      {"(part :violin (measure (note c4 :h :tie start) (note d4 :h)))",
       "the tie from c4 does not lead to another c4 [(measure (note c4 :h :tie start) (note d4 "
       ":h))]"},
      {"(part (measure (note c4 :q)) (measure (note c4 :q) (cresc-stop)))",
       "a crescendo ends, but none has begun [(measure (note c4 :q) (cresc-stop))]"},
      {"(score :tempo 5000 (part))", "a tempo of 5000 is out of range [5000]"},
      {"(score :key h :major (part))",
       "a key begins with its tonic or its number of fifths, not the symbol h [h]"},
      {"(tempo \"A\" \"B\")", "the tempo has two texts [\"B\"]"},
      {"(tempo :q :h 120)", "the tempo has two beat units and a rate [120]"},
      {"(key 99)", "a key signature has from -14 to 14 fifths [99]"},
      {"(time :coomon)", "unknown time signature :coomon [:coomon]"},
      {"(ending 0 :start)", "ending takes its number first, not the number 0 [0]"},
      {"(lyric 5)", "lyric takes a text in double quotes [5]"},
      {"(hairpin :< 5)", "hairpin takes events, not the number 5 [5]"},
      {"(line :q c4 :zz)", "unknown duration :zz [:zz]"},
      {"(grace :8)", "a grace needs at least one pitch [(grace :8)]"},
      {"(tuplet 3:2 (rest :measure))",
       "a rest for the whole measure cannot be in a tuplet [(rest :measure)]"},
      {"(part :violin \"Solo\" (measure) c4)",
       "part takes measures, events and signs, not the pitch c4 [c4]"},
      {"(backup -1)", "backup takes a number of quarters, or a duration, not the number -1 [-1]"},
  };
  for (auto [source, expected] : cases) {
    INFO(source);
    CHECK(complaint(source) == expected);
  }
}

TEST_CASE("a form in a form is found where it stands", "[errors]") {
  CHECK(complaint(
            "(score (part :violin (measure (note c5 :q)) (measure (voice 2 (note c5 :qq)))))") ==
        "unknown duration :qq [:qq]");
  CHECK(complaint("(measure (tuplet 3:2 (chord (c4 e4) :q :stem :x)))").ends_with("[:x]"));
}

TEST_CASE("what must be evaluated is not judged here", "[errors]") {
  for (const char* source : {"(measure (foo))", "(note x :qq)", "(note 'c4 :q)", "(define x 5)",
                             "(note c4 (g))", "(list (note c4 :q))"}) {
    INFO(source);
    CHECK(complaint(source) == "not pure");
  }
}

TEST_CASE("a saved score says what is wrong with it", "[errors]") {
  auto said = [](const char* text) -> std::string {
    try {
      read_score(text);
      return "";
    } catch (const Error& error) {
      return error.message;
    }
  };
  CHECK(said("") == "there is no score");
  CHECK(said("(note c4 :q)") == "this is not a score");
  CHECK(said("(score) (score)") == "something follows the score");
  CHECK(said("(score (foo))") == "this is not pure notation");
  CHECK(said("(score") == "this list is never closed");
}
