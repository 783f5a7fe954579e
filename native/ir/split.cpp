#include "ir/split.h"

#include "base/error.h"
#include "ir/duration.h"
#include "ir/marks.h"

namespace fermata {

namespace {

constexpr uint16_t kSlurStarts = 0x5555, kSlurStops = 0xAAAA;

uint64_t end_marks() {
  static const uint64_t bits =
      (uint64_t{1} << *find_mark("breath")) | (uint64_t{1} << *find_mark("caesura")) |
      (uint64_t{1} << *find_mark("doit")) | (uint64_t{1} << *find_mark("falloff")) |
      (uint64_t{1} << *find_mark("delayed-turn")) |
      (uint64_t{1} << *find_mark("delayed-inverted-turn"));
  return bits;
}

/// Members keep only the tie bits in `mask`, and get `bits`; texts stay on the first piece.
DetailPtr piece_detail(const Item& event, bool first, uint8_t mask) {
  if (!event.detail) return nullptr;
  auto copy = std::make_shared<EventDetail>(detail<EventDetail>(event));
  for (Member& member : copy->members) member.tie &= mask;
  if (!first) {
    copy->lyrics.clear();
    copy->fingerings.clear();
    copy->string = 0;
    copy->fret = -1;
    for (Member& member : copy->members) member.fingering.clear();
    if (copy->members.empty()) return nullptr;
  }
  return copy;
}

}  // namespace

std::vector<Item> split_event(const Item& event, const std::vector<Rational>& lengths) {
  if (lengths.size() == 1 && lengths[0] == event.length) return {event};
  if (event.kind == Kind::Tuplet)
    throw Error(ErrorKind::Music, "a tuplet would cross the barline",
                "end the tuplet at the barline, or write it as two tuplets");
  bool pitched = event.kind == Kind::Note || event.kind == Kind::Chord;
  std::vector<Item> pieces;
  for (size_t i = 0; i < lengths.size(); ++i) {
    bool first = i == 0, last = i + 1 == lengths.size();
    Item piece = event;
    piece.length = lengths[i];
    auto mask = static_cast<uint8_t>((first ? kTieStop : 0) | (last ? kTieStart : 0));
    piece.tie &= mask;
    piece.detail = piece_detail(event, first, mask);
    if (pitched) piece.tie |= static_cast<uint8_t>((first ? 0 : kTieStop) | (last ? 0 : kTieStart));
    if (!first) {
      piece.slurs &= kSlurStops;
      piece.marks &= end_marks();
      piece.dynamic = piece.arpeggio = piece.accidental = 0;
      piece.flags &= static_cast<uint8_t>(~(kCautionary | kEditorial));
      piece.glissando &= 1;
    }
    if (!last) {
      piece.slurs &= kSlurStarts;
      piece.marks &= ~end_marks();
      piece.fermata = 0;
      piece.glissando &= 2;
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::vector<Item> split_to_values(const Item& event) {
  if (event.length.is_zero() || event.kind == Kind::Tuplet || event.kind == Kind::Skip ||
      note_value(event.length))
    return {event};
  return split_event(event, split_into_values(event.length));
}

void apply_mark(Item& event, const Item& mark) {
  if (event.kind == Kind::Tuplet || event.kind == Kind::Grace) {
    bool tuplet = event.kind == Kind::Tuplet;
    auto change = [&](auto copy) {
      for (auto item = copy->items.rbegin(); item != copy->items.rend(); ++item)
        if (is_event(*item)) {
          apply_mark(*item, mark);
          break;
        }
      event.detail = copy;
    };
    if (tuplet)
      change(std::make_shared<TupletDetail>(detail<TupletDetail>(event)));
    else
      change(std::make_shared<GraceDetail>(detail<GraceDetail>(event)));
    return;
  }
  bool pitched = event.kind == Kind::Note || event.kind == Kind::Chord;
  if (!pitched && (mark.tie || mark.slurs || mark.marks || mark.glissando))
    throw Error(ErrorKind::Music, "a rest cannot carry this mark", "put it on a note or a chord");
  event.tie |= mark.tie;
  event.slurs |= mark.slurs;
  event.marks |= mark.marks;
  event.glissando |= mark.glissando;
  if (mark.fermata) event.fermata = mark.fermata;
  if (mark.tremolo) event.tremolo = mark.tremolo;
  if (mark.arpeggio) event.arpeggio = mark.arpeggio;
  if (!mark.detail) return;
  auto copy = event.detail ? std::make_shared<EventDetail>(detail<EventDetail>(event))
                           : std::make_shared<EventDetail>();
  const auto& more = detail<EventDetail>(mark);
  for (Lyric lyric : more.lyrics) {
    // A second lyric without a verse of its own is the next verse.
    for (const Lyric& there : copy->lyrics)
      if (there.verse == lyric.verse) ++lyric.verse;
    copy->lyrics.push_back(lyric);
  }
  copy->fingerings.insert(copy->fingerings.end(), more.fingerings.begin(), more.fingerings.end());
  event.detail = copy;
}

std::vector<Item> with_marks_applied(const std::vector<Item>& items) {
  std::vector<Item> result;
  result.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind != Kind::Mark) {
      result.push_back(items[i]);
      continue;
    }
    auto event = result.rbegin();
    while (event != result.rend() && !is_event(*event)) ++event;
    if (event == result.rend())
      throw Error(ErrorKind::Music, "this mark has no event before it",
                  "write it after the note it belongs to")
          .at_argument(static_cast<int>(i));
    try {
      apply_mark(*event, items[i]);
    } catch (Error& error) {
      error.argument = static_cast<int>(i);
      throw;
    }
  }
  return result;
}

}  // namespace fermata
