#include "musicxml_fixture.h"

using namespace fermata;
using namespace fermata::mx;

TEST_CASE("a single note gets all defaults", "[musicxml]") {
  Written w(Items{n("c4", "q")});
  CHECK(w.children("//attributes") == "divisions key time clef");
  CHECK(
      w.texts(
          "//attributes/divisions | //fifths | //mode | //beats | //beat-type | //sign | //line") ==
      "1 0 major 4 4 G 2");
  CHECK(w.children("//note") == "pitch duration voice type");
  CHECK(w.texts("//note/duration | //note/voice | //note/type") == "1 1 quarter");
  CHECK(w.texts("//forward/duration") == "3");
  CHECK(w.xml.find("<!DOCTYPE score-partwise PUBLIC") != std::string::npos);
  CHECK(w.count("//encoding-date") == 0);
}

TEST_CASE("pitches, types and dots", "[musicxml]") {
  Written w(Items{n("f#5", "h"), n("bb3", "8"), n("cx4", "16"), n("ebb4", "32"), n("c+4", "8."),
                  n("cd4", "64")});
  CHECK(w.texts("//note/pitch/alter") == "1 -1 2 -2 0.5 -0.5");
  CHECK(w.texts("//note/type") == "half eighth 16th 32nd eighth 64th");
  CHECK(w.count("//note[5]/dot") == 1);
  CHECK(w.texts("//note/duration") == "32 8 4 2 12 1");
  CHECK(w.texts("//divisions") == "16");
}

TEST_CASE("divisions are the fewest that are exact", "[musicxml]") {
  auto divisions = [](Items items) { return Written(std::move(items)).texts("//divisions"); };
  CHECK(divisions({n("c4", "w")}) == "1");
  CHECK(divisions({n("c4", "q."), n("c4", "8")}) == "2");
  CHECK(divisions({tuplet(3, 2, {n("c4", "8"), n("d4", "8"), n("e4", "8")})}) == "3");
  CHECK(divisions({tuplet(7, 4,
                          {n("c4", "16"), n("d4", "16"), n("e4", "16"), n("c4", "16"),
                           n("c4", "16"), n("c4", "16"), n("c4", "16")})}) == "7");
  Item inner =
      tuplet(5, 4, {n("c4", "16"), n("c4", "16"), n("c4", "16"), n("c4", "16"), n("c4", "16")});
  CHECK(divisions({tuplet(3, 2, {inner, n("d4", "q"), n("e4", "q")})}) == "15");
  CHECK(divisions({time({3}, 8), n("c4", "q")}) == "2");
}

TEST_CASE("rhythms without a common division are refused", "[musicxml]") {
  Items items;
  for (int prime : {1009, 1013, 1019, 1021, 1031, 1033}) {
    Items notes(static_cast<size_t>(prime), n("c4", "1024"));
    items.push_back(tuplet(prime, 1, notes));
  }
  ScorePtr s = score({part({bar(items)})});
  try {
    write_musicxml(*s);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.kind == ErrorKind::Overflow);
    CHECK(!error.hint.empty());
  }
}

TEST_CASE("rests and whole-measure rests", "[musicxml]") {
  Written w({bar({time({3}, 4), measure_rest()}), bar({r("q"), r("h")}),
             bar({time({4}, 4), measure_rest()})});
  CHECK(w.texts("//note[rest/@measure='yes']/duration") == "3 4");
  CHECK(w.texts("//note[rest/@measure='yes']/type") == "whole");
  CHECK(w.texts("//measure[2]/note/type") == "quarter half");
}

TEST_CASE("chords share duration, beams and marks stay on the first", "[musicxml]") {
  Item c = marked(chord({"c4", "e4", "g4"}, "8"), {"accent"});
  c.arpeggio = static_cast<uint8_t>(find_word(arpeggio_table(), "up"));
  Written w(Items{c, n("c4", "8")});
  CHECK(w.count("//chord") == 2);
  CHECK(w.count("//arpeggiate[@direction='up']") == 3);
  CHECK(w.count("//accent") == 1);
  CHECK(w.texts("//note[chord]/duration") == "1 1");
  CHECK(w.texts("//note[not(chord)]/beam") == "begin end");
  CHECK(w.count("//note[chord]/beam") == 0);

  Item held = chord({"e4", "c4", "g4"});
  held.arpeggio = static_cast<uint8_t>(find_word(arpeggio_table(), "none"));
  Written v(Items{held});
  CHECK(v.texts("//note[.//non-arpeggiate]/pitch/step") == "C G");
  CHECK(v.texts("//non-arpeggiate/@type") == "bottom top");
}

