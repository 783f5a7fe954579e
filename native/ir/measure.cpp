#include "ir/measure.h"

#include <algorithm>

#include "base/error.h"
#include "ir/duration.h"
#include "ir/split.h"

namespace fermata {

Rational length_of(const std::vector<Item>& items) {
  Rational sum;
  for (const Item& item : items)
    if (takes_time(item)) sum += item.length;
  return sum;
}

Rational length_of(const Measure& measure) {
  Rational longest;
  for (const Voice& voice : measure.voices) longest = std::max(longest, length_of(voice.items));
  return longest;
}

const Time* time_of(const Measure& measure) {
  for (const Voice& voice : measure.voices)
    for (const Item& item : voice.items)
      if (item.kind == Kind::Time) return &detail<Time>(item);
  return nullptr;
}

void merge_bar(Bar& side, const Bar& more) {
  bool clash = (side.style && more.style && side.style != more.style) ||
               (!side.ending.empty() && !more.ending.empty());
  if (clash)
    throw Error(ErrorKind::Music, "two barlines stand on the same side of the measure",
                "keep one of them");
  if (more.style) side.style = more.style;
  side.repeat |= more.repeat;
  side.forward_after |= more.forward_after;
  if (more.times) side.times = more.times;
  if (!more.ending.empty()) side.ending = more.ending, side.ending_type = more.ending_type;
}

MeasurePtr with_barline(const Measure& measure, const Item& barline) {
  const auto& line = detail<Barline>(barline);
  auto copy = std::make_shared<Measure>(measure);
  merge_bar(line.side == Barline::Left ? copy->left : copy->right, line.bar);
  return copy;
}

namespace {

std::string staff_and_voice(int staff, int voice) {
  return "voice " + std::to_string(voice) + (staff > 1 ? " of staff " + std::to_string(staff) : "");
}

/// Sorts what stands in a measure into voices. Signs wait for the event after them, whose voice
/// they join.
class Sorter {
 public:
  explicit Sorter(const std::vector<Item>& items) : items_(items) {
    for (const Item& item : items) linear_ |= item.kind == Kind::Backup;
  }

  void sort() {
    for (size_t i = 0; i < items_.size(); ++i) {
      index_ = static_cast<int>(i);
      try {
        take(items_[i], 0, 0);
      } catch (Error& error) {
        if (error.argument < 0 || items_[i].kind == Kind::Voice || items_[i].kind == Kind::Staff) {
          error.argument = index_;
          error.element = -1;
        }
        throw;
      }
    }
    finish();
  }

  Bar left, right;
  std::vector<Voice> voices;

 private:
  struct Stream {
    int voice, staff;
    Rational end;
    std::vector<Item> items;
    bool has_events = false;
    bool grouped =
        false;  // made by (voice ...) or (staff ...): what stands outside does not join it
  };

  /// `voice` and `staff` are those of the enclosing forms; 0: none.
  void take(const Item& item, int voice, int staff) {
    switch (item.kind) {
      case Kind::Staff: group(item, 0, detail<GroupDetail>(item).number); break;
      case Kind::Voice: group(item, detail<GroupDetail>(item).number, staff); break;
      case Kind::Backup: back(item.length); break;
      case Kind::Mark: mark(item); break;
      case Kind::Barline: barline(item); break;
      default:
        if (is_event(item))
          event(item, voice, staff);
        else
          pending_.push_back(item);
    }
  }

  void group(const Item& item, int voice, int staff) {
    size_t before = pending_.size();
    bool events = false;
    for (const Item& inner : detail<GroupDetail>(item).items) {
      take(inner, voice, staff);
      events |= is_event(inner) || inner.kind == Kind::Voice;
    }
    // What is left over stands after the group's last event and belongs to it; an empty group is a
    // voice all the same.
    bool left_over = !pending_.empty() && (events || pending_.size() > before);
    if (left_over || !events)
      flush(stream_for(voice ? voice : 1, staff ? staff : 1, Rational(0), true));
  }

  void back(const Rational& length) {
    if (length > cursor_)
      throw Error(
          ErrorKind::Music,
          "backup goes " + in_quarters(length - cursor_) + " before the beginning of the measure",
          "at most " + in_quarters(cursor_) + " can be taken back here");
    cursor_ -= length;
  }

  void mark(const Item& item) {
    if (!last_)
      throw Error(ErrorKind::Music, "this mark has no event before it",
                  "write it after the note it belongs to");
    std::vector<Item>& items = last_->items;
    auto found =
        std::find_if(items.rbegin(), items.rend(), [](const Item& i) { return is_event(i); });
    apply_mark(*found, item);
  }

  void event(Item item, int voice, int staff) {
    if (voice && item.voice && item.voice != voice)
      throw Error(ErrorKind::Music,
                  "a note of voice " + std::to_string(item.voice) + " stands inside voice " +
                      std::to_string(voice),
                  "leave out :voice, or move the note to its own voice");
    int own_voice = voice ? voice : item.voice ? item.voice : 1;
    int own_staff = staff ? staff : item.staff ? item.staff : 1;
    bool grouped = voice != 0 || staff != 0;
    Stream& stream = stream_for(own_voice, own_staff, cursor_, grouped);
    Rational at = linear_ && !grouped ? cursor_ : stream.end;
    if (item.kind == Kind::Skip && at < stream.end) {
      cursor_ = at + item.length;
      return;
    }
    if (at < stream.end)
      throw Error(ErrorKind::Music,
                  staff_and_voice(own_staff, own_voice) + " already has music here",
                  "give the notes after the backup another :voice");
    if (at > stream.end) gap(stream, at - stream.end);
    flush(stream);
    item.voice = 0;
    if (!grouped) item.staff = static_cast<uint8_t>(own_staff);
    if (item.staff == stream.staff) item.staff = 0;
    place(stream, item);
    cursor_ = stream.end;
  }

