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

std::pair<size_t, size_t> Measures::locate(size_t index) const {
  auto chunk = static_cast<size_t>(std::upper_bound(starts_.begin(), starts_.end(), index) -
                                   starts_.begin()) -
               1;
  return {chunk, index - starts_[chunk]};
}

const Slot& Measures::operator[](size_t index) const {
  auto [chunk, place] = locate(index);
  return (*chunks_[chunk])[place];
}

const ContextPtr& Measures::before(size_t index) const {
  return index == 0 ? empty_context() : (*this)[index - 1].after;
}

Measures Measures::spliced(size_t index, size_t count, std::vector<Slot> slots) const {
  Measures result;
  size_t first = chunks_.size(), head = 0;  // first chunk touched, slots of it kept before `index`
  if (index < size_)
    std::tie(first, head) = locate(index);
  else if (!chunks_.empty() && chunks_.back()->size() < kChunk)
    first = chunks_.size() - 1, head = chunks_.back()->size();
  size_t last = first,
         tail = head + count;  // chunk of the first slot kept after the cut, and its place there
  while (last < chunks_.size() && tail > chunks_[last]->size()) tail -= chunks_[last++]->size();

  std::vector<Slot> changed;
  if (first < chunks_.size())
    changed.assign(chunks_[first]->begin(), chunks_[first]->begin() + static_cast<long>(head));
  changed.insert(changed.end(), std::make_move_iterator(slots.begin()),
                 std::make_move_iterator(slots.end()));
  size_t rest = last < chunks_.size() ? last + 1 : last;
  if (last < chunks_.size())
    changed.insert(changed.end(), chunks_[last]->begin() + static_cast<long>(tail),
                   chunks_[last]->end());

  result.chunks_.assign(chunks_.begin(), chunks_.begin() + static_cast<long>(first));
  for (size_t at = 0; at < changed.size();) {
    size_t left = changed.size() - at,
           size = left <= 2 * kChunk && left > kChunk ? (left + 1) / 2 : std::min(left, kChunk);
    result.chunks_.push_back(std::make_shared<Chunk>(
        std::make_move_iterator(changed.begin() + static_cast<long>(at)),
        std::make_move_iterator(changed.begin() + static_cast<long>(at + size))));
    at += size;
  }
  result.chunks_.insert(result.chunks_.end(), chunks_.begin() + static_cast<long>(rest),
                        chunks_.end());
  result.starts_.reserve(result.chunks_.size());
  for (const auto& chunk : result.chunks_) {
    result.starts_.push_back(result.size_);
    result.size_ += chunk->size();
  }
  return result;
}

size_t Measures::first_difference(const Measures& a, const Measures& b, size_t from) {
  size_t end = std::min(a.size_, b.size_), i = from;
  while (i < end) {
    auto [chunk_a, place_a] = a.locate(i);
    auto [chunk_b, place_b] = b.locate(i);
    const auto &ca = a.chunks_[chunk_a], &cb = b.chunks_[chunk_b];
    if (ca == cb && place_a == place_b) {
      i += ca->size() - place_a;
      continue;
    }
    const MeasurePtr &ma = (*ca)[place_a].measure, &mb = (*cb)[place_b].measure;
    if (ma != mb && !(*ma == *mb)) return i;
    ++i;
  }
  return std::min(i, end);
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
  int next = 1;
  part.measures.each([&](size_t, const Slot& slot) {
    const Measure& measure = *slot.measure;
    if (measure.number > 0) next = measure.number;
    bool counted = !measure.pickup || measure.number > 0;
    numbers.push_back(counted ? next : next - 1);
    if (counted) ++next;
  });
  return numbers;
}

std::optional<size_t> find_measure(const Part& part, int number) {
  std::vector<int> numbers = measure_numbers(part);
  auto found = std::find(numbers.begin(), numbers.end(), number);
  if (found == numbers.end()) return {};
  return static_cast<size_t>(found - numbers.begin());
}

}  // namespace fermata
