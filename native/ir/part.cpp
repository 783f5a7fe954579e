#include "ir/part.h"

#include <algorithm>
#include <iterator>

namespace fermata {

namespace {

constexpr size_t kChunk = 64;

template <class T>
bool same_details(const std::vector<std::shared_ptr<const T>>& a,
                  const std::vector<std::shared_ptr<const T>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x == y || (x && y && x->equals(*y));
  });
}

/// Counts measures as they are printed.
struct Numbering {
  int next = 1;

  int take(const Measure& measure) {
    if (measure.number > 0) next = measure.number;
    bool counted = !measure.pickup || measure.number > 0;
    return counted ? next++ : next - 1;
  }
};

bool same(const MeasurePtr& a, const MeasurePtr& b) { return a == b || *a == *b; }

}  // namespace

bool operator==(const Context& a, const Context& b) {
  bool time = a.time == b.time || (a.time && b.time && a.time->equals(*b.time));
  return time && same_details(a.keys, b.keys) && same_details(a.clefs, b.clefs) &&
         a.ties == b.ties && a.slurs == b.slurs && a.spans == b.spans && a.ending == b.ending;
}

const ContextPtr& empty_context() {
  static const ContextPtr empty = std::make_shared<Context>();
  return empty;
}

Measures::Chunk::Chunk(std::vector<Slot> all) : slots(std::move(all)) {
  Numbering numbering{0};
  for (const Slot& slot : slots) {
    numbered |= slot.measure->number > 0;
    numbering.take(*slot.measure);
  }
  counted = numbering.next;
}

std::pair<size_t, size_t> Measures::locate(size_t index) const {
  auto chunk = static_cast<size_t>(std::upper_bound(starts_.begin(), starts_.end(), index) -
                                   starts_.begin()) -
               1;
  return {chunk, index - starts_[chunk]};
}

const Slot& Measures::operator[](size_t index) const {
  auto [chunk, place] = locate(index);
  return chunks_[chunk]->slots[place];
}

const ContextPtr& Measures::before(size_t index) const {
  return index == 0 ? empty_context() : (*this)[index - 1].after;
}

void Measures::count(const Measures& old, size_t kept) {
  starts_.reserve(chunks_.size());
  numbers_.reserve(chunks_.size() + 1);
  starts_.assign(old.starts_.begin(), old.starts_.begin() + static_cast<long>(kept));
  numbers_.assign(old.numbers_.begin(), old.numbers_.begin() + static_cast<long>(kept));
  size_ = kept < old.starts_.size() ? old.starts_[kept] : old.size_;
  int next = kept < old.numbers_.size() ? old.numbers_[kept] : 1;
  for (size_t i = kept; i < chunks_.size(); ++i) {
    const Chunk& chunk = *chunks_[i];
    starts_.push_back(size_);
    numbers_.push_back(next);
    size_ += chunk.slots.size();
    next = chunk.counted + (chunk.numbered ? 0 : next);
  }
  numbers_.push_back(next);
}

int Measures::number(size_t index) const {
  if (index >= size_) return numbers_.empty() ? 1 : numbers_.back();
  auto [chunk, place] = locate(index);
  Numbering numbering{numbers_[chunk]};
  for (size_t i = 0; i < place; ++i) numbering.take(*chunks_[chunk]->slots[i].measure);
  return numbering.take(*chunks_[chunk]->slots[place].measure);
}

std::optional<size_t> Measures::find(int number) const {
  for (size_t i = 0; i < chunks_.size(); ++i) {
    const Chunk& chunk = *chunks_[i];
    bool counted_past = number < numbers_[i] - 1 || number >= numbers_[i] + chunk.counted;
    if (!chunk.numbered && counted_past) continue;
    Numbering numbering{numbers_[i]};
    for (size_t place = 0; place < chunk.slots.size(); ++place)
      if (numbering.take(*chunk.slots[place].measure) == number) return starts_[i] + place;
  }
  return {};
}

