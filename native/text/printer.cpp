#include "text/printer.h"

#include <algorithm>

#include "ir/attributes.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/marks.h"

namespace fermata {

namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    switch (c) {
      case '"': result += "\\\""; break;
      case '\\': result += "\\\\"; break;
      case '\n': result += "\\n"; break;
      case '\t': result += "\\t"; break;
      case '\r': result += "\\r"; break;
      default: result += c;
    }
  }
  return result + "\"";
}

/// Writes one list: a head, then operands.
class Writing {
 public:
  Writing(Layout& layout, std::string_view head) : layout(layout) {
    layout.open();
    layout.atom(head);
  }
  ~Writing() { layout.close(); }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  Writing& atom(std::string_view text) { return layout.atom(text), *this; }
  Writing& text(std::string_view value) { return atom(quoted(value)); }
  Writing& number(int value) { return atom(std::to_string(value)); }
  Writing& flag(std::string_view keyword) { return atom(":" + std::string(keyword)); }
  Writing& option(std::string_view keyword, std::string_view value) {
    return flag(keyword).atom(value);
  }
  Writing& option(std::string_view keyword, int value) { return flag(keyword).number(value); }

  Layout& layout;
};

/// `up` and its like are variables in the language; any other word is written as a keyword.
std::string word_source(std::string_view name) {
  for (std::string_view plain : {"start", "stop", "continue", "both", "up", "down", "none"})
    if (name == plain) return std::string(name);
  return ":" + std::string(name);
}

void print_ties_and_slurs(Writing& form, const Item& item) {
  if (item.tie)
    form.option("tie", item.tie == 3 ? "both" : item.tie == kTieStart ? "start" : "stop");
  for (int number = 1; number <= 8; ++number) {
    int bits = (item.slurs >> (2 * (number - 1))) & 3;
    for (int bit : {2, 1}) {
      if (!(bits & bit)) continue;
      form.option("slur", bit == 1 ? "start" : "stop");
      if (number > 1) form.option("slur-number", number);
    }
  }
  if (item.glissando & 1) form.flag("glissando");
  if (item.glissando & 2) form.option("glissando", "stop");
}

std::string lyric_source(const Lyric& lyric) {
  bool before = lyric.syllabic == Lyric::Middle || lyric.syllabic == Lyric::End;
  bool after = lyric.syllabic == Lyric::Begin || lyric.syllabic == Lyric::Middle;
  return quoted((before ? "-" : "") + lyric.text + (after ? "-" : "") + (lyric.extend ? "_" : ""));
}

void print_lyrics(Writing& form, const std::vector<Lyric>& lyrics) {
  int verses = 0;
  for (const Lyric& lyric : lyrics) verses = std::max(verses, lyric.verse);
  for (int verse = 1; verse <= verses; ++verse) {
    auto found = std::find_if(lyrics.begin(), lyrics.end(),
                              [&](const Lyric& l) { return l.verse == verse; });
    form.option("lyric", found == lyrics.end() ? "\"\"" : lyric_source(*found));
  }
}

void print_texts(Writing& form, const EventDetail& texts) {
  print_lyrics(form, texts.lyrics);
  for (const std::string& finger : texts.fingerings) {
    bool number = finger.size() == 1 && finger[0] >= '0' && finger[0] <= '5';
    form.option("fingering", number ? finger : quoted(finger));
  }
  if (texts.string) form.option("string", texts.string);
  if (texts.fret >= 0) form.option("fret", texts.fret);
}

