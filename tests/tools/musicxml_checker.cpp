#include "musicxml_checker.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <pugixml.hpp>
#include <set>
#include <tuple>

namespace fermata {

namespace {

using Node = pugi::xml_node;
using Names = std::initializer_list<const char*>;

long number(Node parent, const char* child, long otherwise = 0) {
  return parent.child(child).text().as_llong(otherwise);
}
std::string text(Node parent, const char* child) { return parent.child(child).text().as_string(); }

/// Quarters of a type as numerator over 256; 0 when it is no type.
long type_length(const std::string& type) {
  static const std::map<std::string, long> lengths{
      {"1024th", 1},   {"512th", 2},    {"256th", 4},    {"128th", 8},     {"64th", 16},
      {"32nd", 32},    {"16th", 64},    {"eighth", 128}, {"quarter", 256}, {"half", 512},
      {"whole", 1024}, {"breve", 2048}, {"long", 4096},  {"maxima", 8192}};
  auto found = lengths.find(type);
  return found == lengths.end() ? 0 : found->second;
}

/// A place where something begins and must end: voice, number, and what distinguishes it.
using Key = std::tuple<std::string, std::string, std::string>;

class PartChecker {
 public:
  PartChecker(Node part, std::vector<std::string>& wrong) : part_(part), wrong_(wrong) {}

  void check() {
    for (Node measure : part_.children("measure")) check_measure(measure);
    for (const auto& [key, place] : open_)
      report("the " + std::get<0>(key) + " that begins in measure " + place + " never ends");
  }

 private:
  void report(const std::string& message) {
    std::string where = std::string(part_.attribute("id").value());
    if (!measure_.empty()) where += " measure " + measure_;
    wrong_.push_back(where + ": " + message);
  }

  void check_measure(Node measure) {
    measure_ = measure.attribute("number").value();
    cursor_ = furthest_ = last_ = 0;
    filled_.clear();
    beams_.clear();
    bool implicit = std::string(measure.attribute("implicit").value()) == "yes";
    bool bound = !implicit;
    for (Node child : measure.children()) {
      std::string name = child.name();
      if (name == "attributes")
        read_attributes(child);
      else if (name == "note")
        check_note(child);
      else if (name == "backup")
        move(-number(child, "duration"));
      else if (name == "forward")
        check_forward(child);
      else if (name == "direction")
        check_direction(child);
      else if (name == "barline")
        check_barline(child);
      check_staff(child);
    }
    if (bound && full_ > 0) check_fullness();
    for (const auto& [place, level] : beams_)
      report("beam " + std::to_string(place.second) + " of voice " + place.first +
             " does not end in the measure");
  }

  void read_attributes(Node attributes) {
    if (Node divisions = attributes.child("divisions")) divisions_ = divisions.text().as_llong();
    if (divisions_ <= 0) report("divisions are not positive");
    if (Node staves = attributes.child("staves")) staves_ = staves.text().as_llong();
    Node time = attributes.child("time");
    if (!time) return;
    if (time.child("senza-misura")) {
      full_ = 0;
      return;
    }
    long sum = 0;
    std::string beats = text(time, "beats");
    for (size_t at = 0; at < beats.size();) {
      size_t end = std::min(beats.find('+', at), beats.size());
      sum += std::atol(beats.substr(at, end - at).c_str());
      at = end + 1;
    }
    long type = number(time, "beat-type", 1);
    if (sum <= 0 || type <= 0) return report("the time signature is not one");
    if (sum * 4 * divisions_ % type != 0) report("divisions do not divide the measure");
    full_ = sum * 4 * divisions_ / type;
  }

  void move(long ticks) {
    cursor_ += ticks;
    if (cursor_ < 0) report("backup before the beginning of the measure");
    cursor_ = std::max(cursor_, 0L);
    furthest_ = std::max(furthest_, cursor_);
    if (ticks > 0 && full_ > 0 && cursor_ > full_) report("the cursor goes beyond the measure");
  }

  void check_forward(Node forward) {
    long ticks = number(forward, "duration");
    if (ticks <= 0) report("a forward of no length");
    if (forward.child("voice")) fill(text(forward, "voice"), ticks);
    move(ticks);
  }

  /// A voice must begin where it stopped, so what it fills is one piece from 0 on.
  void fill(const std::string& voice, long ticks) {
    auto [place, fresh] = filled_.emplace(voice, 0);
    if (place->second != cursor_)
      report("voice " + voice + " has a gap or an overlap at " + std::to_string(cursor_));
    place->second = cursor_ + ticks;
  }

