#include "musicxml/survey.h"

#include <algorithm>

#include "ir/direction.h"

namespace fermata {

namespace {

// What things take in the file on the average; too little costs a copy of everything written so
// far.
constexpr size_t kNoteBytes = 230, kNotationBytes = 190, kRatioBytes = 100, kTupletBytes = 470,
                 kSignBytes = 200, kMeasureBytes = 60, kVoiceBytes = 160;

/// Follows ties, slurs and glissandi through a part in the order in which they are written.
class Surveyor {
 public:
  explicit Surveyor(Survey& survey) : survey_(survey) {}

  void visit(size_t index, const Measure& measure) {
    measure_ = index;
    survey_.bytes += kMeasureBytes + measure.voices.size() * kVoiceBytes;
    note_numbers(measure);
    for (const Voice& voice : measure.voices) {
      voice_ = &voice;
      visit(voice.items);
    }
  }

  void finish() {
    for (const auto* open : {&ties_, &slurs_, &glissandi_})
      for (const Open& start : *open) survey_.loose.push_back(start.loose);
  }

 private:
  struct Open {
    int staff, voice, number;
    Pitch pitch;
    Loose loose;
    bool same_place(const Open& b) const {
      return staff == b.staff && voice == b.voice && number == b.number && pitch == b.pitch;
    }
  };
  using Opens = std::vector<Open>;

  void note_numbers(const Measure& measure) {
    for (const Voice& voice : measure.voices) {
      auto staff = static_cast<size_t>(std::max(voice.staff, 1));
      if (survey_.home_voices.size() < staff) survey_.home_voices.resize(staff);
      int& home = survey_.home_voices[staff - 1];
      if (home == 0 || voice.number < home) home = voice.number;
      highest_ = std::max(highest_, voice.number);
      for (const Voice& other : measure.voices)
        if (other.number == voice.number && other.staff != voice.staff) shared_ = true;
    }
    survey_.voices_per_staff = shared_ ? std::max(4, highest_) : 0;
  }

  void visit(const std::vector<Item>& items) {
    for (const Item& item : items) {
      switch (item.kind) {
        case Kind::Note:
        case Kind::Chord: visit_note(item); break;
        case Kind::Grace: visit(detail<GraceDetail>(item).items); break;
        case Kind::Tuplet: visit_tuplet(detail<TupletDetail>(item)); break;
        default: survey_.bytes += kSignBytes;
      }
    }
  }

  void visit_tuplet(const TupletDetail& tuplet) {
    survey_.bytes += kTupletBytes + tuplet.items.size() * kRatioBytes;
    visit(tuplet.items);
  }

  void visit_note(const Item& item) {
    bool decorated = item.tie || item.slurs || item.marks || item.detail;
    survey_.bytes += decorated ? kNoteBytes + kNotationBytes : kNoteBytes;
    ++event_;
    if (!glissandi_.empty()) close(glissandi_, key(0, {}));
    if (item.glissando & 1)
      open(glissandi_, key(0, {}), {event_, Loose::GlissandoStart, 0, measure_});
    if (item.slurs != 0) visit_slurs(item);
    if (item.kind == Kind::Note) {
      if (item.tie != 0) visit_tie(item.pitch, item.tie, 0);
      if (item.pitch.octave < 0) note_low();
      return;
    }
    const auto& members = detail<EventDetail>(item).members;
    survey_.bytes += (members.size() - 1) * kNoteBytes;
    for (size_t i = 0; i < members.size(); ++i) {
      visit_tie(members[i].pitch, item.tie | members[i].tie, static_cast<int>(i));
      if (members[i].pitch.octave < 0) note_low();
    }
  }

  void visit_slurs(const Item& item) {
    for (int number = 1; number <= 8; ++number) {
      int bits = item.slurs >> (2 * (number - 1)) & 3;
      if ((bits & 2) && !close(slurs_, key(number, {})))
        survey_.loose.push_back({event_, Loose::SlurStop, number, measure_});
      if (bits & 1) open(slurs_, key(number, {}), {event_, Loose::SlurStart, number, measure_});
    }
  }

  void visit_tie(const Pitch& pitch, int bits, int member) {
    if ((bits & kTieStop) && !close(ties_, key(0, pitch)))
      survey_.loose.push_back({event_, Loose::TieStop, member, measure_});
    if (bits & kTieStart) open(ties_, key(0, pitch), {event_, Loose::TieStart, member, measure_});
  }

  void note_low() {
    if (!low_) survey_.loose.push_back({event_, Loose::LowOctave, 0, measure_});
    low_ = true;
  }