void print_marks(Writing& form, const Item& item) {
  if (item.voice) form.option("voice", item.voice);
  if (item.staff) form.option("staff", item.staff);
  if (item.dynamic) form.flag(word(dynamic_table(), item.dynamic).name);
  if (item.stem) form.option("stem", word_source(word(stem_table(), item.stem).name));
  if (item.notehead)
    form.option("notehead", word_source(word(notehead_table(), item.notehead).name));
  if (item.accidental)
    form.option("accidental", word_source(word(accidental_table(), item.accidental).name));
  if (item.flags & kCautionary) form.flag("cautionary");
  if (item.flags & kEditorial) form.flag("editorial");
  if (item.beam) form.option("beam", word_source(word(beam_table(), item.beam).name));
  print_ties_and_slurs(form, item);
  for (size_t i = 0; i < mark_table().size(); ++i)
    if (item.marks >> i & 1) form.flag(mark_table()[i].name);
  if (item.tremolo) form.option("tremolo", item.tremolo);
  if (item.arpeggio == 1) form.flag("arpeggiate");
  if (item.arpeggio > 1)
    form.option("arpeggiate", word_source(word(arpeggio_table(), item.arpeggio).name));
  if (item.fermata == 1) form.flag("fermata");
  if (item.fermata > 1)
    form.option("fermata", word_source(word(fermata_table(), item.fermata).name));
  if (item.detail) print_texts(form, detail<EventDetail>(item));
}

bool has_marks(const Member& member) {
  return member.tie || member.accidental || member.notehead || member.flags ||
         !member.fingering.empty();
}

void print_member(Layout& layout, const Member& member) {
  if (!has_marks(member)) return layout.atom(to_string(member.pitch));
  Item note;
  note.pitch = member.pitch;
  note.tie = member.tie;
  note.accidental = member.accidental;
  note.notehead = member.notehead;
  note.flags = member.flags;
  Writing form(layout, "note");
  form.atom(to_string(note.pitch));
  print_marks(form, note);
  if (!member.fingering.empty()) {
    EventDetail texts;
    texts.fingerings.push_back(member.fingering);
    print_texts(form, texts);
  }
}

void print_chord(Layout& layout, const Item& item) {
  const auto& members = detail<EventDetail>(item).members;
  Writing form(layout, "chord");
  if (std::any_of(members.begin(), members.end(), has_marks)) {
    form.atom(to_source(item.length));
    for (const Member& member : members) print_member(layout, member);
  } else {
    layout.open();
    for (const Member& member : members) print_member(layout, member);
    layout.close();
    form.atom(to_source(item.length));
  }
  print_marks(form, item);
}

void print_rest(Layout& layout, const Item& item) {
  Writing form(layout, "rest");
  if (!item.length.is_zero()) form.atom(to_source(item.length));
  if (item.flags & kWholeMeasure) form.flag("measure");
  print_marks(form, item);
}

/// Whether the grace notes differ in nothing but pitch, so that the short form says it all.
bool is_plain_grace(const std::vector<Item>& items) {
  for (const Item& item : items) {
    Item bare;
    bare.kind = item.kind;
    bare.pitch = item.pitch;
    bare.length = items[0].length;
    bare.detail = item.detail;
    bool members_only = true;
    if (item.detail) {
      const auto& texts = detail<EventDetail>(item);
      members_only = item.kind == Kind::Chord && texts.lyrics.empty() && texts.fingerings.empty() &&
                     !texts.string && texts.fret < 0 &&
                     std::none_of(texts.members.begin(), texts.members.end(), has_marks);
    }
    if (!(bare == item) || !members_only) return false;
  }
  return true;
}

void print_grace(Layout& layout, const Item& item) {
  const auto& items = detail<GraceDetail>(item).items;
  Writing form(layout, "grace");
  bool plain = is_plain_grace(items);
  for (const Item& note : items) {
    if (!plain)
      print(layout, note);
    else if (note.kind == Kind::Note)
      form.atom(to_string(note.pitch));
    else {
      layout.open();
      for (const Pitch& pitch : pitches_of(note)) form.atom(to_string(pitch));
      layout.close();
    }
  }
  if (plain) form.atom(to_source(items[0].length));
  if (item.flags & kSlash) form.flag("slash");
  if (item.voice) form.option("voice", item.voice);
  if (item.staff) form.option("staff", item.staff);
}

