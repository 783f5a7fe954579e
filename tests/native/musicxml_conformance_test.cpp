#include "musicxml_fixture.h"
#include "text/notation.h"

using namespace fermata;
using namespace fermata::mx;

namespace {

struct Query {
  const char* path;
  const char* expected;
};
struct Case {
  const char* measures;  // put into (score (part :piano (measure ...)))
  std::vector<Query> queries;
};

const Case kCases[] = {
    {"(note c4 :q)",
     {{"//fifths | //mode | //beats | //beat-type | //sign | //line", "0 major 4 4 G 2"},
      {"//note/pitch/step | //note/pitch/octave | //note/type", "C 4 quarter"},
      {"//accidental", ""}}},
    {"(note f#5 :h) (note bb3 :8) (note cx4 :16) (note ebb4 :32)",
     {{"//alter", "1 -1 2 -2"},
      {"//note/type", "half eighth 16th 32nd"},
      {"//note/duration", "16 4 2 1"}}},
    {"(note c+4 :q) (note cd4 :q) (note c#+4 :q) (note cdb4 :q)",
     {{"//alter", "0.5 -0.5 1.5 -1.5"}}},
    {"(note c4 h.)", {{"//note/duration", "3"}, {"count(//dot)", "1"}}},
    {"(note d4 q..)", {{"//note/duration", "7"}, {"//divisions", "4"}, {"count(//dot)", "2"}}},
    {"(note c4 :h.)", {{"//note/duration", "3"}, {"count(//dot)", "1"}}},
    {"(note c4 crotchet) (note c4 :minim)) (measure (note c4 :semibreve)",
     {{"//note/type", "quarter half whole"}}},
    {"(rest :q)) (measure (rest :w :measure)",
     {{"//note/type", "quarter whole"},
      {"//rest/@measure", "yes"},
      {"//note[rest/@measure]/duration", "4"}}},
    {"(chord (c4 e4 g4) :h)", {{"count(//chord)", "2"}, {"//note/duration", "2 2 2"}}},
    {"(chord (c4 e4 g4) :q :arpeggiate up :accent)",
     {{"count(//arpeggiate[@direction='up'])", "3"}, {"count(//accent)", "1"}}},
    {"(tuplet 3 2 (note c4 :8) (note d4 :8) (note e4 :8))",
     {{"//divisions | //note/duration", "3 1 1 1"},
      {"//actual-notes", "3 3 3"},
      {"//normal-notes", "2 2 2"},
      {"//tuplet/@type", "start stop"}}},
    {"(tuplet 3:2 (note c4 :8) (note d4 :8) (note e4 :8))",
     {{"//note/duration", "1 1 1"}, {"//divisions", "3"}}},
    {"(tuplet 5 (note c4 :16) (note d4 :16) (note e4 :16) (note f4 :16) (note g4 :16))",
     {{"//divisions | //note/duration", "5 1 1 1 1 1"}, {"//normal-notes", "4 4 4 4 4"}}},
    {"(grace d5 :slash :8) (note c5 :q)",
     {{"count(//note[1]/grace[@slash='yes'])", "1"},
      {"//note/type", "eighth quarter"},
      {"//note[1]/duration", ""}}},
    {"(key f# :minor) (time 6 8) (clef :alto) (note c4 q.)",
     {{"count(//attributes)", "1"},
      {"//fifths | //mode | //beats | //beat-type | //sign | //line", "3 minor 6 8 C 3"}}},
    {"(key d :dorian)) (measure (key bb :major)) (measure (key a :minor)",
     {{"//fifths | //mode", "0 dorian -2 major 0 minor"}}},
    {"(time :common)) (measure (time :cut)) (measure (time :senza)",
     {{"//time/@symbol", "common cut"},
      {"//beats | //beat-type", "4 4 2 2"},
      {"count(//senza-misura)", "1"}}},
    {"(tempo \"Allegro\" :q 120) (note c4 :h) (tempo :q. 60)",
     {{"//words | //per-minute", "Allegro 120 60"},
      {"//sound/@tempo", "120 90"},
      {"count(//beat-unit-dot)", "1"}}},
    {"(mf) (cresc) (note c4 :h) (cresc-stop) (f) (note d4 :h)",
     {{"//wedge/@type", "crescendo stop"},
      {"//wedge/@number", "1 1"},
      {"count(//direction[@placement='below'])", "4"}}},
    {"(note c4 :h :tie start) (note c4 :h :tie stop)",
     {{"//tie/@type", "start stop"}, {"//tied/@type", "start stop"}}},
    {"(note c4 :q :slur start) (note d4 :q) (note e4 :q :slur stop)",
     {{"//slur/@type", "start stop"}, {"//slur/@number", "1 1"}}},
    {"(note c4 :q :staccato :accent) (note d4 :q :trill) (note e4 :q :marcato)",
     {{"count(//note[1]//articulations)", "1"},
      {"count(//note[1]//articulations/*)", "2"},
      {"count(//note[2]//ornaments/trill-mark)", "1"},
      {"count(//note[3]//strong-accent)", "1"}}},
    {"(words \"dolce\") (rehearsal \"A\") (segno) (coda) (pedal :start) (note c4 :q) (pedal :stop)",
     {{"//direction/@placement", "above above above above below below"},
      {"//pedal/@type", "start stop"}}},
    {"(barline :repeat-forward) (note c4 :w)) (measure (note d4 :w) (barline :repeat-backward)) "
     "(measure (note c4 :w) (barline :final)",
     {{"//barline/@location", "left right right"},
      {"//bar-style", "heavy-light light-heavy light-heavy"},
      {"//repeat/@direction", "forward backward"}}},
    {"(note c5 :h :voice 1 :staff 1) (note d5 :h :voice 1 :staff 1) (backup 4) (note c3 :w :voice "
     "2 :staff 2)",
     {{"//note/voice", "1 1 2"}, {"//note/staff", "1 1 2"}, {"//backup/duration", "4"}}},
};

std::string answer(const Written& w, const char* path) {
  if (std::string_view(path).substr(0, 6) != "count(") return w.texts(path);
  return std::to_string(static_cast<long>(pugi::xpath_query(path).evaluate_number(w.tree)));
}

}  // namespace

