#include "ir/validate.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/interrupt.h"
#include "ir/direction.h"
#include "ir/duration.h"

namespace fermata {

namespace {

constexpr RuleRow kRules[] = {
    {"bar-overfull", "no voice is longer than its measure"},
    {"tie-pitch", "a tie joins two notes of the same pitch in one voice"},
    {"tie-stop", "a tie that ends has begun on the event before"},
    {"slur-start", "a slur does not begin while one with the same number is open"},
    {"slur-stop", "a slur that ends has begun"},
    {"span-start", "a hairpin, ottava or pedal does not begin while another is open"},
    {"span-stop", "a hairpin, ottava or pedal that ends has begun, and is of that kind"},
    {"ending", "endings follow one another and end only after they began"},
    {"staff-number", "music stands only on staves that the part has"},
    {"time-at-barline", "a time signature stands at the beginning of a measure"},
    {"part-id", "no two parts of a score have the same id"},
    {"group-nesting", "groups of parts lie inside one another or apart"},
};

[[noreturn]] void refuse(std::string_view rule, std::string message, std::string hint) {
  Error error(ErrorKind::Music, std::move(message), std::move(hint));
  error.rule = rule;
  throw error;
}

/// Reads one measure in a state that it copies only when something changes.
class Reading {
 public:
  Reading(const ContextPtr& before, const Measure& measure, int staves, Metre metre)
      : before_(before), measure_(measure), staves_(staves), metre_(metre) {}

  ContextPtr run() {
    if (is_plain()) return before_;
    check_left();
    for (const Voice& voice : measure_.voices) read_attributes(voice);
    for (const Voice& voice : measure_.voices) read_voice(voice);
    check_spans();
    check_right();
    if (!changed_ || *changed_ == *before_) return before_;
    return changed_;
  }

 private:
  /// Nothing but notes and rests that fit the bar, with nothing open: most measures, and quickly
  /// seen.
  bool is_plain() const {
    if (!before_->ties.empty() || !measure_.left.ending.empty() || !measure_.right.ending.empty())
      return false;
    Rational full =
        before_->time || metre_ == Metre::AsStated ? full_length(*before_) : Rational(0);
    for (const Voice& voice : measure_.voices) {
      Rational sum;
      if (voice.staff > staves_) return false;
      for (const Item& item : voice.items) {
        if (item.kind > Kind::Rest || item.tie || item.slurs || item.staff) return false;
        sum += item.length;
      }
      if (!full.is_zero() && sum > full) return false;
    }
    return true;
  }

  const Context& now() const { return changed_ ? *changed_ : *before_; }
  Context& change() {
    if (!changed_) changed_ = std::make_shared<Context>(*before_);
    return *changed_;
  }

  void check_left() {
    const Bar& bar = measure_.left;
    if (bar.ending.empty()) return;
    if (!now().ending.empty())
      refuse("ending", "ending " + bar.ending + " begins while ending " + now().ending + " is open",
             "close it with (ending " + now().ending + " :stop) in the measure before");
    change().ending = bar.ending;
  }

  void check_right() {
    const Bar& bar = measure_.right;
    if (bar.ending.empty()) return;
    if (now().ending != bar.ending)
      refuse("ending",
             "ending " + bar.ending + " ends, but " +
                 (now().ending.empty() ? "none is open" : "ending " + now().ending + " is open"),
             "begin it with (ending " + bar.ending + " :start)");
    change().ending.clear();
  }

  void read_attributes(const Voice& voice) {
    if (voice.staff > staves_) no_staff(voice.staff);
    bool timed = false;
    for (const Item& item : voice.items) {
      if (item.staff > staves_) no_staff(item.staff);
      if (item.kind == Kind::Time) {
        if (timed)
          refuse("time-at-barline", "a time signature stands in the middle of a measure",
                 "write it at the beginning of the next measure");
        change().time = std::static_pointer_cast<const Time>(item.detail);
      } else if (item.kind == Kind::Key) {
        change().keys.assign(1, std::static_pointer_cast<const Key>(item.detail));
      } else if (item.kind == Kind::Clef) {
        auto staff = static_cast<size_t>(item.staff ? item.staff : voice.staff);
        if (now().clefs.size() < staff) change().clefs.resize(staff);
        change().clefs[staff - 1] = std::static_pointer_cast<const Clef>(item.detail);
      }
      timed |= takes_time(item);
    }
  }