TEST_CASE("ties are written twice and per member", "[musicxml]") {
  Written w(Items{tied(n("c4", "h"), kTieStart), tied(n("c4", "h"), kTieStop)});
  CHECK(w.texts("//tie/@type") == "start stop");
  CHECK(w.texts("//tied/@type") == "start stop");
  CHECK(w.children("//note[1]") == "pitch duration tie voice type notations");

  auto a = chord({"c4", "e4"}, "h"), b = chord({"c4", "f4"}, "h");
  auto first = std::make_shared<EventDetail>(detail<EventDetail>(a)),
       second = std::make_shared<EventDetail>(detail<EventDetail>(b));
  first->members[0].tie = kTieStart;
  second->members[0].tie = kTieStop;
  a.detail = first;
  b.detail = second;
  Written v(Items{a, b});
  CHECK(v.texts("//note[tie]/pitch/step") == "C C");
}

TEST_CASE("what never ends is left out or closed, and reported", "[musicxml]") {
  ScorePtr s = score({part(
      {bar({slurred(n("c4", "h"), 1, true), tied(n("d4", "h"), kTieStart)}),
       bar({tied(n("d4", "h"), kTieStop), direction(DirectionKind::Hairpin, kCrescendo),
            direction(DirectionKind::Pedal, kPedalStart), direction(DirectionKind::Ottava, k15ma),
            tied(with(n("f4", "h"), &Item::glissando, 1), kTieStart)})})});
  Written w(s);
  CHECK(w.count("//slur") == 0);
  CHECK(w.count("//tie") == 2);
  CHECK(w.count("//glissando") == 0);
  CHECK(w.texts("//wedge/@type") == "crescendo stop");
  CHECK(w.texts("//pedal/@type") == "start stop");
  CHECK(w.texts("//octave-shift/@type | //octave-shift/@size") == "down 15 stop 15");
  CHECK(export_warnings(*s) ==
        std::vector<std::string>{
            "P1: the slur that begins in measure 1 never ends; it is left out",
            "P1: the hairpin that begins in measure 2 never ends; it is ended with the part",
            "P1: the pedal that begins in measure 2 never ends; it is ended with the part",
            "P1: the ottava that begins in measure 2 never ends; it is ended with the part",
            "P1: the tie that begins in measure 2 never ends; it is left out",
            "P1: the glissando that begins in measure 2 leads nowhere"});
  CHECK(export_warnings(*score({part({bar({n("c4", "w")})})})).empty());
}

TEST_CASE("slurs of two voices do not share a number while both are open", "[musicxml]") {
  Items items{on(slurred(n("c5", "w"), 1, true), 0, 1), on(slurred(n("c4", "w"), 1, true), 0, 2)};
  Items next{on(slurred(n("c5", "w"), 1, false, true), 0, 1),
             on(slurred(n("c4", "w"), 1, false, true), 0, 2)};
  Written w({bar(items), bar(next)});
  CHECK(w.texts("//slur/@number") == "1 2 1 2");
  Written v(Items{slurred(n("c4"), 1, true), slurred(n("d4"), 1, true, true),
                  slurred(n("e4"), 1, false, true)});
  CHECK(v.texts("//slur/@type") == "start stop start stop");
}

TEST_CASE("tuplets scale, nest and show their brackets", "[musicxml]") {
  Written w(Items{tuplet(3, 2, {n("c4", "8"), n("d4", "8"), n("e4", "8")}),
                  tuplet(3, 2, {n("c4", "q"), n("d4", "8")})});
  CHECK(w.texts("//note/duration") == "1 1 1 2 1");
  CHECK(w.count("//time-modification[actual-notes='3'][normal-notes='2']") == 5);
  CHECK(w.texts("//normal-type") == "eighth");
  CHECK(w.texts("//tuplet/@bracket") == "no yes");
  CHECK(w.texts("//note[1]/beam | //note[2]/beam | //note[3]/beam") == "begin continue end");

  Item inner =
      tuplet(5, 4, {n("c4", "16"), n("c4", "16"), n("c4", "16"), n("c4", "16"), n("c4", "16")});
  Written v(Items{tuplet(3, 2, {inner, n("d4", "q"), n("e4", "q")})});
  CHECK(v.count("//time-modification[actual-notes='15'][normal-notes='8']") == 5);
  CHECK(v.texts("//tuplet/@number") == "1 2 2 1");
  CHECK(v.texts("//tuplet-actual/tuplet-number") == "3 5");
  CHECK(v.texts("//tuplet-actual/tuplet-type") == "quarter 16th");
}