void print_tuplet(Layout& layout, const Item& item) {
  const auto& tuplet = detail<TupletDetail>(item);
  Writing form(layout, "tuplet");
  form.atom(std::to_string(tuplet.actual) + ":" + std::to_string(tuplet.normal));
  bool first = true;
  for (Item inner : tuplet.items) {
    // A tuplet takes its voice from its notes; writing it on the first is enough.
    if (first && is_event(inner)) inner.voice = item.voice, first = false;
    print(layout, inner);
  }
}

void print_gap(Layout& layout, const Item& item) {
  Writing form(layout, item.kind == Kind::Backup ? "backup" : "forward");
  std::string name = duration_name(item.length);
  form.atom(name.empty() ? to_string(item.length * Rational(4)) : ":" + name);
  if (item.voice) form.option("voice", item.voice);
  if (item.staff) form.option("staff", item.staff);
}

void print_options(Writing& form, const Item& item) {
  const auto& direction = detail<Direction>(item);
  if (direction.placement) form.flag(direction.placement == kAbove ? "above" : "below");
  if (item.staff) form.option("staff", item.staff);
}

void print_tempo(Writing& form, const Direction& tempo) {
  if (!tempo.text.empty()) form.text(tempo.text);
  if (!tempo.beat.is_zero()) form.atom(to_source(tempo.beat));
  if (!tempo.beat2.is_zero()) form.atom(to_source(tempo.beat2));
  if (!tempo.per_minute.is_zero()) form.atom(to_string(tempo.per_minute));
}

std::string_view direction_head(const Direction& direction) {
  static constexpr std::string_view hairpins[] = {"cresc", "dim", "cresc-stop", "dim-stop"};
  static constexpr std::string_view graduals[] = {"accel", "rit", "a-tempo"};
  switch (direction.kind) {
    case DirectionKind::Dynamic: return word(dynamic_table(), direction.value).name;
    case DirectionKind::Hairpin: return hairpins[direction.value - 1];
    case DirectionKind::Tempo: return "tempo";
    case DirectionKind::Gradual: return graduals[direction.value - 1];
    case DirectionKind::Words: return "words";
    case DirectionKind::Rehearsal: return "rehearsal";
    case DirectionKind::Harmony: return "harmony";
    case DirectionKind::FiguredBass: return "figured-bass";
    case DirectionKind::Pedal: return "pedal";
    case DirectionKind::Ottava: return "ottava";
    case DirectionKind::Segno: return "segno";
    case DirectionKind::Coda: return "coda";
    case DirectionKind::ToCoda: return "to-coda";
    case DirectionKind::Fine: return "fine";
    case DirectionKind::DaCapo: return "da-capo";
    case DirectionKind::DalSegno: return "dal-segno";
  }
  return "words";
}

void print_direction(Layout& layout, const Item& item) {
  static constexpr std::string_view pedals[] = {"start", "stop", "change"};
  static constexpr std::string_view ottavas[] = {"stop", "8va", "8vb", "15ma", "15mb"};
  const auto& direction = detail<Direction>(item);
  Writing form(layout, direction_head(direction));
  switch (direction.kind) {
    case DirectionKind::Tempo: print_tempo(form, direction); break;
    case DirectionKind::Hairpin:
      if (direction.number != 1) form.option("number", direction.number);
      break;
    case DirectionKind::Pedal: form.flag(pedals[direction.value - 1]); break;
    case DirectionKind::Ottava: form.flag(ottavas[direction.value]); break;
    case DirectionKind::FiguredBass:
      for (const std::string& figure : direction.figures) {
        bool digits = figure.find_first_not_of("0123456789") == std::string::npos;
        form.atom(digits ? figure : quoted(figure));
      }
      break;
    default:
      if (!direction.text.empty()) form.text(direction.text);
  }
  print_options(form, item);
}

std::string_view mode_name(int mode) { return mode_table()[static_cast<size_t>(mode)].name; }

void print_key(Layout& layout, const Key& key) {
  Writing form(layout, "key");
  std::string tonic = tonic_name(key);
  // Beyond two accidentals on the tonic only the number of fifths is a name.
  form.atom(tonic.size() <= 3 ? tonic : std::to_string(key.fifths)).flag(mode_name(key.mode));
}

