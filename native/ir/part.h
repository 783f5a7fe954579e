#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/interval.h"
#include "ir/measure.h"

namespace fermata {

/// What an instrument keyword knows: one line of a table, and the same for users' own.
struct Instrument {
  std::string key;  // keyword, "bass-clarinet"
  std::string name;
  std::string abbr;
  std::string family;       // strings, woodwinds, brass, percussion, keyboards, plucked, voices
  std::vector<int> clefs;   // one per staff, indices into clef_table()
  int program = 1;          // General MIDI, from 1
  bool percussion = false;  // channel 10
  int diatonic = 0, chromatic = 0;  // written to sounding
  Pitch low, high;                  // playable range, sounding
  bool built_in = false;
};
/// Keyword (aliases included) to instrument, or null.
const Instrument* find_instrument(std::string_view key);
/// Add or replace an instrument; pointers handed out before stay valid.
void define_instrument(Instrument instrument);
std::vector<const Instrument*> all_instruments();

/// What still holds or is still open at a barline: the state a measure is read in and leaves
/// behind.
struct Context {
  std::shared_ptr<const Time> time;                // null: 4/4 is assumed
  std::vector<std::shared_ptr<const Key>> keys;    // by staff - 1; null: none given
  std::vector<std::shared_ptr<const Clef>> clefs;  // by staff - 1; null: the instrument's
  struct OpenTie {
    int staff, voice;
    Pitch pitch;
    friend auto operator<=>(const OpenTie&, const OpenTie&) = default;
  };
  std::vector<OpenTie> ties;  // sorted
  struct OpenSlur {
    int staff, voice, number;
    friend auto operator<=>(const OpenSlur&, const OpenSlur&) = default;
  };
  std::vector<OpenSlur> slurs;  // sorted
  struct OpenSpan {             // hairpins, ottavas, pedals
    uint8_t kind;               // DirectionKind
    int staff, number, value;
    friend auto operator<=>(const OpenSpan&, const OpenSpan&) = default;
  };
  std::vector<OpenSpan> spans;  // sorted
  std::string ending;           // numbers of the open ending, or empty
  friend bool operator==(const Context&, const Context&);
};
using ContextPtr = std::shared_ptr<const Context>;
const ContextPtr& empty_context();

/// A measure in its part, with the state after it.
struct Slot {
  MeasurePtr measure;
  ContextPtr after;
};

/// The measures of a part: a persistent sequence in chunks of about 64, so that an edit copies one
/// chunk and shares the rest.
class Measures {
 public:
  size_t size() const { return size_; }
  const Slot& operator[](size_t index) const;
  /// The state in which measure `index` is read.
  const ContextPtr& before(size_t index) const;

  /// Replace `count` slots from `index` by `slots`, sharing everything else.
  Measures spliced(size_t index, size_t count, std::vector<Slot> slots) const;
  /// Call `visit(index, slot)` for every measure in order.
  template <class F>
  void each(F&& visit) const {
    size_t index = 0;
    for (const auto& chunk : chunks_)
      for (const Slot& slot : chunk->slots) visit(index++, slot);
  }
  /// The printed number of measure `index`, or the one that a further measure would get: counted
  /// from 1, a pickup is 0, an explicit number counts on.
  int number(size_t index) const;
  /// Index of the first measure with this printed number, or nothing.
  std::optional<size_t> find(int number) const;
  /// Index of the first measure at or after `from` in which the two differ (chunks shared are
  /// skipped).
  static size_t first_difference(const Measures& a, const Measures& b, size_t from = 0);
  /// How many measures at the end of both are the same, `limit` at most (chunks shared are not
  /// looked into).
  static size_t common_tail(const Measures& a, const Measures& b, size_t limit);
  friend bool operator==(const Measures& a, const Measures& b);

 private:
  /// Some neighbouring measures, and how they count: `counted` on, or to `counted` when one of them
  /// has an explicit number.
  struct Chunk {
    explicit Chunk(std::vector<Slot> slots);
    std::vector<Slot> slots;
    bool numbered = false;
    int counted = 0;
  };
  std::pair<size_t, size_t> locate(size_t index) const;  // chunk, place in it
  void count(const Measures& old, size_t kept);  // the first `kept` chunks are those of `old`
  std::vector<std::shared_ptr<const Chunk>> chunks_;
  std::vector<size_t> starts_;  // index of the first measure of each chunk
  std::vector<int> numbers_;    // number that a counted measure there gets, and after the last
  size_t size_ = 0;
};

/// A part as it stands in the part list, with its measures.
struct Part {
  std::string id;  // empty until a score gives it P1, P2 ...
  std::string name, abbr;
  std::string instrument;           // keyword, or empty
  int program = 1;                  // General MIDI, from 1
  int channel = 0;                  // 1 ... 16; 0: given by position
  int diatonic = 0, chromatic = 0;  // transposition, written to sounding
  int staves = 1;
  int volume = -1;         // 0 ... 100; -1: not given
  int pan = kNoPan;        // -90 ... 90
  std::vector<int> clefs;  // by staff - 1, indices into clef_table()
  bool loose = false;      // barred by us from loose events, with no time signature of its own
  std::vector<Item> loose_items;
  Measures measures;

  static constexpr int kNoPan = 1000;
};
using PartPtr = std::shared_ptr<const Part>;
/// By content; where the measures came from does not count.
bool operator==(const Part& a, const Part& b);

/// The printed number of every measure.
std::vector<int> measure_numbers(const Part& part);

}  // namespace fermata
