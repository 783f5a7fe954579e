#include <algorithm>
#include <cstdlib>

#include "bind/modules.h"
#include "bind/values.h"
#include "ir/attributes.h"
#include "ir/direction.h"
#include "ir/interval.h"

namespace fermata {

namespace {

constexpr const char* kModule = "signs";

/// A way to move pitches: by an interval, or by semitones with the simplest spelling.
struct Motion {
  bool by_interval;
  Interval interval;
  int semitones;
  Pitch operator()(const Pitch& pitch) const {
    return by_interval ? transposed(pitch, interval) : transposed_semitones(pitch, semitones);
  }
};

Motion take_motion(SCM object, int position, const Where& where = std::source_location::current()) {
  if (scm_is_exact_integer(object)) return {false, {}, take<int>(object, position, where)};
  return {true, take<Interval>(object, position, where), 0};
}

// Signatures beyond seven sharps or flats are respelled, as a copyist would.
int within_seven(int fifths) {
  while (fifths > 7) fifths -= 12;
  while (fifths < -7) fifths += 12;
  return fifths;
}

Item moved_key(const Item& item, const Motion& move) {
  auto key = std::make_shared<Key>(detail<Key>(item));
  Pitch tonic = *parse_tonic(tonic_name(*key));
  tonic.octave = 4;
  key->fifths = within_seven(fifths_of(move(tonic), key->mode));
  Item changed = item;
  changed.detail = std::move(key);
  return changed;
}

Pitch moved_root(Pitch root, const Motion& move) {
  root.octave = 4;
  Pitch moved = move(root);
  moved.octave = Pitch{}.octave;
  return moved;
}

std::string root_text(const Pitch& root) {
  const char sign = root.alter > 0 ? '#' : 'b';
  return std::string(1, step_letter(root.step)) +
         std::string(static_cast<size_t>(std::abs(root.alter) / 2), sign);
}

// The kind stays as it was written: "min7" does not become "m7".
std::string symbol_text(const std::string& old, const ChordSymbol& moved) {
  const size_t begin = std::min(old.find_first_not_of("#b", 1), old.size());
  const size_t end = moved.bass ? old.rfind('/') : old.size();
  return root_text(moved.root) + old.substr(begin, end - begin) +
         (moved.bass ? "/" + root_text(*moved.bass) : "");
}

Item moved_harmony(const Item& item, const Motion& move) {
  auto direction = std::make_shared<Direction>(detail<Direction>(item));
  direction->harmony.root = moved_root(direction->harmony.root, move);
  if (direction->harmony.bass) direction->harmony.bass = moved_root(*direction->harmony.bass, move);
  direction->text = symbol_text(direction->text, direction->harmony);
  Item changed = item;
  changed.detail = std::move(direction);
  return changed;
}

PRIMITIVE(sign_transpose, "sign-transpose", "(sign-transpose SIGN INTERVAL)", 2, 0, 0,
          (SCM sign, SCM interval), R"(
Return SIGN, when it is a key or a chord symbol, moved by INTERVAL or by a number of semitones; any
other sign as it is.
  (sign-transpose (key c :major) :M2)  =>  (key d :major))") {
  const Item& item = take<const Item&>(sign, 1);
  const Motion move = take_motion(interval, 2);
  if (item.kind == Kind::Key) return give([&] { return moved_key(item, move); });
  if (item.kind != Kind::Direction || detail<Direction>(item).kind != DirectionKind::Harmony)
    return sign;
  return give([&] { return moved_harmony(item, move); });
}

Time scaled(const Time& time, const Rational& factor) {
  Time changed(time);
  const Rational unit = Rational(time.beat_type) / factor;
  const bool drawable = unit.is_integer() && unit.num() >= 1 && unit.num() <= 1024 &&
                        (unit.num() & (unit.num() - 1)) == 0;
  changed.symbol = time.symbol == Time::Senza ? Time::Senza : Time::Normal;
  if (drawable) {
    changed.beat_type = static_cast<int>(unit.num());
    return changed;
  }
  for (int& beats : changed.beats) {
    const Rational count = Rational(beats) * factor;
    if (!count.is_integer())
      throw Error(ErrorKind::Value, "no time signature is that much longer or shorter",
                  "augment by 2, 3, 4 ...")
          .at_argument(1);
    beats = static_cast<int>(count.num());
  }
  return changed;
}

PRIMITIVE(time_scale, "time-scale", "(time-scale TIME FACTOR)", 2, 0, 0, (SCM time, SCM factor), R"(
Return the time signature whose measure is FACTOR times as long as that of TIME.
  (time-scale (time 3 4) 2)  =>  (time 3 2))") {
  const Item& item = take<const Item&>(time, 1);
  if (item.kind != Kind::Time)
    raise_wrong_type(time, 1, "a time signature", std::source_location::current());
  return give([&] {
    Item changed = item;
    changed.detail = std::make_shared<Time>(scaled(detail<Time>(item), rational_value(factor)));
    return changed;
  });
}

uint8_t swapped(uint8_t bits) { return static_cast<uint8_t>((bits & 1) << 1 | (bits & 2) >> 1); }

Item mirrored(const Item& item) {
  Item changed = item;
  changed.tie = swapped(item.tie);
  changed.glissando = swapped(item.glissando);
  changed.slurs = static_cast<uint16_t>((item.slurs & 0x5555) << 1 | (item.slurs & 0xAAAA) >> 1);
  if (item.kind == Kind::Tuplet) {
    auto copy = std::make_shared<TupletDetail>(detail<TupletDetail>(item));
    std::vector<Item> backwards;
    for (auto at = copy->items.rbegin(); at != copy->items.rend(); ++at)
      backwards.push_back(mirrored(*at));
    copy->items = std::move(backwards);
    changed.detail = std::move(copy);
  } else if (item.kind == Kind::Chord) {
    auto copy = std::make_shared<EventDetail>(detail<EventDetail>(item));
    for (Member& member : copy->members) member.tie = swapped(member.tie);
    changed.detail = std::move(copy);
  } else if (item.kind == Kind::Direction &&
             detail<Direction>(item).kind == DirectionKind::Hairpin) {
    // Backwards, a crescendo begins where a diminuendo ended.
    auto copy = std::make_shared<Direction>(detail<Direction>(item));
    constexpr int opposite[] = {0, kDiminuendoStop, kCrescendoStop, kDiminuendo, kCrescendo};
    copy->value = opposite[copy->value];
    changed.detail = std::move(copy);
  }
  return changed;
}

PRIMITIVE(item_mirror, "item-mirror", "(item-mirror ITEM)", 1, 0, 0, (SCM item), R"(
Return ITEM as it reads from right to left: ties and slurs that began there end there, a tuplet's
events are in reverse order.)") {
  const Item& given = take<const Item&>(item, 1);
  return give([&] { return mirrored(given); });
}

}  // namespace

void define_signs_module() { define_native_module(kModule); }

}  // namespace fermata
