#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/rational.h"
#include "ir/pitch.h"

namespace fermata {

enum class Kind : uint8_t {
  // events, which take time (a grace takes none of the bar's)
  Note,
  Rest,
  Chord,
  Grace,
  Tuplet,
  Skip,
  // signs that stand between events
  Direction,
  Key,
  Time,
  Clef,
  Transpose,
  Barline,
  // only outside a measure: what `measure` sorts into voices and applies
  Mark,
  Backup,
  Voice,
  Staff,
};

enum TieBits : uint8_t { kTieStart = 1, kTieStop = 2 };

/// The part of an item that is not plain data; immutable and shared.
struct Detail {
  Detail() = default;
  Detail(const Detail&) = default;
  Detail& operator=(const Detail&) = delete;
  virtual ~Detail() = default;
  /// Called only with a detail of the same type.
  virtual bool equals(const Detail& other) const = 0;
};
using DetailPtr = std::shared_ptr<const Detail>;

/// Anything that stands in a voice. Plain notes and rests own nothing, so a million of them are
/// cheap; what needs texts or lists keeps them in `detail`.
struct Item {
  Kind kind = Kind::Note;
  uint8_t tie = 0;   // TieBits; in a chord: of all its members
  uint8_t stem = 0;  // 1-based indices of the tables in marks.h; 0: not given
  uint8_t notehead = 0;
  uint8_t accidental = 0;  // 0: computed from key and measure
  uint8_t fermata = 0;
  uint8_t dynamic = 0;  // `:mf` on the note
  uint8_t beam = 0;     // 0: computed from the metre
  uint8_t arpeggio = 0;
  uint8_t tremolo = 0;    // strokes
  uint8_t glissando = 0;  // bit 1 start, bit 2 stop
  uint8_t flags = 0;      // ItemFlags
  uint8_t voice = 0;      // as written; 0 once the item is inside a measure's voice
  uint8_t staff = 0;      // other than the voice's own staff; 0: the same
  uint16_t slurs = 0;     // bit 2(n-1): slur n starts, bit 2(n-1)+1: slur n stops; n 1 ... 8
  Pitch pitch;            // Note only
  uint64_t marks = 0;     // bits of mark_table()
  Rational length;        // written length in whole notes; Tuplet: sounding length of the whole
  DetailPtr detail;
};

enum ItemFlags : uint8_t {
  kCautionary = 1,   // accidental in parentheses
  kEditorial = 2,    // accidental in brackets
  kSlash = 4,        // grace with a slash
  kWholeMeasure = 8  // (rest :measure); with length zero it lasts as long as its bar
};

bool operator==(const Item& a, const Item& b);

inline bool takes_time(const Item& item) {
  return item.kind <= Kind::Skip && item.kind != Kind::Grace;
}
inline bool is_event(const Item& item) { return item.kind <= Kind::Skip; }

struct Lyric {
  enum Syllabic : uint8_t { Single, Begin, Middle, End };
  std::string text;
  Syllabic syllabic = Single;
  bool extend = false;  // a melisma line follows
  int verse = 1;
  friend bool operator==(const Lyric&, const Lyric&) = default;
};

/// One note of a chord; what is 0 is taken from the chord.
struct Member {
  Pitch pitch;
  uint8_t tie = 0;
  uint8_t accidental = 0;
  uint8_t notehead = 0;
  uint8_t flags = 0;  // kCautionary, kEditorial
  std::string fingering;
  friend bool operator==(const Member&, const Member&) = default;
};

/// Note, Chord, Rest: texts and lists.
struct EventDetail : Detail {
  std::vector<Member> members;  // Chord only, in the order written, at least one
  std::vector<Lyric> lyrics;
  std::vector<std::string> fingerings;
  int string = 0;  // 0: none
  int fret = -1;   // -1: none
  bool equals(const Detail& other) const override;
};

/// Grace: Note and Chord items with their drawn lengths, played before the next event.
struct GraceDetail : Detail {
  std::vector<Item> items;
  bool equals(const Detail& other) const override;
};

/// Tuplet: `actual` in the time of `normal`. Items keep their written lengths; they may nest.
struct TupletDetail : Detail {
  int actual = 3, normal = 2;
  int depth = 1;  // tuplets inside tuplets, this one included
  std::vector<Item> items;
  bool equals(const Detail& other) const override;
};

/// Voice and Staff, before a measure has sorted them: number, then items.
struct GroupDetail : Detail {
  int number = 1;
  std::vector<Item> items;
  bool equals(const Detail& other) const override;
};

template <class T>
const T& detail(const Item& item) {
  return static_cast<const T&>(*item.detail);
}

/// Time the item takes in its voice: its length, and zero for signs and graces.
inline Rational time_of(const Item& item) { return takes_time(item) ? item.length : Rational(0); }

/// Pitches that sound: one for a note, the members' for a chord, none otherwise.
std::vector<Pitch> pitches_of(const Item& item);

}  // namespace fermata
