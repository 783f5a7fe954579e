#include <catch2/catch.hpp>
#include <pugixml.hpp>

#include "base/error.h"
#include "musicxml/writer.h"
#include "text/notation.h"
#include "tools/musicxml_checker.h"

// What the earlier implementation accepted and silently dropped: each of these must now do what it
// says, or be refused at its place. musicxml_conformance_test.cpp has the 25 cases of right input.

using namespace fermata;

namespace {

std::string in_measure(const std::string& items) {
  return "(score (part :piano (measure " + items + ")))";
}

/// Texts of the nodes that `path` finds, separated by spaces; a number for count(...).
std::string found(const std::string& source, const std::string& path) {
  std::string xml = write_musicxml(*read_score(source));
  for (const std::string& complaint : check_musicxml(xml)) UNSCOPED_INFO(complaint);
  CHECK(check_musicxml(xml).empty());
  pugi::xml_document document;
  REQUIRE(document.load_string(xml.c_str()));
  pugi::xpath_query query(path.c_str());
  if (query.return_type() == pugi::xpath_type_number)
    return std::to_string(static_cast<int>(query.evaluate_number(document)));
  std::string texts;
  pugi::xpath_node_set nodes = query.evaluate_node_set(document);
  nodes.sort();
  for (const pugi::xpath_node& node : nodes)
    texts += (texts.empty() ? "" : " ") +
             std::string(node.attribute() ? node.attribute().value() : node.node().text().get());
  return texts;
}

struct Said {
  const char* source;
  const char* path;
  const char* expected;
};

}  // namespace

TEST_CASE("what was silently ignored in containers is done", "[conformance]") {
  const Said cases[] = {
      {"(score (part \"Flute\" (measure)))", "//part-name", "Flute"},
      {"(score (part :violin :name \"Solo\" (measure)))", "//part-name", "Solo"},
      {"(score (part :violin :id V1 :abbr \"V.\" (measure)))",
       "//score-part/@id | //part-abbreviation", "V1 V."},
      {"(score (part :piano (measure :number 5 (note c4 :w))))", "//measure/@number", "5"},
      {"(score (part :piano (measure 5 (note c4 :w))))", "//measure/@number", "5"},
      {"(score (part :piano (measure :time (3 4) (note c4 :h.))))", "//beats | //beat-type", "3 4"},
      {"(score (part :piano (measure :key 0 (note c4 :w))))", "//fifths", "0"},
      {"(score (part :piano (measure :key c-minor (note c4 :w))))", "//fifths | //mode",
       "-3 minor"},
      {"(score (part :piano (measure :clef :alto (note c4 :w))))", "//sign | //line", "C 3"},
      {"(score :tempo 100 (part :piano (measure (note c4 :w))))", "//sound/@tempo", "100"},
      {"(score :time (4 4) :key c-major (part :piano (measure (note c4 :w))))",
       "//fifths | //beats", "0 4"},
      {"(score :subtitle \"S\" (part :piano (measure)))",
       "//credit[credit-type='subtitle']/credit-words", "S"},
      {"(score (part :piano (note c4 :w) (note d4 :w)))", "count(//measure)", "2"},
  };
  for (const Said& said : cases) {
    INFO(said.source);
    CHECK(found(said.source, said.path) == said.expected);
  }
}

TEST_CASE("what was silently ignored on notes is done", "[conformance]") {
  const Said cases[] = {
      {"(note c4 :e)", "//note/type", "eighth"},
      {"(note c4 :s)", "//note/type", "16th"},
      {"(note c4 :thirty-second)", "//note/type", "32nd"},
      {"(note c4 1/8)", "//note/type", "eighth"},
      {"(note c4 (duration :base :quarter :dots 1))", "count(//dot)", "1"},
      {"(note c4 :q :dot)", "count(//dot)", "1"},
      {"(note c4 :q :dots 2)", "count(//dot)", "2"},
      {"(note c4 :voice 1 :h)", "//note/type", "half"},
      {"(note c4 :q :fermata)", "//fermata", "normal"},
      {"(note c4 :q :lyric \"la\")", "//lyric/text", "la"},
      {"(note c4 :8 :beam :begin) (note c4 :8 :beam :end)", "//beam", "begin end"},
      {"(note c#4 :q :accidental :sharp)", "//accidental", "sharp"},
      {"(note c4 :q :strong-accent)", "count(//strong-accent)", "1"},
      {"(note c4 :q :inverted-mordent)", "count(//inverted-mordent)", "1"},
      {"(note c4 :q :tremolo 3)", "//tremolo", "3"},
      {"(note c4 :q :breath-mark)", "count(//breath-mark)", "1"},
      {"(note c4 :q :notehead :x)", "//notehead", "x"},
      {"(note c4 :q :fingering 1)", "//fingering", "1"},
      {"(note c4 :q :tie start) (note c4 :q :tie stop :tie start) (note c4 :q :tie stop)",
       "//tied/@type", "start stop start stop"},
      {"(note r :h)", "count(//rest)", "1"},
      {"(grace-note d5) (note c5 :q)", "count(//grace)", "1"},
      {"(grace (c5 e5)) (note c5 :q)", "count(//grace)", "2"},
      {"(chord (c4 e4) :h :tie start :slur start) (chord (c4 e4) :h :tie stop :slur stop)",
       "count(//tied) + count(//slur)", "6"},
      {"(chord :q c4 e4 g4)", "count(//chord)", "2"},
      {"(chord (c4 e4) :q :arpeggiate :staccato)", "count(//arpeggiate) + count(//staccato)", "3"},
      {"(tuplet 3:2 (note c4 :8) (rest :8) (tuplet 3:2 (note c4 :16) (note c4 :16) (note c4 :16)))",
       "count(//tuplet)", "4"},
  };
  for (const Said& said : cases) {
    INFO(said.source);
    CHECK(found(in_measure(said.source), said.path) == said.expected);
  }
}