TEST_CASE("the conformance cases of the language", "[musicxml][conformance]") {
  for (const Case& each : kCases) {
    INFO(each.measures);
    Written w(read_score("(score (part :piano (measure " + std::string(each.measures) + ")))"));
    for (const Query& query : each.queries) {
      INFO(query.path);
      CHECK(answer(w, query.path) == query.expected);
    }
  }
}

TEST_CASE("a score for violin and cello", "[musicxml][conformance]") {
  ScorePtr s = read_score(R"((score :title "Demo" :composer "Me"
    (part :violin
      (measure (clef :treble) (key d :major) (time 3 4) (tempo "Allegro" :q 120) (mf)
               (note d5 :q :slur start) (note f#5 :q) (note a5 :q :slur stop :staccato))
      (measure (note a5 h. :tie start))
      (measure (note a5 h. :tie stop) (barline :final)))
    (part :cello
      (measure (clef :bass) (key d :major) (time 3 4) (rest h. :measure))
      (measure (chord (d3 a3) h.))
      (measure (note d3 :h) (note a2 :q) (barline :final)))))");
  Written w(s);
  CHECK(w.texts("//score-part/@id | //score-part/part-name") == "P1 Violin P2 Cello");
  CHECK(w.texts("//work-title | //creator") == "Demo Me");
  CHECK(w.count("//credit") == 2);
  CHECK(w.count("//part[1]/measure") == w.count("//part[2]/measure"));
  CHECK(w.count("//accidental") == 0);
  CHECK(export_warnings(*s).empty());
}

TEST_CASE("pieces of every kind at once stay in step", "[musicxml][conformance]") {
  Written w(read_score(R"((score
    (part :violin
      (measure :pickup #t (time 4 4) (key d :major) (line :8 a4 b4 c#5))
      (measure (mf) (cresc) (line :8 d5 e5 f#5 g5) (tuplet 3:2 (line :8 a5 g#5 f#5))
        (note e5 :8.) (note d5 :16)
               (cresc-stop) (f))
      (measure (note d5 :8 :slur start) (note e5 :16) (note f5 :16)
        (note g5 :q :slur stop :trill) (grace f5 e5 :16)
               (note d5 :h :fermata :tie start))
      (measure (note d5 :8 :tie stop) (rest :8) (tuplet 3:2 (note c5 :q) (note b4 :8)) (chord
        (d4 a4 f#5) :h)))
    (part :piano :staves 2
      (measure :pickup #t (time 4 4) (key d :major) (staff 1 (rest :measure)) (staff 2
        (rest :measure)))
      (measure (staff 1 (voice 1 (note a5 :h) (note g5 :h)) (voice 2
        (line :8 f#5 e5 f#5 g5 e5 d5 e5 f5)))
               (staff 2 (pedal :start) (line :q d3 a3 d3 a3) (pedal :stop)))
      (measure (staff 1 (line :8 d5 e5 f#5 g5 a5 b5 a5 g5))
               (staff 2 (note d3 :h) (clef :treble) (ottava :8va) (note a4 :h)
                 (ottava :stop))))))"));
  CHECK(w.texts("//part[2]/measure[1]/note/duration") == "3 3");
  CHECK(w.texts("//part[1]/measure[3]/note/accidental") == "natural");
  CHECK(w.texts("//part[2]/measure[2]/note/accidental") == "natural");
  CHECK(w.texts("//part[2]/measure[3]//clef/@number") == "2");
  CHECK(w.count("//part[2]/measure") == 4);
}