TEST_CASE("graces have no duration and their own beams", "[musicxml]") {
  Written w(
      Items{grace({n("d5", "8")}, true), n("c5"), grace({n("d5", "16"), n("e5", "16")}), n("c5")});
  CHECK(w.count("//note[grace][duration]") == 0);
  CHECK(w.count("//grace[@slash='yes']") == 1);
  CHECK(w.texts("//note[grace]/beam[@number='2']") == "begin end");
  CHECK(w.texts("//note[grace]/type") == "eighth 16th 16th");
}

TEST_CASE("leading attributes are one element in the schema's order", "[musicxml]") {
  Written w(Items{clef("alto"), time({6}, 8), key(3, "minor"), n("c4", "q.")});
  CHECK(w.count("//attributes") == 1);
  CHECK(w.children("//attributes") == "divisions key time clef");
  CHECK(w.texts("//fifths | //mode | //beats | //beat-type | //sign | //line") ==
        "3 minor 6 8 C 3");

  Written v(Items{n("c4", "h"), clef("bass"), key(-2), n("c3", "h")});
  CHECK(v.count("//note[1]/following-sibling::attributes") == 2);
  CHECK(v.texts("//attributes[preceding-sibling::note]/clef/sign") == "F");
}

TEST_CASE("time signatures with symbols, sums and none", "[musicxml]") {
  Written w({bar({time({4}, 4, Time::Common), n("c4", "w")}),
             bar({time({2}, 2, Time::Cut), n("c4", "w")}),
             bar({time({3, 2}, 8), n("c4", "q."), n("c4", "q")}),
             bar({time({4}, 4, Time::Senza), n("c4", "q")})});
  CHECK(w.texts("//time/@symbol") == "common cut");
  CHECK(w.texts("//beats") == "4 2 3+2");
  CHECK(w.count("//measure[4]//senza-misura") == 1);
  CHECK(w.count("//measure[4]/forward") == 0);
}

TEST_CASE("staves: clefs numbered, voices renumbered when they must be", "[musicxml]") {
  Part piano;
  piano.staves = 2;
  piano.clefs = {find_clef("treble"), find_clef("bass")};
  Written w(
      {bar({staff(1, {n("c5", "w")}), staff(2, {n("c3", "w")})}), bar({n("c5", "w")}), bar({})},
      piano);
  CHECK(w.texts("//staves") == "2");
  CHECK(w.texts("//clef/@number") == "1 2");
  CHECK(w.texts("//clef/sign") == "G F");
  CHECK(w.texts("//measure[1]/note/voice") == "1 5");
  CHECK(w.texts("//measure[1]/note/staff") == "1 2");
  CHECK(w.texts("//measure[1]/backup/duration") == "4");
  CHECK(w.texts("//measure[2]/note[rest]/staff") == "2");
  CHECK(w.texts("//measure[3]/note/voice") == "1 5");

  Written v({bar({on(n("c5", "w"), 1, 1), on(n("c3", "w"), 2, 2)})}, piano);
  CHECK(v.texts("//note/voice") == "1 2");
}

TEST_CASE("voices are filled, gaps are forwards", "[musicxml]") {
  Written w(Items{on(n("c5", "h"), 0, 1), on(skip("q"), 0, 2), on(n("c4", "q"), 0, 2)});
  CHECK(w.children("//measure") == "attributes note forward backup forward note forward");
  CHECK(w.texts("//forward/duration") == "2 1 2");
  CHECK(w.texts("//forward/voice") == "1 2 2");
}

TEST_CASE("a pickup is implicit, not filled, and beamed as the end of a bar", "[musicxml]") {
  Written w({bar({n("c4", "8"), n("d4", "8"), n("e4", "8")}, true), bar({n("c4", "w")})});
  CHECK(w.texts("//measure/@number") == "0 1");
  CHECK(w.texts("//measure/@implicit") == "yes");
  CHECK(w.count("//forward") == 0);
  CHECK(w.texts("//measure[1]/note[1]/beam") == "");
  CHECK(w.texts("//measure[1]/note/beam") == "begin end");
}

TEST_CASE("an upbeat is as long in a part that rests", "[musicxml]") {
  Written w(score({part({bar({n("c4", "8")}, true), bar({n("c4", "w")})}),
                   part({bar({measure_rest()}, true), bar({n("c4", "w")})})}));
  CHECK(w.texts("//part[2]/measure[1]/note/duration") ==
        w.texts("//part[1]/measure[1]/note/duration"));
}

