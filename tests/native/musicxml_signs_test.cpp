#include "musicxml_fixture.h"

using namespace fermata;
using namespace fermata::mx;

namespace {

Item with_direction(Direction made) { return sign(Kind::Direction, std::move(made)); }

Direction tempo(Rational beat, Rational per_minute, std::string text = {}, Rational beat2 = 0) {
  Direction made;
  made.kind = DirectionKind::Tempo;
  made.beat = beat;
  made.beat2 = beat2;
  made.per_minute = per_minute;
  made.text = std::move(text);
  return made;
}

Item harmony(const char* name) {
  Direction made;
  made.kind = DirectionKind::Harmony;
  made.harmony = *parse_chord_symbol(name);
  return with_direction(made);
}

/// What accidentals the notes show, `.` for none.
std::string shown(const Written& w) {
  std::string all;
  for (const auto& found : w.tree.select_nodes("//note[pitch]")) {
    const char* name = found.node().child("accidental").text().as_string();
    all += all.empty() ? "" : " ";
    all += *name ? name : ".";
  }
  return all;
}

/// The first beam of every note: `[` begin, `-` continue, `]` end, `.` none.
std::string beams(const Written& w, const char* level = "1") {
  std::string all;
  for (const auto& found : w.tree.select_nodes("//note[not(chord)][not(grace)]")) {
    char mark = '.';
    for (auto beam : found.node().children("beam")) {
      std::string word = beam.text().as_string();
      if (beam.attribute("number").value() == std::string(level))
        mark = word == "begin"      ? '['
               : word == "continue" ? '-'
               : word == "end"      ? ']'
               : word[0] == 'f'     ? '>'
                                    : '<';
    }
    all += mark;
  }
  return all;
}

Items run(std::initializer_list<const char*> durations) {
  Items items;
  for (const char* duration : durations)
    items.push_back(duration[0] == 'r' ? r(duration + 1) : n("c5", duration));
  return items;
}

Items in(Item metre, Items items) {
  items.insert(items.begin(), std::move(metre));
  return items;
}

}  // namespace

TEST_CASE("accidentals: what key and measure do not say", "[musicxml][accidentals]") {
  auto accidentals = [](Items items) { return shown(Written(std::move(items))); };
  CHECK(accidentals({n("c4"), n("c#4"), n("c#4"), n("c4")}) == ". sharp . natural");
  CHECK(accidentals({n("c#4"), n("c#5"), n("c4"), n("c5")}) == "sharp sharp natural natural");
  CHECK(accidentals({n("c#4"), n("c5"), n("d4")}) == "sharp . .");
  CHECK(accidentals({key(2), n("f#4"), n("c#5"), n("f4"), n("f#4")}) == ". . natural sharp");
  CHECK(accidentals({key(-3), n("eb4"), n("e4"), n("eb4")}) == ". natural flat");
  CHECK(accidentals({n("c+4"), n("cd4"), n("c#+4"), n("cdb4")}) ==
        "quarter-sharp quarter-flat three-quarters-sharp three-quarters-flat");
  CHECK(accidentals({n("cx4"), n("dbb4"), n("f4"), n("g4")}) == "double-sharp flat-flat . .");
}

TEST_CASE("accidentals end with the measure, and a tie carries one over",
          "[musicxml][accidentals]") {
  Written w({bar({n("f#4", "h"), tied(n("f#4", "h"), kTieStart)}),
             bar({tied(n("f#4", "h"), kTieStop), n("f#4", "q"), n("f4", "q")}),
             bar({n("f4", "h"), n("f#4", "h")})});
  CHECK(shown(w) == "sharp . . sharp natural . sharp");
  // The tied note says nothing about the line, so even the plain one after it is shown.
  Written v(
      {bar({tied(n("f#4", "w"), kTieStart)}), bar({tied(n("f#4", "h"), kTieStop), n("f4", "h")})});
  CHECK(shown(v) == "sharp . natural");
}

TEST_CASE("accidentals hold for all voices of a staff in the order of time",
          "[musicxml][accidentals]") {
  Written w(Items{on(n("c4", "h"), 0, 1), on(n("c#4", "h"), 0, 1), on(n("c#4", "q"), 0, 2),
                  on(n("c#4", "h."), 0, 2)});
  CHECK(shown(w) == ". . sharp .");
}

TEST_CASE("accidentals that are given, cautionary or editorial", "[musicxml][accidentals]") {
  Written w(
      Items{with(n("c4"), &Item::flags, kCautionary), with(n("d#4"), &Item::flags, kEditorial),
            with(n("e4"), &Item::accidental, find_word(accidental_table(), "natural")), n("f4")});
  CHECK(shown(w) == "natural sharp natural .");
  CHECK(w.count("//note[1]/accidental[@parentheses='yes'][@cautionary='yes']") == 1);
  CHECK(w.count("//note[2]/accidental[@bracket='yes'][@editorial='yes']") == 1);
  CHECK(shown(Written(Items{clef("percussion"), n("c#4"), n("c4")})) == ". .");
  Part drums;
  drums.clefs = {find_clef("percussion")};
  CHECK(shown(Written({bar({n("c#4"), n("c4")})}, drums)) == ". .");
}

