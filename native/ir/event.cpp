#include "ir/event.h"

namespace fermata {

bool operator==(const Item& a, const Item& b) {
  bool plain = a.kind == b.kind && a.pitch == b.pitch && a.length == b.length &&
               a.marks == b.marks && a.slurs == b.slurs && a.tie == b.tie && a.stem == b.stem &&
               a.notehead == b.notehead && a.accidental == b.accidental && a.fermata == b.fermata &&
               a.dynamic == b.dynamic && a.beam == b.beam && a.arpeggio == b.arpeggio &&
               a.tremolo == b.tremolo && a.glissando == b.glissando && a.flags == b.flags &&
               a.voice == b.voice && a.staff == b.staff;
  if (!plain) return false;
  if (a.detail == b.detail) return true;
  return a.detail && b.detail && a.detail->equals(*b.detail);
}

bool EventDetail::equals(const Detail& other) const {
  const auto& b = static_cast<const EventDetail&>(other);
  return members == b.members && lyrics == b.lyrics && fingerings == b.fingerings &&
         string == b.string && fret == b.fret;
}

bool GraceDetail::equals(const Detail& other) const {
  return items == static_cast<const GraceDetail&>(other).items;
}

bool TupletDetail::equals(const Detail& other) const {
  const auto& b = static_cast<const TupletDetail&>(other);
  return actual == b.actual && normal == b.normal && items == b.items;
}

bool GroupDetail::equals(const Detail& other) const {
  const auto& b = static_cast<const GroupDetail&>(other);
  return number == b.number && items == b.items;
}

std::vector<Pitch> pitches_of(const Item& item) {
  if (item.kind == Kind::Note) return {item.pitch};
  std::vector<Pitch> pitches;
  if (item.kind == Kind::Chord)
    for (const Member& member : detail<EventDetail>(item).members) pitches.push_back(member.pitch);
  return pitches;
}

}  // namespace fermata
