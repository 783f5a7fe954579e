#include "bind/values.h"

#include <atomic>
#include <cstring>
#include <new>

#include "ir/duration.h"
#include "text/printer.h"

namespace fermata {

namespace {

scm_t_bits pitch_tag, plain_tag, rich_tag;
SCM duration_type, interval_type;
std::atomic<long> live{0};

// 7 letters, alterations -6 ... 6, octaves -1 ... 9.
constexpr int kPitches = 7 * 13 * 11;
SCM pitch_table[kPitches];

int pitch_index(const Pitch& pitch) {
  return (pitch.step * 13 + pitch.alter + kMaxAlter) * 11 + pitch.octave + 1;
}

Pitch pitch_at(int index) {
  Pitch pitch;
  pitch.octave = static_cast<int8_t>(index % 11 - 1);
  pitch.alter = static_cast<int8_t>(index / 11 % 13 - kMaxAlter);
  pitch.step = static_cast<int8_t>(index / 143);
  return pitch;
}

/// A shared value behind a smob of its own type.
template <class T>
struct Handle {
  using Pointer = std::shared_ptr<const T>;
  static inline scm_t_bits tag;
  static const Pointer* in(SCM object) {
    return SCM_SMOB_PREDICATE(tag, object) ? reinterpret_cast<Pointer*>(SCM_SMOB_DATA(object))
                                           : nullptr;
  }
  static SCM make(Pointer value, size_t bytes) {
    Pointer* owned = new Pointer(std::move(value));
    ++live;
    count_finalized();
    scm_gc_register_allocation(bytes);
    return scm_new_smob(tag, reinterpret_cast<scm_t_bits>(owned));
  }
  static size_t free(SCM object) {
    delete reinterpret_cast<Pointer*>(SCM_SMOB_DATA(object));
    --live;
    return 0;
  }
};

size_t free_rich(SCM object) {
  delete reinterpret_cast<Item*>(SCM_SMOB_DATA(object));
  --live;
  return 0;
}

// Printing may not raise while C++ lives: the text is made first, then written from collected
// memory.
SCM source_text(SCM object) {
  try {
    Conversion conversion;
    return to_scm(to_source(conversion.value(object)));
  } catch (...) {
    keep_current_exception();
  }
  return scm_from_utf8_string("#<music>");
}

int print_music(SCM object, SCM port, scm_print_state*) {
  scm_display(source_text(object), port);
  return 1;
}

SCM print_record(SCM object, SCM port) {
  scm_display(source_text(object), port);
  return SCM_UNSPECIFIED;
}

SCM equal_items(SCM a, SCM b) {
  const Item *left = item_in(a), *right = item_in(b);
  return scm_from_bool(left && right && *left == *right);
}

template <class T>
SCM equal_handles(SCM a, SCM b) {
  const auto *left = Handle<T>::in(a), *right = Handle<T>::in(b);
  return scm_from_bool(left && right && (*left == *right || **left == **right));
}

bool same_ending(const EndingSection& a, const EndingSection& b) {
  return a.numbers == b.numbers &&
         std::equal(a.measures.begin(), a.measures.end(), b.measures.begin(), b.measures.end(),
                    [](const MeasurePtr& x, const MeasurePtr& y) { return *x == *y; });
}

SCM equal_endings(SCM a, SCM b) {
  return scm_from_bool(same_ending(**ending_in(a), **ending_in(b)));
}

bool same_group(const PartGroup& a, const PartGroup& b) {
  return a.symbol == b.symbol && a.name == b.name && a.inner == b.inner &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const PartPtr& x, const PartPtr& y) { return *x == *y; });
}

SCM equal_groups(SCM a, SCM b) { return scm_from_bool(same_group(**group_in(a), **group_in(b))); }

bool may_follow_pitch(SCM object) {
  return is_pitch(object) || scm_is_keyword(object) || scm_is_symbol(object) ||
         scm_is_string(object) || scm_is_exact_integer(object) || scm_ilength(object) >= 0;
}

// (c4 e4 g4) is the list of its pitches.
SCM apply_pitch(SCM self, SCM rest) {
  for (SCM at = rest; scm_is_pair(at); at = SCM_CDR(at)) {
    if (may_follow_pitch(SCM_CAR(at))) continue;
    keep_error(Error(ErrorKind::Type, to_string(pitch_in(self)) + " is a pitch, not a procedure",
                     "a pitch followed by pitches is a chord's list: (c4 e4 g4)"));
    raise_kept();
  }
  return scm_cons(self, rest);
}