void print_time(Layout& layout, const Time& time) {
  Writing form(layout, "time");
  if (time.symbol == Time::Common)
    form.flag("common");
  else if (time.symbol == Time::Cut)
    form.flag("cut");
  else if (time.symbol == Time::Senza)
    form.flag("senza");
  else {
    std::string beats;
    for (int beat : time.beats) beats += (beats.empty() ? "" : "+") + std::to_string(beat);
    form.atom(beats).number(time.beat_type);
  }
}

std::string ending_source(const std::string& numbers) {
  return numbers.find(',') == std::string::npos ? numbers : quoted(numbers);
}

void print_bar(Layout& layout, const Bar& bar, bool left) {
  if (bar.style)
    Writing(layout, "barline").flag(bar_style_table()[static_cast<size_t>(bar.style - 1)].name);
  if (bar.repeat) {
    Writing form(layout, "barline");
    form.flag(left ? "repeat-forward" : bar.forward_after ? "repeat-both" : "repeat-backward");
    if (bar.times) form.option("times", bar.times);
  }
  if (!bar.ending.empty()) {
    static constexpr std::string_view types[] = {"start", "stop", "discontinue"};
    Writing(layout, "ending").atom(ending_source(bar.ending)).flag(types[bar.ending_type - 1]);
  }
}

void print_mark(Layout& layout, const Item& item) {
  std::string_view head = item.tie         ? "tie"
                          : item.slurs     ? "slur"
                          : item.fermata   ? "fermata"
                          : item.tremolo   ? "tremolo"
                          : item.arpeggio  ? "arpeggiate"
                          : item.glissando ? "glissando"
                                           : "";
  for (size_t i = 0; head.empty() && i < mark_table().size(); ++i)
    if (item.marks >> i & 1) head = mark_table()[i].name;
  const EventDetail* texts = item.detail ? &detail<EventDetail>(item) : nullptr;
  if (head.empty()) head = texts && !texts->lyrics.empty() ? "lyric" : "fingering";
  Writing form(layout, head);
  if (item.tie) form.flag(item.tie == 3 ? "both" : item.tie == kTieStart ? "start" : "stop");
  for (int number = 1; number <= 8; ++number) {
    int bits = (item.slurs >> (2 * (number - 1))) & 3;
    if (bits) form.flag(bits == 1 ? "start" : "stop");
    if (bits && number > 1) form.option("number", number);
  }
  if (item.fermata > 1) form.atom(word_source(word(fermata_table(), item.fermata).name));
  if (item.tremolo) form.number(item.tremolo);
  if (item.arpeggio > 1) form.atom(word_source(word(arpeggio_table(), item.arpeggio).name));
  if (item.glissando == 2) form.flag("stop");
  if (texts && !texts->lyrics.empty()) {
    form.atom(lyric_source(texts->lyrics[0]));
    if (texts->lyrics[0].verse > 1) form.option("verse", texts->lyrics[0].verse);
  } else if (texts) {
    form.text(texts->fingerings[0]);
  }
}

void print_group(Layout& layout, const Item& item) {
  const auto& group = detail<GroupDetail>(item);
  Writing form(layout, item.kind == Kind::Voice ? "voice" : "staff");
  form.number(group.number);
  for (const Item& inner : group.items) print(layout, inner);
}

}  // namespace

