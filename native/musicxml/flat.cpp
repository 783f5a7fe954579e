#include "musicxml/flat.h"

#include <algorithm>

namespace fermata {

namespace {

class Flattener {
 public:
  Flattener(const Ticks& ticks, FlatMeasure& flat) : ticks_(ticks), flat_(flat) {}

  void voice(const Voice& voice) {
    now_ = 0;
    leading_ = true;
    size_t begin = flat_.entries.size();
    items(voice.items, {}, -1);
    flat_.voices.push_back({&voice, begin, flat_.entries.size(), now_});
    flat_.longest = std::max(flat_.longest, now_);
  }

 private:
  void items(const std::vector<Item>& list, const Ratios& ratios, int tuplet) {
    for (const Item& item : list) {
      if (item.kind == Kind::Tuplet)
        open(item, ratios, tuplet);
      else if (item.kind == Kind::Grace)
        grace(item);
      else
        push(item, ratios, tuplet);
    }
  }

  void push(const Item& item, const Ratios& ratios, int tuplet) {
    Entry& entry = flat_.entries.emplace_back();
    entry.item = &item;
    entry.onset = now_;
    entry.leading = leading_ && item.kind >= Kind::Key && item.kind <= Kind::Transpose;
    if (entry.is_note()) entry.event = ++flat_.events;
    if (!takes_time(item)) return;
    leading_ = false;
    entry.ticks = ticks_.of(item.length, ratios.actual, ratios.normal);
    entry.ratios = ratios;
    entry.tuplet = tuplet;
    entry.value = drawn(item.length);
    now_ += entry.ticks;
  }

  void grace(const Item& item) {
    int group = graces_++;
    leading_ = false;
    for (const Item& small : detail<GraceDetail>(item).items) {
      Entry& entry = flat_.entries.emplace_back();
      entry.item = &small;
      entry.onset = now_;
      entry.grace = group;
      entry.slash = ((item.flags | small.flags) & kSlash) != 0;
      if (entry.is_note()) entry.event = ++flat_.events;
      entry.value = drawn(small.length);
    }
  }

  void open(const Item& item, const Ratios& ratios, int outer) {
    const auto& tuplet = detail<TupletDetail>(item);
    int index = static_cast<int>(flat_.tuplets.size());
    TupletSpan span;
    span.detail = &tuplet;
    span.outer = outer;
    span.level = outer < 0 ? 1 : flat_.tuplets[static_cast<size_t>(outer)].level + 1;
    span.unit = drawn(length_of(tuplet.items) / Rational(tuplet.actual));
    flat_.tuplets.push_back(span);
    size_t begin = flat_.entries.size();
    items(tuplet.items, ratios.inside(tuplet.actual, tuplet.normal), index);
    find_ends(flat_.tuplets[static_cast<size_t>(index)], begin);
  }

  void find_ends(TupletSpan& span, size_t begin) const {
    for (size_t i = begin; i < flat_.entries.size(); ++i) {
      const Entry& entry = flat_.entries[i];
      if (!entry.is_timed() || entry.item->kind == Kind::Skip) continue;
      if (span.empty) span.first = i;
      span.last = i;
      span.empty = false;
    }
  }

  const Ticks& ticks_;
  FlatMeasure& flat_;
  int64_t now_ = 0;
  int graces_ = 0;
  bool leading_ = true;
};

}  // namespace

void flatten(const Measure& measure, const Ticks& ticks, FlatMeasure& flat) {
  flat.entries.clear();
  flat.tuplets.clear();
  flat.voices.clear();
  flat.accidentals.clear();
  flat.longest = 0;
  Flattener flattener(ticks, flat);
  for (const Voice& voice : measure.voices) flattener.voice(voice);
}

}  // namespace fermata
