#include "ir/select.h"

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "ir/validate.h"

namespace fermata {

namespace {

[[noreturn]] void bad_region(std::string_view text) {
  throw Error(ErrorKind::Value, "\"" + std::string(text) + "\" is no region of a score",
              "such as m3, m3-5, m3.2-m5.1, P1:m3-5 or P1.v2:m3-5");
}

/// Reads a number below a million at the beginning of `text`, which is advanced past it.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  size_t digits = 0;
  while (digits < text.size() && digits < 6 && text[digits] >= '0' && text[digits] <= '9')
    number = 10 * number + (text[digits++] - '0');
  text.remove_prefix(digits);
  return digits ? std::optional<int>(number) : std::nullopt;
}

/// `m3` or `m3.2` or `3`.
bool take_place(std::string_view& text, int& measure, int& beat) {
  if (!text.empty() && text[0] == 'm') text.remove_prefix(1);
  std::optional<int> number = take_number(text);
  if (!number) return false;
  measure = *number;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    std::optional<int> given = take_number(text);
    if (!given || *given < 1) return false;
    beat = *given;
  }
  return true;
}

}  // namespace

Region parse_region(std::string_view text) {
  Region region;
  std::string_view rest = text;
  size_t colon = rest.find(':');
  if (colon != std::string_view::npos) {
    std::string_view part = rest.substr(0, colon);
    rest.remove_prefix(colon + 1);
    size_t voice = part.rfind(".v");
    if (voice != std::string_view::npos) {
      std::string_view number = part.substr(voice + 2);
      std::optional<int> given = take_number(number);
      if (!given || *given < 1 || !number.empty()) bad_region(text);
      region.voice = *given;
      part = part.substr(0, voice);
    }
    if (part.empty()) bad_region(text);
    region.part = part;
  }
  if (!take_place(rest, region.from, region.from_beat)) bad_region(text);
  region.to = region.from;
  region.to_beat = region.from_beat;
  if (!rest.empty()) {
    if (rest[0] != '-') bad_region(text);
    rest.remove_prefix(1);
    region.to_beat = 0;
    if (!take_place(rest, region.to, region.to_beat) || !rest.empty()) bad_region(text);
  }
  if (region.to < region.from)
    throw Error(ErrorKind::Value, "the region " + std::string(text) + " ends before it begins");
  return region;
}

std::string to_string(const Region& region) {
  std::string text = region.part;
  if (region.voice) text += ".v" + std::to_string(region.voice);
  if (!text.empty()) text += ":";
  auto place = [](int measure, int beat) {
    return "m" + std::to_string(measure) + (beat ? "." + std::to_string(beat) : "");
  };
  text += place(region.from, region.from_beat);
  if (region.to != region.from || region.to_beat != region.from_beat)
    text += "-" + place(region.to, region.to_beat);
  return text;
}

size_t find_part(const Score& score, std::string_view id) {
  for (size_t i = 0; i < score.parts.size(); ++i)
    if (score.parts[i]->id == id) return i;
  for (size_t i = 0; i < score.parts.size(); ++i)
    if (score.parts[i]->name == id) return i;
  std::vector<std::string_view> names;
  std::string all;
  for (const PartPtr& part : score.parts) {
    names.push_back(part->id);
    all += (all.empty() ? "" : ", ") + part->id + " (" + part->name + ")";
  }
  std::string hint = did_you_mean(id, names);
  throw Error(ErrorKind::Value, "the score has no part " + std::string(id),
              !hint.empty() ? hint
              : all.empty() ? "the score is empty"
                            : "there are " + all);
}

size_t measure_index(const Part& part, int number) {
  if (std::optional<size_t> index = part.measures.find(number)) return *index;
  size_t count = part.measures.size();
  throw Error(ErrorKind::Value, "part " + part.id + " has no measure " + std::to_string(number),
              count == 0 ? "the part is empty"
                         : "its measures go from " + std::to_string(part.measures.number(0)) +
                               " to " + std::to_string(part.measures.number(count - 1)));
}

namespace {

/// The voice's items between two times; events that only reach into the span are left out, as gaps.
Voice cut(const Voice& voice, const Rational& from, const Rational& to) {
  Voice result{voice.number, voice.staff, {}};
  Rational at;
  for (const Item& item : voice.items) {
    bool inside = at >= from && at < to;
    if (inside || (!takes_time(item) && at == Rational(0) && !is_event(item) &&
                   item.kind != Kind::Direction)) {
      result.items.push_back(item);
    } else if (takes_time(item)) {
      Item gap;
      gap.kind = Kind::Skip;
      gap.length = item.length;
      result.items.push_back(gap);
    }
    if (takes_time(item)) at += item.length;
  }
  return result;
}

MeasurePtr reduced(const MeasurePtr& measure, const Region& region, bool first, bool last,
                   const Context& context) {
  bool all_beats = !(first && region.from_beat) && !(last && region.to_beat);
  if (!region.voice && all_beats) return measure;
  auto result = std::make_shared<Measure>(*measure);
  if (region.voice)
    std::erase_if(result->voices, [&](const Voice& voice) { return voice.number != region.voice; });
  if (all_beats) return result;
  Rational beat(1, context.time ? context.time->beat_type : 4);
  Rational from = first && region.from_beat ? beat * Rational(region.from_beat - 1) : Rational(0);
  Rational to = last && region.to_beat ? beat * Rational(region.to_beat) : Rational(1000000);
  for (Voice& voice : result->voices) voice = cut(voice, from, to);
  return result;
}

Selection select_in(const Score& score, size_t index, const Region& region, size_t first,
                    size_t last) {
  const Part& part = *score.parts[index];
  Selection selection{index, first, {}};
  for (size_t i = first; i <= last; ++i) {
    const Slot& slot = part.measures[i];
    selection.measures.push_back(reduced(slot.measure, region, i == first, i == last, *slot.after));
  }
  return selection;
}

/// The part with the most measures.
const Part& longest_part(const Score& score) {
  if (score.parts.empty()) throw Error(ErrorKind::Value, "the score is empty");
  return **std::max_element(
      score.parts.begin(), score.parts.end(),
      [](const auto& a, const auto& b) { return a->measures.size() < b->measures.size(); });
}

}  // namespace

std::vector<Selection> select(const Score& score, const Region& region) {
  if (!region.part.empty()) {
    size_t index = find_part(score, region.part);
    const Part& part = *score.parts[index];
    return {select_in(score, index, region, measure_index(part, region.from),
                      measure_index(part, region.to))};
  }
  measure_index(longest_part(score), region.from);
  measure_index(longest_part(score), region.to);
  std::vector<Selection> selections;
  for (size_t i = 0; i < score.parts.size(); ++i) {
    const Measures& measures = score.parts[i]->measures;
    std::optional<size_t> first = measures.find(region.from), last = measures.find(region.to);
    if (first)
      selections.push_back(select_in(score, i, region, *first, last.value_or(measures.size() - 1)));
  }
  return selections;
}

}  // namespace fermata