void print(Layout& layout, const Item& item) {
  switch (item.kind) {
    case Kind::Note: {
      Writing form(layout, "note");
      form.atom(to_string(item.pitch)).atom(to_source(item.length));
      return print_marks(form, item);
    }
    case Kind::Rest: return print_rest(layout, item);
    case Kind::Chord: return print_chord(layout, item);
    case Kind::Grace: return print_grace(layout, item);
    case Kind::Tuplet: return print_tuplet(layout, item);
    case Kind::Skip:
    case Kind::Backup: return print_gap(layout, item);
    case Kind::Direction: return print_direction(layout, item);
    case Kind::Key: return print_key(layout, detail<Key>(item));
    case Kind::Time: return print_time(layout, detail<Time>(item));
    case Kind::Clef: {
      Writing form(layout, "clef");
      form.flag(clef_table()[static_cast<size_t>(detail<Clef>(item).row)].name);
      if (item.staff) form.option("staff", item.staff);
      return;
    }
    case Kind::Transpose: {
      const auto& transpose = detail<Transpose>(item);
      Writing(layout, "transpose-instrument")
          .flag(to_string(Interval{transpose.diatonic, 2 * transpose.chromatic}));
      return;
    }
    case Kind::Barline: {
      const auto& line = detail<Barline>(item);
      return print_bar(layout, line.bar, line.side == Barline::Left);
    }
    case Kind::Mark: return print_mark(layout, item);
    case Kind::Voice:
    case Kind::Staff: return print_group(layout, item);
  }
}

namespace {

bool crosses_staves(const Voice& voice) {
  return std::any_of(voice.items.begin(), voice.items.end(),
                     [](const Item& item) { return item.staff != 0; });
}

void print_items(Layout& layout, const Voice& voice) {
  for (const Item& item : voice.items) print(layout, item);
}

/// The voices of one staff, `first` to `last`, which follow one another.
void print_staff(Layout& layout, const std::vector<Voice>& voices, size_t first, size_t last,
                 bool numbered) {
  auto print_voices = [&] {
    bool single = last - first == 1 && voices[first].number == 1;
    for (size_t i = first; i < last; ++i) {
      if (single) {
        print_items(layout, voices[i]);
        continue;
      }
      Writing form(layout, "voice");
      form.number(voices[i].number);
      print_items(layout, voices[i]);
    }
  };
  if (!numbered) return print_voices();
  Writing form(layout, "staff");
  form.number(voices[first].staff);
  print_voices();
}

void print_voices(Layout& layout, const std::vector<Voice>& voices) {
  bool one_staff = std::all_of(voices.begin(), voices.end(),
                               [](const Voice& v) { return v.staff == 1 && !crosses_staves(v); });
  for (size_t first = 0; first < voices.size();) {
    size_t last = first + 1;
    while (last < voices.size() && voices[last].staff == voices[first].staff) ++last;
    print_staff(layout, voices, first, last, !one_staff);
    first = last;
  }
}

}  // namespace

void print(Layout& layout, const Measure& measure) {
  Writing form(layout, "measure");
  if (measure.number) form.option("number", measure.number);
  if (measure.pickup) form.flag("pickup");
  print_bar(layout, measure.left, true);
  print_voices(layout, measure.voices);
  print_bar(layout, measure.right, false);
}

void print(Layout& layout, const Part& part) {
  Writing form(layout, "part");
  const Instrument* instrument =
      part.instrument.empty() ? nullptr : find_instrument(part.instrument);
  static const Instrument none;
  const Instrument& known = instrument ? *instrument : none;
  if (instrument) form.flag(instrument->key);
  if (part.name != known.name)
    instrument ? form.option("name", quoted(part.name)) : form.text(part.name);
  if (!part.id.empty()) form.option("id", quoted(part.id));
  if (part.abbr != known.abbr) form.option("abbr", quoted(part.abbr));
  if (part.program != known.program) form.option("program", part.program);
  if (part.channel) form.option("channel", part.channel);
  if (part.diatonic != known.diatonic || part.chromatic != known.chromatic)
    form.flag("transpose").flag(to_string(Interval{part.diatonic, 2 * part.chromatic}));
  if (part.staves > 1) form.option("staves", part.staves);
  if (part.clefs != known.clefs)
    for (int clef : part.clefs)
      form.flag("clef").flag(clef_table()[static_cast<size_t>(clef)].name);
  if (part.volume >= 0) form.option("volume", part.volume);
  if (part.pan != Part::kNoPan) form.option("pan", part.pan);
  part.measures.each([&](size_t, const Slot& slot) { print(layout, *slot.measure); });
}