Measures Measures::spliced(size_t index, size_t count, std::vector<Slot> slots) const {
  Measures result;
  size_t first = chunks_.size(), head = 0;  // first chunk touched, slots of it kept before `index`
  if (index < size_)
    std::tie(first, head) = locate(index);
  else if (!chunks_.empty() && chunks_.back()->slots.size() < kChunk)
    first = chunks_.size() - 1, head = chunks_.back()->slots.size();
  size_t last = first,
         tail = head + count;  // chunk of the first slot kept after the cut, and its place there
  while (last < chunks_.size() && tail > chunks_[last]->slots.size())
    tail -= chunks_[last++]->slots.size();

  std::vector<Slot> changed;
  if (first < chunks_.size()) {
    const std::vector<Slot>& kept = chunks_[first]->slots;
    changed.assign(kept.begin(), kept.begin() + static_cast<long>(head));
  }
  changed.insert(changed.end(), std::make_move_iterator(slots.begin()),
                 std::make_move_iterator(slots.end()));
  size_t rest = last < chunks_.size() ? last + 1 : last;
  if (last < chunks_.size()) {
    const std::vector<Slot>& kept = chunks_[last]->slots;
    changed.insert(changed.end(), kept.begin() + static_cast<long>(tail), kept.end());
  }

  result.chunks_.assign(chunks_.begin(), chunks_.begin() + static_cast<long>(first));
  for (size_t at = 0; at < changed.size();) {
    size_t left = changed.size() - at,
           size = left <= 2 * kChunk && left > kChunk ? (left + 1) / 2 : std::min(left, kChunk);
    auto begin = std::make_move_iterator(changed.begin() + static_cast<long>(at));
    result.chunks_.push_back(
        std::make_shared<Chunk>(std::vector<Slot>(begin, begin + static_cast<long>(size))));
    at += size;
  }
  result.chunks_.insert(result.chunks_.end(), chunks_.begin() + static_cast<long>(rest),
                        chunks_.end());
  result.count(*this, first);
  return result;
}

size_t Measures::first_difference(const Measures& a, const Measures& b, size_t from) {
  size_t end = std::min(a.size_, b.size_), i = from;
  if (i >= end) return end;
  auto [chunk_a, place_a] = a.locate(i);
  auto [chunk_b, place_b] = b.locate(i);
  while (i < end) {
    const auto &ca = a.chunks_[chunk_a], &cb = b.chunks_[chunk_b];
    bool shared = ca == cb && place_a == place_b;
    if (!shared && !same(ca->slots[place_a].measure, cb->slots[place_b].measure)) return i;
    size_t step = shared ? ca->slots.size() - place_a : 1;
    i += step;
    if ((place_a += step) == ca->slots.size()) ++chunk_a, place_a = 0;
    if ((place_b += step) == cb->slots.size()) ++chunk_b, place_b = 0;
  }
  return end;
}

size_t Measures::common_tail(const Measures& a, const Measures& b, size_t limit) {
  size_t count = 0;
  while (count < limit) {
    auto [chunk_a, place_a] = a.locate(a.size_ - 1 - count);
    auto [chunk_b, place_b] = b.locate(b.size_ - 1 - count);
    const auto &ca = a.chunks_[chunk_a], &cb = b.chunks_[chunk_b];
    bool shared = ca == cb && place_a == place_b;
    if (!shared && !same(ca->slots[place_a].measure, cb->slots[place_b].measure)) break;
    count += shared ? place_a + 1 : 1;
  }
  return std::min(count, limit);
}

bool operator==(const Measures& a, const Measures& b) {
  return a.size_ == b.size_ && Measures::first_difference(a, b) == a.size_;
}

bool operator==(const Part& a, const Part& b) {
  return a.id == b.id && a.name == b.name && a.abbr == b.abbr && a.instrument == b.instrument &&
         a.program == b.program && a.channel == b.channel && a.diatonic == b.diatonic &&
         a.chromatic == b.chromatic && a.staves == b.staves && a.volume == b.volume &&
         a.pan == b.pan && a.clefs == b.clefs && a.measures == b.measures;
}

std::vector<int> measure_numbers(const Part& part) {
  std::vector<int> numbers;
  numbers.reserve(part.measures.size());
  Numbering numbering;
  part.measures.each(
      [&](size_t, const Slot& slot) { numbers.push_back(numbering.take(*slot.measure)); });
  return numbers;
}

}  // namespace fermata