TEST_CASE("beams in simple metres", "[musicxml][beams]") {
  auto drawn = [](Items items) { return beams(Written(std::move(items))); };
  CHECK(drawn(run({"8", "8", "8", "8", "8", "8", "8", "8"})) == "[--][--]");
  CHECK(drawn(run({"q", "8", "8", "8", "8", "q"})) == ".[][].");
  CHECK(drawn(run({"8", "8", "8", "16", "16", "h"})) == "[][-].");
  CHECK(drawn(run({"8", "q", "8", "8", "8", "q"})) == "...[].");
  CHECK(drawn(run({"8", "r8", "8", "8", "h"})) == "..[].");
  CHECK(drawn(in(time({3}, 4), run({"8", "8", "8", "8", "8", "8"}))) == "[][][]");
  CHECK(drawn(in(time({2}, 2), run({"8", "8", "8", "8", "q", "8", "8"}))) == "[--].[]");
  CHECK(drawn(run({"q.", "8", "h"})) == "...");
}

TEST_CASE("beams in compound, additive and odd metres", "[musicxml][beams]") {
  auto drawn = [](Items items) { return beams(Written(std::move(items))); };
  Items six = run({"8", "8", "8", "8", "8", "8"});
  CHECK(drawn(in(time({6}, 8), six)) == "[-][-]");
  CHECK(drawn(in(time({3}, 8), run({"8", "8", "8"}))) == "[-]");
  CHECK(drawn(in(time({9}, 8), run({"q", "8", "8", "8", "8", "q."}))) == "..[-].");
  CHECK(drawn(in(time({3, 2}, 8), run({"8", "8", "8", "8", "8"}))) == "[-][]");
  CHECK(drawn(in(time({2, 3}, 8), run({"8", "8", "8", "8", "8"}))) == "[][-]");
  CHECK(drawn(in(time({5}, 8), run({"8", "8", "8", "8", "8"}))) == "[-][]");
  CHECK(drawn(in(time({7}, 8), run({"8", "8", "8", "8", "8", "8", "8"}))) == "[][][-]");
  CHECK(drawn(in(time({6}, 8), run({"q.", "q."}))) == "..");
}

TEST_CASE("secondary beams and hooks", "[musicxml][beams]") {
  Written w(run({"8.", "16", "16", "8.", "8", "16", "16", "32", "32", "16", "8"}));
  CHECK(beams(w, "1") == "[][][-][--]");
  CHECK(beams(w, "2") == ".<>..[][-].");
  CHECK(beams(w, "3") == ".......[]..");
  Written v(in(time({6}, 8), run({"8.", "16", "8", "16", "8", "8."})));
  CHECK(beams(v, "2") == ".<.>..");
}

TEST_CASE("tuplets are beamed in themselves", "[musicxml][beams]") {
  Item triplet = tuplet(3, 2, run({"8", "8", "8"}));
  CHECK(beams(Written(Items{n("c4", "8"), n("c4", "8"), triplet, triplet, n("c4", "8"),
                            n("c4", "8")})) == "[][-][-][]");
  CHECK(beams(Written(Items{tuplet(5, 4, run({"8", "8", "8", "8", "8"})), n("c4", "h")})) ==
        "[---].");
  Written six(Items{tuplet(3, 2, run({"8", "8", "8", "8", "8", "8"})), n("c4", "h")});
  CHECK(beams(six) == "[-][-].");
  CHECK(six.texts("//tuplet/@bracket") == "yes");
}

TEST_CASE("beams that are given", "[musicxml][beams]") {
  auto set = [](const char* word) {
    return with(n("c4", "8"), &Item::beam, find_word(beam_table(), word));
  };
  Item plain = n("c4", "8");
  CHECK(beams(Written(Items{plain, set("begin"), plain, set("end"), plain, plain, n("c4", "q")})) ==
        ".[-][].");
  CHECK(beams(Written(Items{set("none"), set("none"), plain, plain, n("c4", "h")})) == "..[].");
  CHECK(beams(Written(Items{set("begin"), r("8"), set("end"), plain, n("c4", "h")})) == "[.]..");
  CHECK(beams(Written(Items{plain, set("begin"), plain, plain, plain, plain, n("c4", "q")})) ==
        "..[][].");
}

TEST_CASE("dynamics and hairpins stand below where they are", "[musicxml][directions]") {
  int mf = find_word(dynamic_table(), "mf"), f = find_word(dynamic_table(), "f");
  Written w(Items{direction(DirectionKind::Dynamic, mf),
                  direction(DirectionKind::Hairpin, kCrescendo), n("c4", "h"),
                  direction(DirectionKind::Hairpin, kCrescendoStop),
                  with(n("d4", "h"), &Item::dynamic, f)});
  CHECK(w.children("//measure") == "attributes direction direction note direction direction note");
  CHECK(w.count("//direction[@placement='below']") == 4);
  CHECK(w.children("//direction[1]//dynamics") == "mf");
  CHECK(w.children("//direction[4]//dynamics") == "f");
  CHECK(w.texts("//wedge/@type") == "crescendo stop");
  CHECK(w.texts("//wedge/@number") == "1 1");
}