namespace {

void print_parts(Layout& layout, const std::vector<PartPtr>& parts,
                 const std::vector<Group>& groups) {
  static constexpr std::string_view symbols[] = {"bracket", "brace", "line"};
  std::vector<size_t> open;  // last parts of the open groups
  for (size_t i = 0; i < parts.size(); ++i) {
    for (const Group& group : groups) {
      if (group.first != i) continue;
      layout.open();
      layout.atom("group");
      layout.atom(":" + std::string(symbols[group.symbol]));
      if (!group.name.empty()) layout.atom(quoted(group.name));
      open.push_back(group.last);
    }
    print(layout, *parts[i]);
    while (!open.empty() && open.back() == i) {
      layout.close();
      open.pop_back();
    }
  }
}

}  // namespace

void print(Layout& layout, const Score& score) {
  Writing form(layout, "score");
  auto title = [&](std::string_view keyword, const std::string& value) {
    if (!value.empty()) form.option(keyword, quoted(value));
  };
  title("title", score.title);
  title("subtitle", score.subtitle);
  title("composer", score.composer);
  title("lyricist", score.lyricist);
  title("arranger", score.arranger);
  title("copyright", score.copyright);
  print_parts(layout, score.parts, score.groups);
}

namespace {

/// A duration as a name that evaluates to it; `8` would be a number.
std::string duration_source(const Rational& length) {
  std::optional<NoteValue> value = note_value(length);
  if (!value) return {};
  const DurationRow& row = duration_table()[static_cast<size_t>(value->log2 - kMinLog2)];
  std::string name(value->log2 > 2 ? row.musicxml : row.name);
  return name + std::string(static_cast<size_t>(value->dots), '.');
}

struct Print {
  Layout& layout;

  void operator()(std::monostate) const { layout.atom("#f"); }
  void operator()(const Keyword& keyword) const { layout.atom(":" + std::string(keyword.name)); }
  void operator()(const Word& word) const { layout.atom(word.name); }
  void operator()(const Text& text) const { layout.atom(quoted(text.text)); }
  void operator()(const Rational& number) const { layout.atom(to_string(number)); }
  void operator()(double number) const { layout.atom(std::to_string(number)); }
  void operator()(bool value) const { layout.atom(value ? "#t" : "#f"); }
  void operator()(const Pitch& pitch) const { layout.atom(to_string(pitch)); }
  void operator()(const Duration& duration) const {
    std::string name = duration_source(duration.length);
    if (!name.empty()) return layout.atom(name);
    Writing(layout, "duration").atom(to_string(duration.length));
  }
  void operator()(const Ratio& ratio) const {
    layout.atom(std::to_string(ratio.actual) + ":" + std::to_string(ratio.normal));
  }
  void operator()(const Interval& interval) const {
    Writing(layout, "interval").flag(to_string(interval));
  }
  void operator()(const Item& item) const { print(layout, item); }
  void operator()(const MeasurePtr& measure) const { print(layout, *measure); }
  void operator()(const PartPtr& part) const { print(layout, *part); }
  void operator()(const PartGroupPtr& group) const {
    std::vector<Group> groups{{group->symbol, group->name, 0, group->parts.size() - 1}};
    groups.insert(groups.end(), group->inner.begin(), group->inner.end());
    print_parts(layout, group->parts, groups);
  }
  void operator()(const ScorePtr& score) const { print(layout, *score); }
  void operator()(const List& list) const {
    Writing form(layout, "list");
    for (const Value& value : *list) print(layout, value);
  }
  void operator()(const EndingSectionPtr& ending) const {
    Writing form(layout, "ending");
    form.atom(ending_source(ending->numbers));
    for (const MeasurePtr& measure : ending->measures) print(layout, *measure);
  }
  void operator()(const Opaque& opaque) const { layout.atom(opaque.text); }
};

}  // namespace

void print(Layout& layout, const Value& value) { std::visit(Print{layout}, value.data); }

std::string to_source(const Value& value, int width) {
  Layout layout;
  print(layout, value);
  return layout.render(width);
}

std::string to_source(const Score& score, int width) {
  Layout layout;
  print(layout, score);
  return layout.render(width);
}

}  // namespace fermata