template <class T>
void define_handle(const char* name, SCM (*equal)(SCM, SCM)) {
  Handle<T>::tag = scm_make_smob_type(name, 0);
  scm_set_smob_free(Handle<T>::tag, Handle<T>::free);
  scm_set_smob_print(Handle<T>::tag, print_music);
  scm_set_smob_equalp(Handle<T>::tag, equal);
}

SCM record_type(const char* name, SCM fields) {
  SCM make = scm_c_public_ref("guile", "make-record-type");
  SCM printer = scm_c_make_gsubr("print-music", 2, 0, 0, reinterpret_cast<void*>(print_record));
  return scm_permanent_object(scm_call_3(make, scm_from_utf8_symbol(name), fields, printer));
}

bool is_record(SCM object, SCM type) {
  return SCM_STRUCTP(object) && scm_is_eq(SCM_STRUCT_VTABLE(object), type);
}

size_t bytes_of(const Measure& measure) {
  size_t bytes = sizeof(Measure);
  for (const Voice& voice : measure.voices)
    bytes += sizeof(Voice) + voice.items.size() * sizeof(Item);
  return bytes;
}

}  // namespace

void define_value_types() {
  pitch_tag = scm_make_smob_type("pitch", 0);
  scm_set_smob_print(pitch_tag, print_music);
  scm_set_smob_apply(pitch_tag, reinterpret_cast<scm_t_subr>(apply_pitch), 0, 0, 1);
  plain_tag = scm_make_smob_type("item", 0);
  scm_set_smob_print(plain_tag, print_music);
  scm_set_smob_equalp(plain_tag, equal_items);
  rich_tag = scm_make_smob_type("detailed-item", 0);
  scm_set_smob_free(rich_tag, free_rich);
  scm_set_smob_print(rich_tag, print_music);
  scm_set_smob_equalp(rich_tag, equal_items);
  define_handle<Measure>("measure", equal_handles<Measure>);
  define_handle<Part>("part", equal_handles<Part>);
  define_handle<PartGroup>("part-group", equal_groups);
  define_handle<Score>("score", equal_handles<Score>);
  define_handle<EndingSection>("ending-section", equal_endings);
  duration_type = record_type("duration", scm_list_2(scm_from_utf8_symbol("numerator"),
                                                     scm_from_utf8_symbol("denominator")));
  interval_type = record_type(
      "interval", scm_list_2(scm_from_utf8_symbol("steps"), scm_from_utf8_symbol("quarter-tones")));
}

const Item* item_in(SCM object) {
  if (SCM_SMOB_PREDICATE(plain_tag, object) || SCM_SMOB_PREDICATE(rich_tag, object))
    return reinterpret_cast<const Item*>(SCM_SMOB_DATA(object));
  return nullptr;
}

const MeasurePtr* measure_in(SCM object) { return Handle<Measure>::in(object); }
const PartPtr* part_in(SCM object) { return Handle<Part>::in(object); }
const PartGroupPtr* group_in(SCM object) { return Handle<PartGroup>::in(object); }
const ScorePtr* score_in(SCM object) { return Handle<Score>::in(object); }
const EndingSectionPtr* ending_in(SCM object) { return Handle<EndingSection>::in(object); }
bool is_pitch(SCM object) { return SCM_SMOB_PREDICATE(pitch_tag, object); }
Pitch pitch_in(SCM object) { return pitch_at(static_cast<int>(SCM_SMOB_DATA(object))); }
bool is_duration(SCM object) { return is_record(object, duration_type); }
bool is_interval(SCM object) { return is_record(object, interval_type); }

Rational duration_in(SCM object) {
  return Rational(scm_to_int64(SCM_STRUCT_SLOT_REF(object, 0)),
                  scm_to_int64(SCM_STRUCT_SLOT_REF(object, 1)));
}

Interval interval_in(SCM object) {
  return {scm_to_int(SCM_STRUCT_SLOT_REF(object, 0)), scm_to_int(SCM_STRUCT_SLOT_REF(object, 1))};
}

bool is_music(SCM object) {
  return is_pitch(object) || item_in(object) || measure_in(object) || part_in(object) ||
         score_in(object) || group_in(object) || ending_in(object) || is_duration(object) ||
         is_interval(object);
}