TEST_CASE("a hairpin from one voice to another is written in the order of time",
          "[musicxml][directions]") {
  Item start = on(direction(DirectionKind::Hairpin, kCrescendo), 0, 2);
  Item stop = on(direction(DirectionKind::Hairpin, kCrescendoStop), 0, 1);
  Written w(
      Items{on(n("c5", "h"), 0, 1), stop, on(n("d5", "h"), 0, 1), start, on(n("c4", "w"), 0, 2)});
  CHECK(w.texts("//wedge/@type") == "crescendo stop");
}

TEST_CASE("tempo sounds in quarters", "[musicxml][directions]") {
  Written w(Items{with_direction(tempo(Rational(1, 4), 120, "Allegro")), n("c4"),
                  with_direction(tempo(Rational(3, 8), 60)), n("c4"),
                  with_direction(tempo(Rational(1, 4), 0, "", Rational(1, 2))), n("c4"),
                  with_direction(tempo(0, 0, "Largo")), n("c4")});
  CHECK(w.texts("//sound/@tempo") == "120 90 180");
  CHECK(w.texts("//words") == "Allegro Largo");
  CHECK(w.texts("//per-minute") == "120 60");
  CHECK(w.children("//direction[2]//metronome") == "beat-unit beat-unit-dot per-minute");
  CHECK(w.texts("//direction[3]//beat-unit") == "quarter half");
  CHECK(w.count("//direction[@placement='above']") == 4);
  CHECK(Written(Items{with_direction(tempo(Rational(1, 4), Rational(201, 2)))})
            .texts("//sound/@tempo") == "100.5");
}

TEST_CASE("words, signs of form, pedal and ottava", "[musicxml][directions]") {
  Written w(Items{
      direction(DirectionKind::Words, 0, "dolce & p"), direction(DirectionKind::Rehearsal, 0, "A"),
      direction(DirectionKind::Segno), direction(DirectionKind::Coda),
      direction(DirectionKind::Pedal, kPedalStart), direction(DirectionKind::Ottava, k8vb),
      n("c4", "h"), direction(DirectionKind::Pedal, kPedalChange), n("c4", "h"),
      direction(DirectionKind::Pedal, kPedalStop), direction(DirectionKind::Ottava, kOttavaStop),
      direction(DirectionKind::ToCoda), direction(DirectionKind::Fine),
      direction(DirectionKind::DaCapo), direction(DirectionKind::DalSegno, 0, "D.S. al Coda"),
      direction(DirectionKind::Gradual, kRitardando)});
  CHECK(w.texts("//words") == "dolce & p To Coda Fine D.C. D.S. al Coda rit.");
  CHECK(w.texts("//rehearsal") == "A");
  CHECK(w.texts("//sound/@segno | //sound/@coda | //sound/@tocoda | //sound/@fine | "
                "//sound/@dacapo | //sound/@dalsegno") == "segno coda coda yes yes segno");
  CHECK(w.texts("//pedal/@type") == "start change stop");
  CHECK(w.texts("//octave-shift/@type") == "up stop");
  CHECK(w.texts("//octave-shift/@size") == "8 8");
}

TEST_CASE("directions name their staff, and placement can be chosen", "[musicxml][directions]") {
  Part piano;
  piano.staves = 2;
  Direction above;
  above.kind = DirectionKind::Dynamic;
  above.value = 1;
  above.placement = kAbove;
  Written w({bar({staff(1, {n("c5", "w")}), staff(2, {with_direction(above), n("c3", "w")})})},
            piano);
  CHECK(w.texts("//direction/staff") == "2");
  CHECK(w.texts("//direction/@placement") == "above");
}

TEST_CASE("chord symbols and figures", "[musicxml][directions]") {
  Direction figures;
  figures.kind = DirectionKind::FiguredBass;
  figures.figures = {"6", "#4", "b"};
  Written w(Items{harmony("Cmaj7"), n("c4"), harmony("F#m7b5/E"), n("c4"), harmony("G7b9"), n("c4"),
                  harmony("Dadd9"), with_direction(figures), n("c4")});
  CHECK(w.texts("//root-step") == "C F G D");
  CHECK(w.texts("//root-alter") == "1");
  CHECK(w.texts("//kind") == "major-seventh half-diminished dominant major");
  CHECK(w.texts("//kind/@text") == "maj7 m7b5 7b9 add9");
  CHECK(w.texts("//bass-step") == "E");
  CHECK(w.texts("//degree-value | //degree-alter | //degree-type") == "9 -1 add 9 0 add");
  CHECK(w.texts("//figure-number") == "6 4");
  CHECK(w.texts("//prefix") == "sharp flat");
}