  [[noreturn]] void no_staff(int staff) const {
    refuse("staff-number",
           "there is no staff " + std::to_string(staff) + ": the part has " +
               std::to_string(staves_) + (staves_ == 1 ? " staff" : " staves"),
           "write :staves " + std::to_string(staff) + " in the part");
  }

  void read_voice(const Voice& voice) {
    voice_ = &voice;
    at_ = Rational(0);
    Rational scale(1);
    for (const Item& item : voice.items) read(item, scale);
    bool known = now().time || metre_ == Metre::AsStated;
    Rational full = full_length(now());
    if (known && !full.is_zero() && at_ > full) overfull(full);
  }

  [[noreturn]] void overfull(const Rational& full) const {
    std::string which = voice_->number > 1 || voice_->staff > 1
                            ? "voice " + std::to_string(voice_->number) + " "
                            : "it ";
    if (voice_->staff > 1)
      which = "voice " + std::to_string(voice_->number) + " of staff " +
              std::to_string(voice_->staff) + " ";
    refuse("bar-overfull",
           "the measure is over-full: " + which + "lasts " + in_quarters(at_) +
               ", and a full measure " + to_string(full * Rational(4)),
           "move what is too much to the next measure, or change the time signature");
  }

  void read(const Item& item, const Rational& scale) {
    switch (item.kind) {
      case Kind::Note:
      case Kind::Chord: pitched(item); break;
      case Kind::Rest:
      case Kind::Skip: silent(); break;
      case Kind::Grace:
        for (const Item& inner : detail<GraceDetail>(item).items) slurs(inner);
        break;
      case Kind::Tuplet: {
        const auto& tuplet = detail<TupletDetail>(item);
        Rational inner_scale = scale * Rational(tuplet.normal, tuplet.actual);
        for (const Item& inner : tuplet.items) read(inner, inner_scale);
        return;
      }
      case Kind::Direction: span(item); break;
      default: break;
    }
    if (takes_time(item)) at_ += scale == Rational(1) ? item.length : item.length * scale;
  }

  bool tied_here(const Context::OpenTie& tie) const {
    return tie.staff == voice_->staff && tie.voice == voice_->number;
  }

  void silent() {
    for (const auto& tie : now().ties)
      if (tied_here(tie))
        refuse("tie-pitch", "the tie from " + to_string(tie.pitch) + " leads to a rest",
               "tie it to another " + to_string(tie.pitch) + ", or leave out :tie start");
  }

  void pitched(const Item& item) {
    if (item.slurs) slurs(item);
    bool open = false;
    for (const auto& tie : now().ties) open |= tied_here(tie);
    if (!open && item.tie == 0 && item.kind == Kind::Note) return;
    auto member_ties = [&](auto visit) {
      if (item.kind == Kind::Note) return visit(item.pitch, item.tie);
      for (const Member& member : detail<EventDetail>(item).members)
        visit(member.pitch, static_cast<uint8_t>(item.tie | member.tie));
    };
    std::vector<Pitch> open_pitches;
    for (const auto& tie : now().ties)
      if (tied_here(tie)) open_pitches.push_back(tie.pitch);
    std::vector<Pitch> starts;
    member_ties([&](const Pitch& pitch, uint8_t tie) {
      auto found = std::find(open_pitches.begin(), open_pitches.end(), pitch);
      if (tie & kTieStop) {
        if (found == open_pitches.end()) stop_without_start(pitch, open_pitches);
        open_pitches.erase(found);
      }
      if (tie & kTieStart) starts.push_back(pitch);
    });
    if (!open_pitches.empty())
      refuse("tie-pitch",
             "the tie from " + to_string(open_pitches[0]) + " does not lead to another " +
                 to_string(open_pitches[0]),
             "a tie joins equal pitches: write (note " + to_string(open_pitches[0]) +
                 " ... :tie stop), or use a slur");
    if (!open && starts.empty()) return;
    auto& ties = change().ties;
    std::erase_if(ties, [&](const auto& tie) { return tied_here(tie); });
    for (const Pitch& pitch : starts) ties.push_back({voice_->staff, voice_->number, pitch});
    std::sort(ties.begin(), ties.end());
  }