SCM to_scm(const Pitch& pitch) {
  const int index = pitch_index(pitch);
  SCM& slot = pitch_table[index];
  if (!slot) slot = scm_permanent_object(scm_new_smob(pitch_tag, static_cast<scm_t_bits>(index)));
  return slot;
}

SCM to_scm(const Item& item) {
  if (item.detail) {
    Item* owned = new Item(item);
    ++live;
    count_finalized();
    return scm_new_smob(rich_tag, reinterpret_cast<scm_t_bits>(owned));
  }
  void* memory = scm_gc_malloc_pointerless(sizeof(Item), "item");
  return scm_new_smob(plain_tag, reinterpret_cast<scm_t_bits>(new (memory) Item(item)));
}

SCM make_duration(const Rational& length) {
  return scm_c_make_struct(duration_type, 0, 2, SCM_UNPACK(scm_from_int64(length.num())),
                           SCM_UNPACK(scm_from_int64(length.den())));
}

SCM to_scm(const Interval& interval) {
  return scm_c_make_struct(interval_type, 0, 2, SCM_UNPACK(scm_from_int(interval.steps)),
                           SCM_UNPACK(scm_from_int(interval.quarter_tones)));
}

SCM make_handle(MeasurePtr value) {
  const size_t bytes = bytes_of(*value);
  return Handle<Measure>::make(std::move(value), bytes);
}

SCM make_handle(PartPtr value) {
  const size_t bytes = sizeof(Part) + value->measures.size() * sizeof(Slot);
  return Handle<Part>::make(std::move(value), bytes);
}

SCM make_handle(ScorePtr value) { return Handle<Score>::make(std::move(value), sizeof(Score)); }
SCM make_handle(PartGroupPtr value) {
  return Handle<PartGroup>::make(std::move(value), sizeof(PartGroup));
}
SCM make_handle(EndingSectionPtr value) {
  return Handle<EndingSection>::make(std::move(value), sizeof(EndingSection));
}

long live_handles() { return live.load(); }

template <>
Pitch take<Pitch>(SCM object, int position, const Where& where) {
  if (!is_pitch(object)) raise_wrong_type(object, position, "a pitch", where);
  return pitch_in(object);
}

template <>
const Item& take<const Item&>(SCM object, int position, const Where& where) {
  const Item* item = item_in(object);
  if (!item) raise_wrong_type(object, position, "an event or a sign", where);
  return *item;
}

template <>
const Measure& take<const Measure&>(SCM object, int position, const Where& where) {
  const MeasurePtr* measure = measure_in(object);
  if (!measure) raise_wrong_type(object, position, "a measure", where);
  return **measure;
}

template <>
const Part& take<const Part&>(SCM object, int position, const Where& where) {
  const PartPtr* part = part_in(object);
  if (!part) raise_wrong_type(object, position, "a part", where);
  return **part;
}

template <>
const Score& take<const Score&>(SCM object, int position, const Where& where) {
  const ScorePtr* score = score_in(object);
  if (!score) raise_wrong_type(object, position, "a score", where);
  return **score;
}

template <>
Interval take<Interval>(SCM object, int position, const Where& where) {
  if (is_interval(object)) return interval_in(object);
  std::optional<Interval> named;
  if (scm_is_keyword(object)) named = parse_interval(keyword_name(object));
  if (!named) raise_wrong_type(object, position, "an interval such as :M3", where);
  return *named;
}

template <>
int take<int>(SCM object, int position, const Where& where) {
  if (!scm_is_signed_integer(object, INT32_MIN, INT32_MAX))
    raise_wrong_type(object, position, "a whole number", where);
  return scm_to_int(object);
}

template <>
long take<long>(SCM object, int position, const Where& where) {
  if (!scm_is_signed_integer(object, INT64_MIN, INT64_MAX))
    raise_wrong_type(object, position, "a whole number", where);
  return scm_to_long(object);
}

template <>
std::string_view take<std::string_view>(SCM object, int position, const Where& where) {
  if (scm_is_symbol(object)) object = scm_symbol_to_string(object);
  if (!scm_is_string(object)) raise_wrong_type(object, position, "a string", where);
  size_t length = 0;
  char* text = scm_to_utf8_stringn(object, &length);
  char* collected = static_cast<char*>(scm_gc_malloc_pointerless(length + 1, "text"));
  std::memcpy(collected, text, length);
  std::free(text);
  return {collected, length};
}

}  // namespace fermata