  void check_fullness() {
    for (const auto& [voice, end] : filled_)
      if (end != full_)
        report("voice " + voice + " lasts " + std::to_string(end) + " of " + std::to_string(full_));
    if (filled_.empty()) report("nothing in the measure");
  }

  void check_staff(Node child) {
    if (!child.child("staff")) return;
    long staff = number(child, "staff");
    if (staff < 1 || staff > staves_)
      report("staff " + std::to_string(staff) + " of " + std::to_string(staves_));
  }

  void check_note(Node note) {
    bool grace = note.child("grace"), chord = note.child("chord");
    std::string voice = text(note, "voice");
    long ticks = number(note, "duration");
    if (grace && note.child("duration")) report("a grace note with a duration");
    if (!grace && ticks <= 0) report("a note without a duration");
    if (!grace) check_type(note, ticks);
    if (chord) {
      if (!grace && ticks != last_)
        report("a chord member lasts " + std::to_string(ticks) + ", the first " +
               std::to_string(last_));
    } else if (!grace) {
      fill(voice, ticks);
      move(ticks);
      last_ = ticks;
    }
    check_ties(note, voice);
    check_notations(note, voice);
    if (!chord && !note.child("rest")) check_beams(note, (grace ? "grace " : "") + voice);
  }

  void check_type(Node note, long ticks) {
    std::string type = text(note, "type");
    if (type.empty()) return;
    long length = type_length(type);
    if (length == 0) return report("unknown type " + type);
    long num = length, den = 256, dots = 0;
    for (Node dot = note.child("dot"); dot; dot = dot.next_sibling("dot")) ++dots;
    num *= (2L << dots) - 1;
    den *= 1L << dots;
    if (Node ratio = note.child("time-modification")) {
      num *= number(ratio, "normal-notes", 1);
      den *= number(ratio, "actual-notes", 1);
    }
    if (num * divisions_ != ticks * den)
      report("a " + type + " with " + std::to_string(dots) + " dots lasts " +
             std::to_string(ticks) + " divisions");
  }

  void begin(const std::string& what, const std::string& voice, const std::string& number) {
    if (!open_.emplace(Key{what, voice, number}, measure_).second)
      report("a " + what + " begins while it is open (" + voice + " " + number + ")");
  }
  void end(const std::string& what, const std::string& voice, const std::string& number) {
    if (open_.erase(Key{what, voice, number}) == 0)
      report("a " + what + " ends that did not begin (" + voice + " " + number + ")");
  }
  void begin_or_end(const std::string& type, const std::string& what, const std::string& voice,
                    const std::string& number) {
    if (type == "start")
      begin(what, voice, number);
    else if (type == "stop")
      end(what, voice, number);
  }

  void check_ties(Node note, const std::string& voice) {
    Node pitch = note.child("pitch");
    std::string name = text(pitch, "step") + text(pitch, "alter") + "/" + text(pitch, "octave");
    std::vector<std::string> sounding, shown;
    for (Node tie : note.children("tie")) sounding.emplace_back(tie.attribute("type").value());
    for (Node notations : note.children("notations"))
      for (Node tied : notations.children("tied"))
        shown.emplace_back(tied.attribute("type").value());
    std::sort(sounding.rbegin(), sounding.rend());
    std::sort(shown.rbegin(), shown.rend());
    if (sounding != shown) report("tie and tied do not say the same");
    for (const std::string& type : sounding) begin_or_end(type, "tie", voice, name);
  }

  void check_notations(Node note, const std::string& voice) {
    for (Node notations : note.children("notations")) {
      for (Node child : notations.children()) {
        std::string name = child.name();
        const char* given = child.attribute("number").value();
        std::string type = child.attribute("type").value(), level = *given ? given : "1";
        if (name == "slur") begin_or_end(type, "slur", "", level);
        if (name == "glissando") begin_or_end(type, "glissando", "", level);
        if (name == "tuplet") {
          begin_or_end(type, "tuplet", voice, level);
          if (!note.child("time-modification"))
            report("a tuplet on a note without time-modification");
        }
      }
    }
  }