  [[noreturn]] static void stop_without_start(const Pitch& pitch, const std::vector<Pitch>& open) {
    if (!open.empty())
      refuse("tie-pitch", "the tie from " + to_string(open[0]) + " leads to " + to_string(pitch),
             "a tie joins equal pitches; a slur joins different ones: :slur start ... :slur stop");
    refuse("tie-stop", "a tie ends on " + to_string(pitch) + ", but none has begun",
           "write :tie start on the note before it in the same voice");
  }

  void slurs(const Item& item) {
    for (int number = 1; number <= 8 && item.slurs >> (2 * (number - 1)); ++number) {
      int bits = item.slurs >> (2 * (number - 1));
      Context::OpenSlur slur{voice_->staff, voice_->number, number};
      const auto& open = now().slurs;
      bool is_open = std::binary_search(open.begin(), open.end(), slur);
      if (bits & 2) {
        if (!is_open)
          refuse("slur-stop", "slur " + std::to_string(number) + " ends, but has not begun",
                 "write :slur start on an earlier note of the same voice");
        auto& slurs = change().slurs;
        slurs.erase(std::lower_bound(slurs.begin(), slurs.end(), slur));
        is_open = false;
      }
      if (bits & 1) {
        if (is_open)
          refuse("slur-start", "slur " + std::to_string(number) + " begins while it is still open",
                 "end it first with :slur stop, or give this one :slur-number " +
                     std::to_string(number + 1));
        auto& slurs = change().slurs;
        slurs.insert(std::lower_bound(slurs.begin(), slurs.end(), slur), slur);
      }
    }
  }

  struct SpanAction {
    Rational at;
    int staff;
    const Direction* direction;
  };

  void span(const Item& item) {
    const auto& direction = detail<Direction>(item);
    if (direction.kind != DirectionKind::Hairpin && direction.kind != DirectionKind::Pedal &&
        direction.kind != DirectionKind::Ottava)
      return;
    spans_.push_back({at_, item.staff ? item.staff : voice_->staff, &direction});
  }

