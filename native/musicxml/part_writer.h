#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ir/direction.h"
#include "ir/marks.h"
#include "ir/score.h"
#include "musicxml/accidentals.h"
#include "musicxml/beams.h"
#include "musicxml/flat.h"
#include "musicxml/numbers.h"
#include "musicxml/out.h"
#include "musicxml/survey.h"

namespace fermata {

/// Lengths of the measures that no time signature measures, upbeats and senza misura: the longest
/// of all parts.
using FreeLengths = std::map<size_t, Rational>;
FreeLengths free_lengths(const Score& score);

/// Writes the measures of one part. What holds on or is open from measure to measure lives here.
class PartWriter {
 public:
  PartWriter(Out& out, const Part& part, const Survey& survey, const FreeLengths& free);

  /// All measures, and empty ones after them until there are `count`.
  void write(size_t count);

 private:
  /// A voice's constant lines, made once a measure.
  struct Place {
    int staff, number;       // as the measure has them
    std::string voice_line;  // <voice>
  };
  /// The attributes that stand before all events of a measure.
  struct Leading {
    const Time* time = nullptr;
    const Transpose* transpose = nullptr;
    std::vector<std::pair<int, const Key*>> keys;  // by the staff that has it
    std::vector<std::pair<int, const Clef*>> clefs;
    bool is_empty() const { return !time && !transpose && keys.empty() && clefs.empty(); }
  };

  // writer.cpp
  void write_measure(size_t index, const Measure& measure, int number);
  void write_voices(const Measure& measure);
  void write_voice(const FlatMeasure::Range& range);
  void write_spans_first();
  void write_entry(const Entry& entry, size_t index);
  void fill_voice(const FlatMeasure::Range& range);
  void fill_staves();
  void write_measure_rest(int voice, int staff);
  void forward(int64_t ticks, int staff);
  void back_to_start();
  int spare_voice(int staff) const;
  int voice_number(int number, int staff) const;
  int64_t full_length() const;
  int64_t free_length(size_t index) const;
  void stretch_rests();
  void show_accidentals();
  void show_accidentals(Entry& entry, int home_staff);

  // attributes.cpp
  Leading leading_attributes(const Measure& measure) const;
  void apply(const Leading& leading);
  void write_attributes(const Leading& leading, bool first);
  void write_keys(const Leading& leading);
  void write_key(const Key& key, int staff);
  void write_time(const Time& time);
  void write_clef(int row, int staff);
  void write_transpose(int diatonic, int chromatic);
  void write_later_attribute(const Item& item, int staff);
  void set_time(const Time* time);
  void set_clef(int row, int staff);
  int own_clef(int staff) const;
  void write_bar(const Bar& bar, std::string_view location, bool forward_repeat);
  void write_right_bar(const Bar& bar, bool last);
  void write_middle_bar(const Item& item);

  // notes.cpp
  void write_rest(const Entry& entry, size_t index);
  void write_note(const Entry& entry, size_t index);
  void write_member(const Entry& entry, size_t index, const Member* member, size_t place);
  void write_value(const Entry& entry);
  void write_accidental(const Entry& entry, size_t place, int flags);
  void write_time_modification(const Entry& entry);
  void write_staff(const Item& item);
  void write_beams(const Entry& entry);
  void write_lyrics(const EventDetail& extras);
  Lyric::Syllabic syllabic_of(const Lyric& lyric);
  int tie_bits(const Entry& entry, const Member* member, size_t place) const;

  // notations.cpp
  void write_notations(const Entry& entry, size_t index, const Member* member, size_t place,
                       int ties);
  void begin_notations();
  void write_slurs(const Entry& entry);
  void write_glissando(const Entry& entry);
  void write_tuplet_starts(int tuplet, size_t index);
  void write_tuplet_stops(int tuplet, size_t index);
  void write_tuplet_portion(std::string_view name, int count, const Drawn& unit);
  bool is_under_one_beam(const TupletSpan& span) const;
  void write_marks(uint64_t marks, MarkGroup group);
  void write_ornaments(const Item& item);
  void write_technical(const Entry& entry, const Member* member, size_t place);
  void write_arpeggio(const Item& item, size_t place);

  // directions.cpp
  void write_direction(const Item& item);
  void begin_direction(const Direction& sign, std::string_view by_kind);
  void end_direction(int staff, std::string_view sound = {});
  void write_dynamic(int dynamic, const Direction& sign, int staff);
  void write_hairpin(const Direction& sign, int staff);
  void write_wedge(std::string_view type, int number, const Direction& sign, int staff);
  void write_pedal(const Direction& sign, int staff);
  void write_pedal_sign(std::string_view type, const Direction& sign, int staff);
  void write_ottava(const Direction& sign, int staff);
  void write_octave_shift(std::string_view type, int size, int number, const Direction& sign,
                          int staff);
  void write_tempo(const Direction& sign, int staff);
  void write_beat_unit(const Rational& beat);
  void write_words(std::string_view text, const Direction& sign, int staff,
                   std::string_view sound = {});
  void write_text(const Direction& sign, int staff);
  void write_jump(const Direction& sign, int staff);
  void close_spans();

  // harmony.cpp
  void write_harmony(const Direction& sign, int staff);
  void write_degrees(int kind);
  void write_figured_bass(const Direction& sign);

  int staff_of(const Item& item) const { return item.staff ? item.staff : place_.staff; }

  Out& out_;
  const Part& part_;
  const Survey& survey_;
  const FreeLengths& free_;
  Ticks ticks_;
  FlatMeasure flat_;
  Accidentals accidentals_;
  const Time* time_ = nullptr;  // null: 4/4
  Beams beams_;
  std::vector<size_t> order_;                     // entries by time, when there are several voices
  std::vector<std::pair<int, int>> used_voices_;  // of this measure: number in the file, staff
  std::set<std::tuple<int, std::string, int>>
      open_words_;  // staff, voice, verse whose last syllable had a hyphen
  Place place_{1, 1, {}};
  int64_t length_ = 0;  // ticks the measure should have; 0: as it comes
  int64_t now_ = 0;     // where the file's cursor is in the measure
  bool in_notations_ = false;
  bool spans_written_ =
      false;            // hairpins, pedals and ottavas of this measure stand before its voices
  std::string ending_;  // numbers of the open ending
  double tempo_ = 0;    // quarters a minute; 0: not known
  Numbers slurs_, glissandi_, hairpins_, pedals_, ottavas_;
};

}  // namespace fermata