TEST_CASE("what was silently ignored among signs is done", "[conformance]") {
  const Said cases[] = {
      {"(decresc) (note c4 :w) (decresc-stop)", "//wedge/@type", "diminuendo stop"},
      {"(crescendo) (note c4 :w) (crescendo-stop)", "//wedge/@type", "crescendo stop"},
      {"(tempo :8 120) (note c4 :w)", "//beat-unit", "eighth"},
      {"(tempo 120 :quarter) (note c4 :w)", "//per-minute", "120"},
      {"(pedal :start) (note c4 :h) (pedal :change) (note c4 :h) (pedal :stop)", "//pedal/@type",
       "start change stop"},
      {"(barline :ending 1 :start) (note c4 :w) (ending 1 :stop)", "//ending/@type", "start stop"},
      {"(note c4 :w) (barline :dashed)", "//bar-style", "dashed"},
      {"(note c4 :w) (barline :repeat-backward :times 3)", "//repeat/@times", "3"},
      {"(note c4 :h) (clef :bass) (note c4 :h)", "//sign", "G F"},
      {"(clef :tenor) (note c4 :w)", "//beats | //fifths",
       "0 4"},  // the others get their defaults all the same
      {"(time 3+2 8) (note c4 :h) (note c4 :8)", "//beats", "3+2"},
      {"(note c4 :w) (backup :8) (note c5 :8 :voice 2)", "//divisions | //forward/duration", "2 7"},
      {"(voice 1 (note c5 :w)) (voice 2 (note c4 :w))", "//note/voice", "1 2"},
      {"(note c4 :q) (slur :start) (note d4 :q) (slur :stop)", "//slur/@type", "start stop"},
      {"(note c4 :q) (tie :start) (note c4 :q) (tie :stop)", "//tied/@type", "start stop"},
      {"(note c4 :w) (fermata)", "//fermata", "normal"},
      {"(note c4 :q) (lyric \"hel\" :begin)", "//syllabic", "begin"},
      {"(dynamic :mf) (note c4 :w)", "count(//mf)", "1"},
      {"(ottava :8va) (note c6 :w) (ottava :stop)", "//octave-shift/@type", "down stop"},
      {"(note c4 :w) (fine)", "//sound/@fine", "yes"},
      {"(harmony \"Cmaj7\") (note c4 :w)", "//kind", "major-seventh"},
      {"(key g# :major) (note g#4 :w)", "//fifths", "8"},
  };
  for (const Said& said : cases) {
    INFO(said.source);
    CHECK(found(in_measure(said.source), said.path) == said.expected);
  }
}

TEST_CASE("what cannot be meant is refused at its place", "[conformance]") {
  struct Refused {
    const char* source;
    const char* culprit;  // the text under the carets
  };
  const Refused cases[] = {
      {"(score (part :piano (measure (key c))))", "c"},
      {"(score (part :piano (measure (tempo :q))))", ":q"},
      {"(score (part :piano (measure (tempo :q 1200))))", "1200"},
      {"(score (part :piano (measure (pedal start))))", "start"},
      {"(score (part :piano (measure (barline :ending 1))))", "1"},
      {"(score (part :piano (measure (chord () :q))))", "()"},
      {"(score (measure (note c4 :q)))", "(measure (note c4 :q))"},
      {"(score (part :piano (measure (mf 5))))", "5"},
      {"(score (part :piano (measure (note c4 :q :nonsense))))", ":nonsense"},
      {"(score (part :piano (measure (rest :q :trill))))", ":trill"},
      {"(score (part :piano (measure (time 3 7))))", "7"},
      {"(score (part :piano (measure :tiem (3 4))))", ":tiem"},
      {"(score (part :piano (measure (3 4))))", "(3 4)"},
      {"(score :subject \"X\")", ":subject"},
      {"(score (part :piano \"A\" \"B\" (measure)))", "\"B\""},
      {"(score (part :piano (measure (note c4 4 :q))))", ":q"},
      {"(score (part :piano (measure (chord (c4 e4) :q 5))))", "5"},
      {"(score (part :piano (measure (segno \"X\"))))", "\"X\""},
      {"(score (part :piano (measure (forward :q :number 2))))", ":number"},
      {"(score (part :piano (measure (grace :slash))))", "(grace :slash)"},
      {"(score (part :piano (measure (words \"\"))))", "\"\""},
      {"(score (part :piano (measure (repeat :forward :times 2))))", "2"},
  };
  for (const Refused& refused : cases) {
    INFO(refused.source);
    std::string source = refused.source;
    try {
      read_score(source);
      FAIL_CHECK("was accepted");
    } catch (const Error& error) {
      INFO(error.message);
      REQUIRE(error.offset >= 0);
      CHECK(source.substr(static_cast<size_t>(error.offset), static_cast<size_t>(error.length)) ==
            refused.culprit);
    }
  }
}

TEST_CASE("an empty score still is valid MusicXML or is refused", "[conformance]") {
  CHECK(check_musicxml(write_musicxml(*read_score("(score (part :piano))"))).empty());
  CHECK(check_musicxml(write_musicxml(*read_score("(score (part :piano (measure)))"))).empty());
}