  Open key(int number, const Pitch& pitch) const {
    return {voice_->staff, voice_->number, number, pitch, {}};
  }

  static bool close(Opens& opens, const Open& place) {
    auto found = std::find_if(opens.begin(), opens.end(),
                              [&](const Open& o) { return o.same_place(place); });
    if (found == opens.end()) return false;
    opens.erase(found);
    return true;
  }

  void open(Opens& opens, Open place, const Loose& loose) {
    auto found = std::find_if(opens.begin(), opens.end(),
                              [&](const Open& o) { return o.same_place(place); });
    if (found != opens.end()) {
      survey_.loose.push_back(found->loose);
      opens.erase(found);
    }
    place.loose = loose;
    opens.push_back(place);
  }

  Survey& survey_;
  const Voice* voice_ = nullptr;
  size_t measure_ = 0, event_ = 0;
  int highest_ = 1;
  bool shared_ = false, low_ = false;
  Opens ties_, slurs_, glissandi_;
};

std::string_view span_name(int kind) {
  switch (static_cast<DirectionKind>(kind)) {
    case DirectionKind::Hairpin: return "hairpin";
    case DirectionKind::Pedal: return "pedal";
    default: return "ottava";
  }
}

std::string sentence(const Loose& loose, int number) {
  std::string measure = "measure " + std::to_string(number);
  std::string span(span_name(loose.index));
  switch (loose.what) {
    case Loose::TieStart:
      return "the tie that begins in " + measure + " never ends; it is left out";
    case Loose::TieStop: return "the tie that ends in " + measure + " has no beginning";
    case Loose::SlurStart:
      return "the slur that begins in " + measure + " never ends; it is left out";
    case Loose::SlurStop: return "the slur that ends in " + measure + " has no beginning";
    case Loose::GlissandoStart: return "the glissando that begins in " + measure + " leads nowhere";
    case Loose::Span:
      return "the " + span + " that begins in " + measure +
             " never ends; it is ended with the part";
    case Loose::LowOctave: break;
  }
  return "the octave -1 in " + measure + " is below MusicXML's lowest and is written as octave 0";
}

/// Whether the span open at the end begins among these items.
bool begins(const std::vector<Item>& items, const Context::OpenSpan& span, int home_staff) {
  for (const Item& item : items) {
    if (item.kind == Kind::Tuplet && begins(detail<TupletDetail>(item).items, span, home_staff))
      return true;
    if (item.kind != Kind::Direction) continue;
    const auto& sign = detail<Direction>(item);
    if (static_cast<uint8_t>(sign.kind) == span.kind && sign.value == span.value &&
        sign.number == span.number && (item.staff ? item.staff : home_staff) == span.staff)
      return true;
  }
  return false;
}

/// Hairpins, ottavas and pedals belong to a staff and not to a voice; the part has followed them
/// already.
void find_open_spans(const Part& part, Survey& survey) {
  size_t count = part.measures.size();
  if (count == 0 || !part.measures[count - 1].after) return;
  for (const Context::OpenSpan& span : part.measures[count - 1].after->spans) {
    for (size_t index = count; index-- > 0;) {
      const auto& voices = part.measures[index].measure->voices;
      bool here = std::any_of(voices.begin(), voices.end(), [&](const Voice& voice) {
        return begins(voice.items, span, voice.staff);
      });
      if (!here) continue;
      survey.loose.push_back({0, Loose::Span, span.kind, index});
      break;
    }
  }
}

}  // namespace

bool Survey::is_loose(size_t event, Loose::What what, int index) const {
  if (loose.empty()) return false;
  auto found = std::lower_bound(loose.begin(), loose.end(), Loose{event, what, index, 0});
  return found != loose.end() && found->event == event && found->what == what &&
         found->index == index;
}

Survey survey_of(const Part& part) {
  Survey survey;
  Surveyor surveyor(survey);
  part.measures.each([&](size_t index, const Slot& slot) { surveyor.visit(index, *slot.measure); });
  surveyor.finish();
  find_open_spans(part, survey);
  std::sort(survey.loose.begin(), survey.loose.end());
  return survey;
}

std::vector<std::string> loose_warnings(const Part& part, const Survey& survey) {
  std::vector<std::string> warnings;
  if (survey.loose.empty()) return warnings;
  std::vector<int> numbers = measure_numbers(part);
  std::vector<Loose> in_order = survey.loose;
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const Loose& a, const Loose& b) { return a.measure < b.measure; });
  for (const Loose& loose : in_order) warnings.push_back(sentence(loose, numbers[loose.measure]));
  return warnings;
}

}  // namespace fermata
