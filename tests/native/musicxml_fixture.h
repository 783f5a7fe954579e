#pragma once

#include <catch2/catch.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "ir/assemble.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/marks.h"
#include "musicxml/writer.h"
#include "tools/musicxml_checker.h"

/// Music by hand, written and read back as a tree.
namespace fermata::mx {

using Items = std::vector<Item>;

inline Rational length(const std::string& name) { return *parse_duration(name); }

inline Item n(const std::string& pitch, const std::string& duration = "q") {
  Item item;
  item.pitch = parse_pitch(pitch)->pitch;
  item.length = length(duration);
  return item;
}
inline Item r(const std::string& duration) {
  Item item;
  item.kind = Kind::Rest;
  item.length = length(duration);
  return item;
}
inline Item measure_rest() {
  Item item = r("w");
  item.flags = kWholeMeasure;
  return item;
}
inline Item skip(const std::string& duration) {
  Item item = r(duration);
  item.kind = Kind::Skip;
  return item;
}
inline Item chord(const std::vector<std::string>& pitches, const std::string& duration = "q") {
  Item item = r(duration);
  item.kind = Kind::Chord;
  auto extras = std::make_shared<EventDetail>();
  for (const auto& pitch : pitches) {
    Member member;
    member.pitch = parse_pitch(pitch)->pitch;
    extras->members.push_back(member);
  }
  item.detail = extras;
  return item;
}
inline Item tuplet(int actual, int normal, Items items) {
  Item item;
  item.kind = Kind::Tuplet;
  auto inner = std::make_shared<TupletDetail>();
  inner->actual = actual;
  inner->normal = normal;
  inner->items = std::move(items);
  item.length = length_of(inner->items) * Rational(normal, actual);
  item.detail = inner;
  return item;
}
inline Item grace(Items items, bool slash = false) {
  Item item;
  item.kind = Kind::Grace;
  auto inner = std::make_shared<GraceDetail>();
  inner->items = std::move(items);
  item.detail = inner;
  if (slash) item.flags = kSlash;
  return item;
}
template <class T>
Item sign(Kind kind, T thing) {
  Item item;
  item.kind = kind;
  item.detail = std::make_shared<T>(std::move(thing));
  return item;
}
inline Item key(int fifths, const char* mode = "major") {
  Key made;
  made.fifths = fifths;
  made.mode = find_mode(mode);
  return sign(Kind::Key, made);
}
inline Item time(std::vector<int> beats, int type, Time::Symbol symbol = Time::Normal) {
  Time made;
  made.beats = std::move(beats);
  made.beat_type = type;
  made.symbol = symbol;
  return sign(Kind::Time, made);
}
inline Item clef(const char* name) {
  Clef made;
  made.row = find_clef(name);
  return sign(Kind::Clef, made);
}
inline Item direction(DirectionKind kind, int value = 0, std::string text = {}) {
  Direction made;
  made.kind = kind;
  made.value = value;
  made.text = std::move(text);
  return sign(Kind::Direction, made);
}
inline Item with(Item item, uint8_t Item::*field, int value) {
  item.*field = static_cast<uint8_t>(value);
  return item;
}
inline Item tied(Item item, int bits) { return with(std::move(item), &Item::tie, bits); }
inline Item on(Item item, int staff, int voice = 1) {
  item.staff = static_cast<uint8_t>(staff);
  item.voice = static_cast<uint8_t>(voice);
  return item;
}
/// (staff n ...)
inline Item staff(int number, Items items) {
  GroupDetail made;
  made.number = number;
  made.items = std::move(items);
  return sign(Kind::Staff, made);
}
inline Item slurred(Item item, int number, bool start, bool stop = false) {
  item.slurs = static_cast<uint16_t>(item.slurs | (start ? 1 : 0) << 2 * (number - 1) |
                                     (stop ? 2 : 0) << 2 * (number - 1));
  return item;
}
inline Item marked(Item item, std::vector<const char*> names) {
  for (const char* name : names) item.marks |= uint64_t{1} << *find_mark(name);
  return item;
}

inline MeasurePtr bar(Items items, bool pickup = false) {
  MeasureParts parts;
  parts.items = std::move(items);
  parts.pickup = pickup;
  return make_measure(std::move(parts));
}
inline PartPtr part(std::vector<MeasurePtr> measures, Part made = {}) {
  if (made.name.empty()) made.name = "Music";
  return make_part(std::move(made), std::move(measures));
}
inline ScorePtr score(std::vector<PartPtr> parts, Score titles = {},
                      std::vector<Group> groups = {}) {
  ScoreParts made;
  made.score = std::move(titles);
  made.parts = std::move(parts);
  made.groups = std::move(groups);
  return make_score(std::move(made));
}

/// A written file, found right by the checker, and its tree.
struct Written {
  std::string xml;
  pugi::xml_document tree;

  explicit Written(const Score& from) : xml(write_musicxml(from)) {
    CHECK(check_musicxml(xml) == std::vector<std::string>{});
    REQUIRE(tree.load_buffer(xml.data(), xml.size()));
  }
  explicit Written(const ScorePtr& from) : Written(*from) {}
  /// One part with these measures.
  explicit Written(std::vector<MeasurePtr> measures, Part made = {})
      : Written(score({part(std::move(measures), std::move(made))})) {}
  /// One part with one measure of these items.
  explicit Written(Items items) : Written(std::vector<MeasurePtr>{bar(std::move(items))}) {}

  size_t count(const char* path) const { return tree.select_nodes(path).size(); }
  /// The texts of all nodes at `path`, with spaces between.
  std::string texts(const char* path) const {
    std::string all;
    pugi::xpath_node_set nodes = tree.select_nodes(path);
    nodes.sort();
    for (const auto& found : nodes) {
      if (!all.empty()) all += ' ';
      all += found.attribute() ? found.attribute().value() : found.node().text().as_string();
    }
    return all;
  }
  /// Names of the element children of the first node at `path`.
  std::string children(const char* path) const {
    std::string all;
    for (auto child : tree.select_node(path).node().children()) {
      if (!all.empty()) all += ' ';
      all += child.name();
    }
    return all;
  }
};

}  // namespace fermata::mx