TEST_CASE("parts are padded to the same number of measures", "[musicxml]") {
  Written w(score({part({bar({n("c4", "w")}), bar({n("d4", "w")}), bar({n("e4", "w")})}),
                   part({bar({n("c4", "w")})})}));
  CHECK(w.count("//part[2]/measure") == 3);
  CHECK(w.count("//part[2]//rest[@measure='yes']") == 2);
  CHECK(w.texts("//part[2]/measure/@number") == "1 2 3");
  CHECK_THROWS_AS(write_musicxml(Score()), Error);
}

TEST_CASE("titles, creators and credits, escaped", "[musicxml]") {
  Score titles;
  titles.title = "A & <B> \"C\"\x01";
  titles.composer = "M\xc3\xa9\xff";
  titles.lyricist = "L";
  titles.copyright = "(c)";
  ScorePtr s = score({part({bar({n("c4")})})}, titles);
  Written w(s);
  CHECK(w.texts("//work-title") == "A & <B> \"C\"");
  CHECK(w.texts("//creator[@type='composer']") == "M\xc3\xa9");
  CHECK(w.texts("//credit/credit-type") == "title composer");
  CHECK(w.texts("//rights") == "(c)");
  CHECK(w.texts("//software") == "Fermata");
  MusicXmlOptions options;
  options.date = "2026-01-02";
  CHECK(write_musicxml(*s, options).find("<encoding-date>2026-01-02<") != std::string::npos);
}

TEST_CASE("part list: groups nest, channels skip ten, ids are names", "[musicxml]") {
  std::vector<PartPtr> parts;
  for (int i = 0; i < 12; ++i) {
    Part made;
    made.name = "Part " + std::to_string(i + 1);
    if (i == 1) made.volume = 80, made.pan = -30, made.abbr = "Pt.", made.program = 41;
    if (i == 2) made.instrument = "percussion";
    parts.push_back(part({bar({n("c4")})}, made));
  }
  Group outer{Group::Bracket, "All", 0, 3}, inner{Group::Brace, "", 1, 2};
  Written w(score(parts, {}, {outer, inner}));
  CHECK(w.texts("//part-group/@number") == "1 2 2 1");
  CHECK(w.texts("//group-symbol") == "bracket brace");
  CHECK(w.texts("//midi-channel") == "1 2 10 3 4 5 6 7 8 9 11 12");
  CHECK(w.texts("//score-part[2]//volume | //score-part[2]//pan | //score-part[2]//midi-program") ==
        "41 80 -30");
  CHECK(w.texts("//part-abbreviation") == "Pt.");
  CHECK(w.texts("//score-part[1]/@id | //part[1]/@id") == "P1 P1");

  Score odd;
  for (const char* id : {"2nd violin", "P1", "P1"}) {
    auto made = std::make_shared<Part>(*parts[0]);
    made->id = id;
    odd.parts.push_back(made);
  }
  Written v(odd);
  CHECK(v.texts("//score-part/@id") == "P1_ P1 P3");
}

TEST_CASE("a channel that a part asks for is not dealt out again", "[musicxml]") {
  Part asking;
  asking.channel = 1;
  Written w(score({part({bar({n("c4")})}), part({bar({n("c4")})}, asking)}));
  CHECK(w.texts("//midi-channel") == "2 1");
}

TEST_CASE("transposition: octaves apart", "[musicxml]") {
  Part made;
  made.diatonic = -8;
  made.chromatic = -14;
  Written w({bar({n("c4", "w")})}, made);
  CHECK(w.texts("//transpose/diatonic | //transpose/chromatic | //transpose/octave-change") ==
        "-1 -2 -1");
  made.diatonic = -1;
  made.chromatic = -2;
  CHECK(Written({bar({n("c4", "w")})}, made).children("//transpose") == "diatonic chromatic");
}

TEST_CASE("marks go to their groups", "[musicxml]") {
  Item item = marked(n("c4", "w"), {"staccato", "accent", "trill", "up-bow", "breath"});
  item.tremolo = 3;
  item.fermata = static_cast<uint8_t>(find_word(fermata_table(), "square"));
  auto extras = std::make_shared<EventDetail>();
  extras->fingerings = {"2"};
  extras->string = 3;
  extras->fret = 0;
  extras->lyrics = {{"hel", Lyric::Begin, false, 1}, {"la", Lyric::Single, true, 2}};
  item.detail = extras;
  item.stem = static_cast<uint8_t>(find_word(stem_table(), "down"));
  item.notehead = static_cast<uint8_t>(find_word(notehead_table(), "x"));
  Written w(Items{item});
  CHECK(w.children("//notations") == "ornaments technical articulations fermata");
  CHECK(w.children("//articulations") == "staccato accent breath-mark");
  CHECK(w.children("//ornaments") == "trill-mark tremolo");
  CHECK(w.children("//technical") == "up-bow fingering string fret");
  CHECK(w.texts("//fermata") == "square");
  CHECK(w.texts("//lyric/@number") == "1 2");
  CHECK(w.texts("//syllabic | //lyric/text") == "begin hel single la");
  CHECK(w.count("//lyric[2]/extend") == 1);
  CHECK(w.children("//note") == "pitch duration voice type stem notehead notations lyric lyric");
}

