#include "musicxml_fixture.h"

using namespace fermata;
using namespace fermata::mx;

namespace {

std::string good() {
  static const std::string xml = [] {
    Items first{direction(DirectionKind::Hairpin, kCrescendo), slurred(n("c4", "8"), 1, true),
                n("d4", "8"), tuplet(3, 2, {n("c4", "8"), n("d4", "8"), n("e4", "8")}),
                tied(chord({"c4", "e4"}, "h"), kTieStart)};
    Items second{tied(chord({"c4", "e4"}, "h"), kTieStop),
                 direction(DirectionKind::Hairpin, kCrescendoStop),
                 slurred(n("c4", "8."), 1, false, true), n("c4", "16"), n("d4", "q")};
    Part two;
    two.staves = 2;
    return write_musicxml(*score(
        {part({bar(first), bar(second)}),
         part({bar({staff(1, {n("c5", "w")}), staff(2, {n("c3", "w")})}), bar({n("c4", "w")})},
              two)}));
  }();
  return xml;
}

/// The good file with the `nth` occurrence of `from` replaced.
std::string broken(const std::string& from, const std::string& to, int nth = 1) {
  std::string xml = good();
  size_t at = 0;
  for (int i = 0; i < nth; ++i) {
    at = xml.find(from, i == 0 ? 0 : at + 1);
    REQUIRE(at != std::string::npos);
  }
  return xml.replace(at, from.size(), to);
}

bool complains(const std::string& xml, const std::string& about) {
  for (const std::string& message : check_musicxml(xml))
    if (message.find(about) != std::string::npos) return true;
  for (const std::string& message : check_musicxml(xml)) UNSCOPED_INFO(message);
  return false;
}

}  // namespace

TEST_CASE("the checker accepts what is right", "[musicxml][checker]") {
  CHECK(check_musicxml(good()) == std::vector<std::string>{});
}

TEST_CASE("the checker finds what is broken", "[musicxml][checker]") {
  CHECK(complains("<score-partwise>", "not well-formed"));
  CHECK(complains("<score-timewise/>", "no score-partwise"));
  CHECK(complains(broken("<duration>12</duration>", "<duration>11</duration>"), "lasts"));
  CHECK(complains(broken("<backup>\n        <duration>4<", "<backup>\n        <duration>5<"),
                  "backup before"));
  CHECK(complains(broken("<backup>\n        <duration>4<", "<backup>\n        <duration>3<"),
                  "gap or an overlap"));
  CHECK(complains(broken("<type>half</type>", "<type>quarter</type>"),
                  "a quarter with 0 dots lasts"));
  CHECK(complains(broken("<dot/>", ""), "a eighth with 0 dots"));
  CHECK(complains(broken("<tie type=\"stop\"/>", ""), "tie and tied"));
  CHECK(complains(broken("<step>E</step>", "<step>F</step>", 3), "tie"));
  CHECK(complains(broken("<slur type=\"stop\" number=\"1\"/>", ""),
                  "the slur that begins in measure 1 never ends"));
  CHECK(complains(broken("<slur type=\"start\" number=\"1\"/>", ""),
                  "a slur ends that did not begin"));
  CHECK(complains(broken("<tuplet type=\"stop\" number=\"1\"/>", ""), "the tuplet that begins"));
  CHECK(complains(broken("<wedge type=\"stop\" number=\"1\"/>", "<dashes type=\"stop\"/>"),
                  "the wedge that begins"));
  CHECK(complains(broken("<beam number=\"1\">end</beam>", "<beam number=\"1\">continue</beam>"),
                  "beam"));
  CHECK(complains(broken("<beam number=\"1\">begin</beam>", "<beam number=\"1\">continue</beam>"),
                  "without a beginning"));
  CHECK(complains(broken("<beam number=\"2\">backward hook</beam>", ""), "do not agree"));
  CHECK(complains(broken("<actual-notes>3<", "<actual-notes>5<"), "lasts"));
  CHECK(complains(broken("<part id=\"P2\">", "<part id=\"P3\">"), "not those of the part-list"));
  CHECK(complains(broken("<midi-instrument id=\"P1-I1\">", "<midi-instrument id=\"P9-I1\">"),
                  "refers to no"));
  CHECK(complains(broken("<staff>2</staff>", "<staff>3</staff>"), "staff 3 of 2"));
  CHECK(complains(broken("<divisions>12</divisions>", "<divisions>24</divisions>"), "lasts"));
  CHECK(complains(broken("<beats>4</beats>", "<beats>5</beats>"), "of 60"));
  CHECK(complains(broken("<duration>24</duration>", "<duration>12</duration>", 2),
                  "a chord member lasts"));
}

TEST_CASE("the checker counts measures", "[musicxml][checker]") {
  std::string xml = good();
  size_t at = xml.rfind("    <measure number=\"2\">"), end = xml.rfind("  </part>");
  CHECK(complains(xml.erase(at, end - at), "different numbers of measures"));
}