  /// Beams of a voice: at every level begin, continue ..., end, and no gap between the levels.
  void check_beams(Node note, const std::string& voice) {
    std::set<long> seen;
    long flags = 0;
    for (long length = type_length(text(note, "type")); length > 0 && length < 256; length *= 2)
      ++flags;
    for (Node beam : note.children("beam")) {
      long level = beam.attribute("number").as_llong(1);
      std::string word = beam.text().as_string();
      seen.insert(level);
      if (level > flags) report("beam " + std::to_string(level) + " on a note with too few flags");
      std::pair<std::string, long> place{voice, level};
      bool open = beams_.count(place) > 0;
      if (word == "begin" && open) report("beam " + std::to_string(level) + " begins twice");
      if ((word == "continue" || word == "end") && !open)
        report("beam " + std::to_string(level) + " goes on without a beginning");
      if (word.find("hook") != std::string::npos && (open || level == 1))
        report("a hook where a beam is");
      if (word == "begin") beams_[place] = true;
      if (word == "end") beams_.erase(place);
    }
    for (long level = 1; level <= static_cast<long>(seen.size()); ++level)
      if (!seen.count(level)) report("beam levels with a gap");
    if (!seen.empty() && static_cast<long>(seen.size()) != flags)
      report("beams and type of a note do not agree");
    for (const auto& [place, open] : beams_)
      if (place.first == voice && !seen.count(place.second))
        report("beam " + std::to_string(place.second) + " is left out inside a group");
  }

  void check_direction(Node direction) {
    for (Node types : direction.children("direction-type")) {
      for (Node child : types.children()) {
        std::string name = child.name(), type = child.attribute("type").value();
        const char* given = child.attribute("number").value();
        std::string level = *given ? given : "1";
        if (name == "wedge") {
          if (type == "stop")
            end("wedge", "", level);
          else if (type != "continue")
            begin("wedge", "", level);
        }
        if (name == "octave-shift") {
          if (type == "stop")
            end("octave-shift", "", level);
          else if (type != "continue")
            begin("octave-shift", "", level);
        }
        if (name == "pedal") begin_or_end(type, "pedal", text(direction, "staff"), level);
      }
    }
  }

  void check_barline(Node barline) {
    Node ending = barline.child("ending");
    if (!ending) return;
    std::string type = ending.attribute("type").value(),
                numbers = ending.attribute("number").value();
    if (type == "start")
      begin("ending", "", numbers);
    else
      end("ending", "", numbers);
  }

  Node part_;
  std::vector<std::string>& wrong_;
  std::string measure_;
  long divisions_ = 0, staves_ = 1, full_ = 0;
  long cursor_ = 0, furthest_ = 0, last_ = 0;
  std::map<std::string, long> filled_;
  std::map<std::pair<std::string, long>, bool> beams_;
  std::map<Key, std::string> open_;
};

void check_part_list(Node score, std::vector<std::string>& wrong) {
  std::vector<std::string> listed, present;
  std::set<std::string> groups;
  for (Node child : score.child("part-list").children()) {
    std::string name = child.name(), number = child.attribute("number").value();
    if (name == "score-part") listed.emplace_back(child.attribute("id").value());
    if (name != "part-group") continue;
    bool starts = std::string(child.attribute("type").value()) == "start";
    if (starts && !groups.insert(number).second)
      wrong.push_back("part-group " + number + " begins twice");
    if (!starts && groups.erase(number) == 0)
      wrong.push_back("part-group " + number + " ends that did not begin");
  }
  for (const std::string& number : groups) wrong.push_back("part-group " + number + " never ends");
  for (Node part : score.children("part")) present.emplace_back(part.attribute("id").value());
  if (listed != present) wrong.push_back("the parts are not those of the part-list");
  if (std::set<std::string>(listed.begin(), listed.end()).size() != listed.size())
    wrong.push_back("two parts have the same id");
  for (Node part : score.child("part-list").children("score-part")) {
    std::string instrument = part.child("score-instrument").attribute("id").value();
    if (Node midi = part.child("midi-instrument");
        midi && midi.attribute("id").value() != instrument)
      wrong.push_back("a midi-instrument refers to no score-instrument");
  }
}

}  // namespace

std::vector<std::string> check_musicxml(std::string_view xml) {
  pugi::xml_document document;
  pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed) return {"not well-formed: " + std::string(parsed.description())};
  Node score = document.child("score-partwise");
  if (!score) return {"no score-partwise"};
  std::vector<std::string> wrong;
  check_part_list(score, wrong);
  size_t measures = 0;
  for (Node part : score.children("part")) {
    auto list = part.children("measure");
    auto count = static_cast<size_t>(std::distance(list.begin(), list.end()));
    if (measures != 0 && count != measures)
      wrong.push_back("the parts have different numbers of measures");
    measures = count;
    PartChecker(part, wrong).check();
  }
  return wrong;
}

}  // namespace fermata