  void place(Stream& stream, const Item& item) {
    stream.has_events = true;
    any_events_ = true;
    last_ = &stream;
    for (Item& piece : split_to_values(item)) {
      if (takes_time(piece)) stream.end += piece.length;
      stream.items.push_back(std::move(piece));
    }
  }

  static void gap(Stream& stream, const Rational& length) {
    Item skip;
    skip.kind = Kind::Skip;
    skip.length = length;
    stream.items.push_back(skip);
    stream.end += length;
  }

  void flush(Stream& stream) {
    if (pending_.empty()) return;
    for (Item& sign : pending_) {
      if (sign.staff == stream.staff) sign.staff = 0;
      stream.items.push_back(std::move(sign));
    }
    pending_.clear();
  }

  Stream& stream_for(int voice, int staff, const Rational& at, bool grouped) {
    Stream* crossing = nullptr;
    for (Stream& stream : streams_) {
      if (stream.voice != voice) continue;
      if (stream.staff == staff) return stream;
      // The same voice on another staff, with nothing in the way: the note crosses the staves.
      bool loose = !grouped && !stream.grouped && stream.has_events;
      if (loose && (!linear_ || stream.end <= at)) crossing = &stream;
    }
    if (crossing) return *crossing;
    if (streams_.capacity() == streams_.size()) grow();
    streams_.push_back({voice, staff, Rational(0), {}, false, grouped});
    return streams_.back();
  }

  void grow() {
    size_t last = last_ ? static_cast<size_t>(last_ - streams_.data()) : 0;
    streams_.reserve(2 * streams_.size() + 4);
    if (last_) last_ = &streams_[last];
  }

  void barline(const Item& item) {
    const auto& line = detail<Barline>(item);
    if (line.side == Barline::Left) {
      if (any_events_)
        throw Error(ErrorKind::Music, "a repeat or ending begins at the start of a measure",
                    "write it before the first note, or at the beginning of the next measure");
      merge_bar(left, line.bar);
    } else if (line.side == Barline::Right || line.side == Barline::Both) {
      merge_bar(right, line.bar);
    } else if (!any_events_) {
      early_.push_back(line.bar);
    } else {
      pending_.push_back(item);
    }
  }

  void finish() {
    for (const Bar& bar : early_) merge_bar(any_events_ ? left : right, bar);
    std::vector<Item> rest;
    for (Item& sign : pending_) {
      if (sign.kind == Kind::Barline)
        merge_bar(right, detail<Barline>(sign).bar);
      else
        rest.push_back(std::move(sign));
    }
    pending_ = std::move(rest);
    if (!pending_.empty()) {
      Stream& stream = last_ ? *last_ : stream_for(1, 1, Rational(0), true);
      flush(stream);
    }
    std::stable_sort(streams_.begin(), streams_.end(), [](const Stream& a, const Stream& b) {
      return std::pair(a.staff, a.voice) < std::pair(b.staff, b.voice);
    });
    for (Stream& stream : streams_) {
      whole_measure_rest(stream);
      voices.push_back({stream.voice, stream.staff, std::move(stream.items)});
    }
  }

  /// (rest :measure) alone in its voice lasts as long as the bar, whatever that is.
  static void whole_measure_rest(Stream& stream) {
    Item* rest = nullptr;
    int timed = 0;
    for (Item& item : stream.items) {
      timed += takes_time(item);
      if (item.flags & kWholeMeasure) rest = &item;
    }
    if (!rest) return;
    if (timed == 1)
      rest->length = Rational(0);
    else if (rest->length.is_zero())
      throw Error(ErrorKind::Music, "a rest for the whole measure stands beside other events",
                  "give it a duration, such as (rest :h)");
  }

  const std::vector<Item>& items_;
  int index_ = 0;
  bool linear_ = false;  // (backup ...) is used: time runs on through the items as they are written
  bool any_events_ = false;
  Rational cursor_;
  std::vector<Stream> streams_;
  std::vector<Item> pending_;
  std::vector<Bar> early_;
  Stream* last_ = nullptr;
};

/// Plain values with at most one dot need no cutting.
bool has_plain_length(const Item& item) {
  int64_t num = item.length.num(), den = item.length.den();
  return item.kind > Kind::Chord ||
         ((num == 1 || num == 3) && den <= 1024 && (den & (den - 1)) == 0);
}

/// Nothing but plain events and signs of one voice, as in nearly all measures: they are sorted as
/// they stand.
bool is_sorted(const std::vector<Item>& items) {
  for (const Item& item : items)
    if (item.kind >= Kind::Barline || item.voice || item.staff || (item.flags & kWholeMeasure) ||
        !has_plain_length(item))
      return false;
  return true;
}

}  // namespace

MeasurePtr make_measure(MeasureParts parts) {
  auto measure = std::make_shared<Measure>();
  measure->number = parts.number;
  measure->pickup = parts.pickup;
  if (is_sorted(parts.items)) {
    if (!parts.items.empty()) measure->voices.push_back({1, 1, std::move(parts.items)});
    return measure;
  }
  Sorter sorter(parts.items);
  sorter.sort();
  measure->left = sorter.left;
  measure->right = sorter.right;
  measure->voices = std::move(sorter.voices);
  return measure;
}

}  // namespace fermata