TEST_CASE("a glissando leads to the next pitched event", "[musicxml]") {
  Written w({bar({with(n("c4", "h"), &Item::glissando, 1), r("h")}),
             bar({with(n("g4", "h"), &Item::glissando, 1), n("c4", "h")})});
  CHECK(w.texts("//glissando/@type") == "start stop start stop");
}

TEST_CASE("barlines: repeats, endings and styles at the edges", "[musicxml]") {
  auto edge = [](Measure m) { return std::make_shared<const Measure>(std::move(m)); };
  Measure first, second, third;
  first.voices = second.voices = third.voices = {{1, 1, {n("c4", "w")}}};
  first.left.repeat = true;
  second.left.ending = "1,2";
  second.left.ending_type = kEndingStart;
  second.right.repeat = true;
  second.right.times = 3;
  second.right.ending = "1,2";
  second.right.ending_type = kEndingStop;
  third.left.ending = "3";
  third.left.ending_type = kEndingStart;
  third.right.style = 3;
  Part made;
  made.id = "P1";
  std::vector<Slot> slots;
  for (const Measure& m : {first, second, third}) slots.push_back({edge(m), empty_context()});
  made.measures = made.measures.spliced(0, 0, slots);
  Score s;
  s.parts = {std::make_shared<Part>(made)};
  Written w(s);
  CHECK(w.texts("//barline/@location") == "left left right left right");
  CHECK(w.texts("//bar-style") == "heavy-light light-heavy light-heavy");
  CHECK(w.texts("//repeat/@direction") == "forward backward");
  CHECK(w.texts("//repeat/@times") == "3");
  CHECK(w.children("//measure[2]/barline[2]") == "bar-style ending repeat");
  CHECK(w.texts("//ending/@type") == "start stop start discontinue");
  CHECK(w.children("//measure[1]") == "barline attributes note");
}

TEST_CASE("a line inside the bar stays where it is", "[musicxml]") {
  Barline line;
  line.bar.style = 4;
  Measure m;
  m.voices = {{1, 1, {n("c4", "h"), sign(Kind::Barline, line), n("d4", "h")}}};
  Part made;
  made.measures =
      made.measures.spliced(0, 0, {{std::make_shared<const Measure>(m), empty_context()}});
  Score s;
  s.parts = {std::make_shared<Part>(made)};
  Written w(s);
  CHECK(w.children("//measure") == "attributes note barline note");
  CHECK(w.texts("//barline/@location | //bar-style") == "middle dashed");
}

TEST_CASE("the pieces make up the file, and it is the same every time", "[musicxml]") {
  ScorePtr s = score({part({bar(
      {n("c4", "8"), n("d#4", "8"), tuplet(3, 2, {n("c4", "8"), n("d4", "8"), n("e4", "8")})})})});
  std::vector<uint32_t> pieces;
  MusicXmlOptions options;
  options.pieces = &pieces;
  std::string xml = write_musicxml(*s, options);
  size_t sum = 0;
  for (uint32_t piece : pieces) sum += piece;
  CHECK(sum == xml.size());
  CHECK(xml == write_musicxml(*s));
}

TEST_CASE("an octave MusicXML lacks is written as near as possible, with a warning", "[musicxml]") {
  ScorePtr s = score({part({bar({n("c-1", "w")})})});
  CHECK(Written(s).texts("//octave") == "0");
  REQUIRE(export_warnings(*s).size() == 1);
  CHECK(export_warnings(*s)[0].find("octave -1") != std::string::npos);
}

TEST_CASE("writing can be interrupted", "[musicxml]") {
  ScorePtr s = score({part({bar({n("c4", "w")})})});
  interrupt_requested = true;
  try {
    write_musicxml(*s);
    interrupt_requested = false;
    FAIL("not interrupted");
  } catch (const Error& error) {
    interrupt_requested = false;
    CHECK(error.kind == ErrorKind::Interrupt);
  }
}
