#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ir/score.h"

namespace fermata {

/// Bars a row of items: cuts at the barlines and ties across them. Feed it items, then take the
/// measures.
class Barring {
 public:
  /// Begin `at` inside a measure of length `full` (zero: senza misura, one endless measure).
  explicit Barring(Rational full, Rational at = Rational(0))
      : full_(full), at_(at), lengths_{full} {}

  void add(const Item& item);
  /// The measures' items; the last may be unfinished.
  std::vector<std::vector<Item>> take();
  /// Where the next event would stand in the last measure.
  Rational at() const { return at_; }
  /// Be barred like another row, whose measures have these lengths (the last holds on).
  void follow(std::vector<Rational> lengths);
  /// How long a full measure was meant to be, for every measure begun.
  const std::vector<Rational>& lengths() const { return lengths_; }

 private:
  void open_next();
  void place(const Item& event);

  Rational full_, at_;
  std::vector<Rational> lengths_, plan_;
  std::vector<std::vector<Item>> bars_{1};
};

/// Staff and number of a voice.
using VoiceKey = std::pair<int, int>;
/// Loose items by the voice they belong to: `:voice` and `:staff` on an event hold for what
/// follows, (voice n ...) and (staff n ...) for what they contain, and the rest goes to `home`.
std::map<VoiceKey, std::vector<Item>> rows_of(const std::vector<Item>& items, VoiceKey home);

/// Measures from loose items, by the prevailing time signature (`time`, or 4/4, until an item
/// changes it). Items of other voices and staves are barred beside the first.
std::vector<MeasurePtr> bar_items(const std::vector<Item>& items, const Time* time);

/// The part as a value of its own: repeats that reach into the next measure settled, staves
/// counted, every measure checked as far as it can be without a score.
PartPtr make_part(Part part, std::vector<MeasurePtr> measures);

/// The metre belongs to the whole score: parts that never state a time signature get those of the
/// first part that begins with one.
void share_metre(std::vector<PartPtr>& parts);

/// What (score ...) is given.
struct ScoreParts {
  Score score;  // titles; parts and groups are filled in here
  std::vector<PartPtr> parts;
  std::vector<Group> groups;
  std::shared_ptr<const Time> time;
  std::shared_ptr<const Key> key;
  std::optional<Item> tempo;  // a Tempo direction for the first part
};
/// The whole, checked: ids given, score-wide signs put into the first measures.
ScorePtr make_score(ScoreParts parts);

/// The measure with `items` put before everything else in its first voice.
MeasurePtr with_leading_items(const Measure& measure, const std::vector<Item>& items);

}  // namespace fermata