  /// Spans belong to the staff, so those of all its voices are read in the order of time.
  void check_spans() {
    if (spans_.empty()) return;
    std::stable_sort(spans_.begin(), spans_.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    for (const SpanAction& action : spans_) read_span(*action.direction, action.staff);
  }

  static std::string span_name(DirectionKind kind, int value) {
    if (kind == DirectionKind::Pedal) return "pedal";
    if (kind == DirectionKind::Ottava) return "ottava";
    return value == kCrescendo || value == kCrescendoStop ? "crescendo" : "diminuendo";
  }

  static std::string stop_form(DirectionKind kind, int value) {
    if (kind == DirectionKind::Pedal) return "(pedal :stop)";
    if (kind == DirectionKind::Ottava) return "(ottava :stop)";
    return value == kCrescendo ? "(cresc-stop)" : "(dim-stop)";
  }

  void read_span(const Direction& direction, int staff) {
    auto& spans = change().spans;
    auto open = std::find_if(spans.begin(), spans.end(), [&](const auto& span) {
      return span.kind == static_cast<uint8_t>(direction.kind) && span.staff == staff &&
             span.number == direction.number;
    });
    bool stops = direction.kind == DirectionKind::Hairpin ? direction.value >= kCrescendoStop
                 : direction.kind == DirectionKind::Pedal ? direction.value != kPedalStart
                                                          : direction.value == kOttavaStop;
    std::string name = span_name(direction.kind, direction.value);
    if (!stops) {
      if (open != spans.end())
        refuse(
            "span-start",
            "a " + name + " begins while a " + span_name(direction.kind, open->value) + " is open",
            "end it first with " + stop_form(direction.kind, open->value));
      spans.push_back(
          {static_cast<uint8_t>(direction.kind), staff, direction.number, direction.value});
      std::sort(spans.begin(), spans.end());
      return;
    }
    if (open == spans.end())
      refuse("span-stop", "a " + name + " ends, but none has begun",
             "begin it on this staff first");
    if (direction.kind == DirectionKind::Hairpin && open->value + 2 != direction.value)
      refuse("span-stop",
             "a " + name + " ends, but a " + span_name(direction.kind, open->value) + " is open",
             "write " + stop_form(direction.kind, open->value));
    if (direction.kind == DirectionKind::Pedal && direction.value == kPedalChange) return;
    spans.erase(open);
  }

  const ContextPtr& before_;
  const Measure& measure_;
  int staves_;
  Metre metre_;
  std::shared_ptr<Context> changed_;
  const Voice* voice_ = nullptr;
  Rational at_;
  std::vector<SpanAction> spans_;
};

void check_ids(const Score& score) {
  std::set<std::string> ids;
  for (size_t i = 0; i < score.parts.size(); ++i) {
    if (ids.insert(score.parts[i]->id).second) continue;
    Error error(ErrorKind::Music, "two parts have the id " + score.parts[i]->id,
                "give one of them another :id");
    error.rule = "part-id";
    error.part = static_cast<int>(i);
    throw error;
  }
}

void check_groups(const Score& score) {
  for (const Group& a : score.groups) {
    bool inside = a.first <= a.last && a.last < score.parts.size();
    for (const Group& b : score.groups)
      inside &= b.first <= a.first || b.first > a.last || b.last <= a.last;
    if (!inside)
      refuse("group-nesting", "groups of parts overlap",
             "put one group inside the other, or side by side");
  }
}

}  // namespace

std::span<const RuleRow> rule_table() { return kRules; }

Rational full_length(const Context& context) {
  return context.time ? context.time->measure_length() : Rational(1);
}

ContextPtr advance(const ContextPtr& before, const Measure& measure, int staves, Metre metre) {
  return Reading(before, measure, staves, metre).run();
}

namespace {

/// Measures to be put into a part in place of others.
struct Splice {
  size_t index, count;
  std::vector<MeasurePtr> measures;
};

/// `:repeat-both` at the end of a measure is a backward repeat there and a forward one in the next,
/// once there is one.
void settle_repeats(const Part& part, Splice& splice) {
  auto waits = [](const MeasurePtr& measure) { return measure->right.forward_after; };
  std::vector<MeasurePtr>& measures = splice.measures;
  size_t next = splice.index + splice.count;
  bool follows = next < part.measures.size();
  if (splice.index > 0 && waits(part.measures[splice.index - 1].measure) &&
      (!measures.empty() || follows)) {
    measures.insert(measures.begin(), part.measures[--splice.index].measure);
    ++splice.count;
  }
  if (follows && !measures.empty() && waits(measures.back())) {
    measures.push_back(part.measures[next].measure);
    ++splice.count;
  }
  for (size_t i = 0; i + 1 < measures.size(); ++i) {
    if (!waits(measures[i])) continue;
    auto here = std::make_shared<Measure>(*measures[i]);
    here->right.forward_after = false;
    auto after = std::make_shared<Measure>(*measures[i + 1]);
    after->left.repeat = true;
    measures[i] = here;
    measures[i + 1] = after;
  }
}

}  // namespace

PartPtr with_measures(const Part& part, size_t index, size_t count,
                      std::vector<MeasurePtr> measures, Metre metre) {
  Splice splice{index, count, std::move(measures)};
  settle_repeats(part, splice);
  auto result = std::make_shared<Part>(part);
  std::vector<Slot> slots;
  slots.reserve(splice.measures.size());
  ContextPtr state = part.measures.before(splice.index);
  size_t at = splice.index;
  auto read = [&](MeasurePtr measure) {
    if ((at & 63) == 0) poll_interrupt();
    try {
      state = advance(state, *measure, part.staves, metre);
    } catch (Error& error) {
      error.measure = static_cast<int>(at);
      throw;
    }
    ++at;
    slots.push_back({std::move(measure), state});
  };
  for (MeasurePtr& measure : splice.measures) read(std::move(measure));
  // What follows is read again only as long as it begins in another state than before.
  size_t next = splice.index + splice.count;
  while (next < part.measures.size()) {
    const ContextPtr& known = part.measures.before(next);
    if (next != 0 && (state == known || *state == *known)) break;
    read(part.measures[next++].measure);
  }
  result->measures = part.measures.spliced(splice.index, next - splice.index, std::move(slots));
  return result;
}

void validate_part_list(const Score& score) {
  check_ids(score);
  check_groups(score);
}

void validate(const Score& score) {
  validate_part_list(score);
  for (size_t p = 0; p < score.parts.size(); ++p) {
    ContextPtr state = empty_context();
    score.parts[p]->measures.each([&](size_t index, const Slot& slot) {
      try {
        state = advance(state, *slot.measure, score.parts[p]->staves, Metre::AsStated);
      } catch (Error& error) {
        error.part = static_cast<int>(p);
        error.measure = static_cast<int>(index);
        throw;
      }
    });
  }
}

}  // namespace fermata
