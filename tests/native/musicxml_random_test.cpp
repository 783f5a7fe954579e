#include "musicxml_fixture.h"

using namespace fermata;
using namespace fermata::mx;

namespace {

/// Music by chance, the same at every run.
class Chance {
 public:
  explicit Chance(uint32_t seed) : state_(seed * 2654435761u + 12345u) {}

  int below(int limit) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<int>((state_ >> 8) % static_cast<uint32_t>(limit));
  }
  bool once_in(int many) { return below(many) == 0; }

  std::string pitch() {
    static const char* accidentals[] = {"", "", "", "#", "b", "x", "bb", "+", "d"};
    return std::string(1, "cdefgab"[below(7)]) + accidentals[below(9)] +
           std::to_string(2 + below(5));
  }

  Item event(const std::string& duration) {
    if (once_in(6)) return r(duration);
    Item item = once_in(5) ? chord({"c4", pitch(), "b6"}, duration) : n(pitch(), duration);
    if (once_in(10)) item = marked(item, {"staccato", "trill"});
    if (once_in(12)) item.beam = static_cast<uint8_t>(1 + below(4));
    if (once_in(15)) item.glissando = 1;
    if (once_in(15)) item.dynamic = static_cast<uint8_t>(1 + below(10));
    return item;
  }

  /// Items that last `left` quarters in 32nds.
  Items fill(int left) {
    static const std::pair<const char*, int> values[] = {{"32", 1}, {"16", 2}, {"16.", 3}, {"8", 4},
                                                         {"8.", 6}, {"q", 8},  {"q.", 12}, {"8", 4},
                                                         {"16", 2}, {"h", 16}};
    Items items;
    while (left > 0) {
      if (once_in(9)) items.push_back(grace({n(pitch(), "8"), n(pitch(), "16")}, once_in(2)));
      if (left >= 8 && once_in(5)) {
        items.push_back(tuplet_of_a_quarter());
        left -= 8;
        continue;
      }
      auto [name, length] = values[below(10)];
      if (length > left) continue;
      if (once_in(12))
        items.push_back(skip(name));
      else
        items.push_back(event(name));
      left -= length;
      if (once_in(20)) items.push_back(clef(once_in(2) ? "bass" : "treble"));
      if (once_in(20)) items.push_back(direction(DirectionKind::Words, 0, "<&>"));
    }
    return items;
  }

  Item tuplet_of_a_quarter() {
    switch (below(4)) {
      case 0: return tuplet(3, 2, {event("8"), event("8"), event("8")});
      case 1: return tuplet(3, 2, {event("q"), event("8")});
      case 2: return tuplet(5, 4, {event("16"), event("16"), event("16"), event("8")});
      default:
        return tuplet(
            3, 2, {event("8"), tuplet(3, 2, {event("16"), event("16"), event("16")}), event("8")});
    }
  }

  /// Slurs from note to note, some left open at the end.
  void slur(std::vector<Items>& bars) {
    bool open = false;
    for (Items& items : bars)
      for (Item& item : items) {
        if (item.kind != Kind::Note || !once_in(3)) continue;
        item = slurred(item, 1, !open, open);
        open = !open;
      }
  }

 private:
  uint32_t state_;
};

ScorePtr by_chance(uint32_t seed) {
  Chance chance(seed);
  static const std::pair<std::vector<int>, int> metres[] = {
      {{4}, 4}, {{3}, 4},    {{6}, 8}, {{2}, 2}, {{7}, 8},
      {{5}, 8}, {{3, 2}, 8}, {{9}, 8}, {{3}, 8}, {{5}, 16}};
  auto [beats, type] = metres[chance.below(10)];
  int sum = 0;
  for (int beat : beats) sum += beat;
  int full = sum * 32 / type;
  std::vector<Items> first, second, lower;
  for (int i = 0; i < 4; ++i) {
    first.push_back(chance.fill(chance.once_in(4) ? full / 2 : full));
    second.push_back(chance.fill(full));
    lower.push_back(chance.fill(full));
  }
  chance.slur(first);
  chance.slur(lower);
  std::vector<MeasurePtr> measures;
  for (size_t i = 0; i < first.size(); ++i) {
    Measure measure;
    measure.voices.push_back({1, 1, first[i]});
    if (chance.once_in(2)) measure.voices.push_back({2, 1, second[i]});
    if (i + 1 < first.size()) measure.voices.push_back({1, 2, lower[i]});
    if (i == 0)
      measure.voices[0].items.insert(measure.voices[0].items.begin(),
                                     {key(chance.below(15) - 7), time(beats, type)});
    measures.push_back(std::make_shared<const Measure>(measure));
  }
  Part piano;
  piano.staves = 2;
  return score({part(measures, piano), part({measures[0]}, piano)});
}

}  // namespace

TEST_CASE("music by chance is written without a fault", "[musicxml][random]") {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    Written w(by_chance(seed));
  }
}
