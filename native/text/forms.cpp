// The words of the notation language, one row each: name, usage, doc, example, number of operands,
// builder.

#include <array>
#include <unordered_map>

#include "ir/attributes.h"
#include "ir/duration.h"
#include "text/operands.h"

namespace fermata {

namespace {

constexpr int kAny = -1;

#define DYNAMIC(name, doc) \
  { name, "(" name " [:above|:below] [:staff N])", doc, "(" name ")", 0, kAny, build_dynamic }
#define HAIRPIN(name, doc) \
  { name, "(" name " [:number N] [:above|:below])", doc, "(" name ")", 0, kAny, build_hairpin_sign }
#define MARK(name, doc) \
  { name, "(" name ")", doc, "(measure (note c4 :q) (" name "))", 0, 0, build_mark }

constexpr Form kForms[] = {
    // events
    {"note", "(note PITCH [DURATION] MARK ...)",
     "A note. The duration is a quarter when left out; marks are keywords such as :staccato, :tie "
     "start, :lyric \"la\".",
     "(note c4 :q :staccato)", 1, kAny, build_note},
    {"rest", "(rest [DURATION] [:measure] [:voice N] [:staff N] [:fermata])",
     "A rest. With :measure it fills its bar, whatever the time signature.", "(rest :h)", 0, kAny,
     build_rest},
    {"chord",
     "(chord (PITCH ...) [DURATION] MARK ...) or (chord DURATION PITCH ...) or (chord \"Cmaj7\" "
     "DURATION)",
     "Several pitches at once, by name or by chord symbol. A member may be a (note ...) with marks "
     "of its own.",
     "(chord (c4 e4 g4) :h :arpeggiate up)", 1, kAny, build_chord},
    {"grace", "(grace PITCH ... [DURATION] [:slash])",
     "Grace notes before the next event; a list of pitches is a grace chord.", "(grace d5 :slash)",
     1, kAny, build_grace},
    {"grace-note", "(grace-note PITCH ... [DURATION] [:slash])", "The same as grace.",
     "(grace-note d5)", 1, kAny, build_grace},
    {"tuplet", "(tuplet 3:2 EVENT ...) or (tuplet 3 2 EVENT ...) or (tuplet 3 EVENT ...)",
     "Events in another division of time: three in the time of two. Tuplets nest, and their time "
     "is exact.",
     "(tuplet 3:2 (note c4 :8) (note d4 :8) (note e4 :8))", 2, kAny, build_tuplet},
    {"line", "(line DURATION PITCH ... DURATION PITCH ...)",
     "A row of notes as a list; a duration holds until the next, r is a rest, a list of pitches a "
     "chord.",
     "(line :q c4 d4 :8 e4 f4 r :h (c4 e4 g4))", 1, kAny, build_line},
    {"duration", "(duration NAME [:dots N])", "A duration by parts.", "(duration :q :dots 1)", 1,
     kAny, build_duration},
    {"ratio", "(ratio ACTUAL NORMAL)", "A tuplet's ratio; 3:2 reads as (ratio 3 2).", "(ratio 3 2)",
     2, 2, build_ratio},
    // marks that stand alone
    {"tie", "(tie :start|:stop|:both)", "Tie the event before this.",
     "(measure (note c4 :h) (tie :start))", 0, 1, build_mark},
    {"slur", "(slur :start|:stop [:number N])", "Begin or end a slur on the event before this.",
     "(measure (note c4 :q) (slur :start) (note d4 :q) (slur :stop))", 0, 3, build_mark},
    {"fermata", "(fermata [SHAPE])", "A fermata on the event before this.",
     "(measure (note c4 :w) (fermata))", 0, 1, build_mark},
    {"lyric", "(lyric TEXT [:begin|:middle|:end|:single] [:extend] [:verse N])",
     "A syllable under the event before this.",
     "(measure (note c4 :q) (lyric \"hel\" :begin) (note d4 :q) (lyric \"lo\" :end))", 1, kAny,
     build_mark},
    {"tremolo", "(tremolo STROKES)", "Tremolo strokes on the event before this.",
     "(measure (note c4 :h) (tremolo 3))", 1, 1, build_mark},
    {"fingering", "(fingering FINGER)", "A fingering on the event before this.",
     "(measure (note c4 :q) (fingering 1))", 1, 1, build_mark},
    {"arpeggiate", "(arpeggiate [up|down|none])", "Roll the chord before this.",
     "(measure (chord (c4 e4 g4) :w) (arpeggiate))", 0, 1, build_mark},
    {"glissando", "(glissando)", "Slide from the event before this to the next.",
     "(measure (note c4 :h) (glissando) (note c5 :h))", 0, 1, build_mark},
    MARK("staccato", "Make the event before this short."),
    MARK("staccatissimo", "Make the event before this very short."),
    MARK("spiccato", "A bounced bow stroke on the event before this."),
    MARK("tenuto", "Hold the event before this for its full length."),
    MARK("accent", "Stress the event before this."),
    MARK("marcato", "Stress the event before this strongly."),
    MARK("strong-accent", "The same as marcato."),
    MARK("detached-legato", "Portato on the event before this."),
    MARK("breath", "Breathe after the event before this."),
    MARK("breath-mark", "The same as breath."),
    MARK("caesura", "Pause after the event before this."),
    MARK("trill", "Trill the event before this."),
    MARK("mordent", "A mordent on the event before this."),
    MARK("inverted-mordent", "An inverted mordent on the event before this."),
    MARK("turn", "A turn on the event before this."),
    MARK("inverted-turn", "An inverted turn on the event before this."),
    MARK("up-bow", "Bow the event before this upwards."),
    MARK("down-bow", "Bow the event before this downwards."),
    // attributes
    {"key", "(key TONIC :MODE) or (key FIFTHS [:MODE])",
     "A key signature; it holds until the next.", "(key d :major)", 1, 2, build_key},
    {"time", "(time BEATS TYPE) or (time :common|:cut|:senza)",
     "A time signature; it holds until the next. BEATS may be a sum, 3+2.", "(time 3 4)", 1, 2,
     build_time},
    {"clef", "(clef :NAME [:staff N])", "A clef; it holds until the next.", "(clef :bass)", 1, 3,
     build_clef},
    {"transpose-instrument", "(transpose-instrument INTERVAL)",
     "From here on the part sounds this far from what is written.", "(transpose-instrument :-M2)",
     1, 1, build_transpose_instrument},
    // dynamics
    DYNAMIC("pppppp", "Softer than ppppp."),
    DYNAMIC("ppppp", "Softer than pppp."),
    DYNAMIC("pppp", "As soft as can be."),
    DYNAMIC("ppp", "As soft as possible."),
    DYNAMIC("pp", "Very soft."),
    DYNAMIC("p", "Soft."),
    DYNAMIC("mp", "Moderately soft."),
    DYNAMIC("mf", "Moderately loud."),
    DYNAMIC("f", "Loud."),
    DYNAMIC("ff", "Very loud."),
    DYNAMIC("fff", "As loud as possible."),
    DYNAMIC("ffff", "As loud as can be."),
    DYNAMIC("fffff", "Louder than ffff."),
    DYNAMIC("ffffff", "Louder than fffff."),
    DYNAMIC("fp", "Loud, then soft at once."),
    DYNAMIC("pf", "Soft, then loud at once."),
    DYNAMIC("sf", "A sudden stress."),
    DYNAMIC("sfp", "A stress, then soft."),
    DYNAMIC("sfpp", "A stress, then very soft."),
    DYNAMIC("sfz", "Sforzato."),
    DYNAMIC("sffz", "A very strong sforzato."),
    DYNAMIC("sfzp", "Sforzato, then soft."),
    DYNAMIC("fz", "Forzato."),
    DYNAMIC("rf", "Rinforzando."),
    DYNAMIC("rfz", "Rinforzando."),
    DYNAMIC("n", "Niente: nothing."),
    {"dynamic", "(dynamic :NAME)", "A dynamic by its name.", "(dynamic :mf)", 1, kAny,
     build_dynamic},
    // hairpins
    HAIRPIN("cresc", "Begin a crescendo."),
    HAIRPIN("crescendo", "Begin a crescendo."),
    HAIRPIN("dim", "Begin a diminuendo."),
    HAIRPIN("diminuendo", "Begin a diminuendo."),
    HAIRPIN("decresc", "Begin a diminuendo."),
    HAIRPIN("decrescendo", "Begin a diminuendo."),
    HAIRPIN("cresc-stop", "End the crescendo."),
    HAIRPIN("crescendo-stop", "End the crescendo."),
    HAIRPIN("dim-stop", "End the diminuendo."),
    HAIRPIN("diminuendo-stop", "End the diminuendo."),
    HAIRPIN("decresc-stop", "End the diminuendo."),
    HAIRPIN("decrescendo-stop", "End the diminuendo."),
    {"hairpin", "(hairpin :<|:> EVENT ...)", "The events with a hairpin around them.",
     "(hairpin :< (line :q c4 d4))", 2, kAny, build_hairpin},
    // tempo and texts
    {"tempo", "(tempo [TEXT] [BEAT RATE] | [BEAT BEAT])",
     "A tempo: text, beat unit and beats per minute; with two beat units, a metric modulation.",
     "(tempo \"Allegro\" :q 120)", 1, kAny, build_tempo},
    {"accel", "(accel [TEXT])", "Faster by and by.", "(accel)", 0, kAny, build_gradual},
    {"accelerando", "(accelerando [TEXT])", "Faster by and by.", "(accelerando)", 0, kAny,
     build_gradual},
    {"rit", "(rit [TEXT])", "Slower by and by.", "(rit)", 0, kAny, build_gradual},
    {"ritardando", "(ritardando [TEXT])", "Slower by and by.", "(ritardando)", 0, kAny,
     build_gradual},
    {"rall", "(rall [TEXT])", "Slower by and by.", "(rall \"rall.\")", 0, kAny, build_gradual},
    {"a-tempo", "(a-tempo [TEXT])", "Back to the tempo.", "(a-tempo)", 0, kAny, build_gradual},
    {"words", "(words TEXT [:above|:below])", "A text over the staff.", "(words \"dolce\")", 1,
     kAny, build_text},
    {"rehearsal", "(rehearsal TEXT)", "A rehearsal mark.", "(rehearsal \"A\")", 1, kAny,
     build_text},
    {"harmony", "(harmony SYMBOL)", "A chord symbol over the staff.", "(harmony \"Cmaj7\")", 1,
     kAny, build_harmony},
    {"figured-bass", "(figured-bass FIGURE ...)",
     "Figures under the next note, top first: 6, \"#4\", \"b\".", "(figured-bass 6 4)", 1, kAny,
     build_figured_bass},
    {"pedal", "(pedal :start|:stop|:change)", "The sustaining pedal.", "(pedal :start)", 1, kAny,
     build_pedal},
    {"ottava", "(ottava :8va|:8vb|:15ma|:15mb|:stop)",
     "Octave signs: what follows keeps its pitch, and is drawn an octave (or two) lower or higher.",
     "(ottava :8va)", 1, kAny, build_ottava},
    {"segno", "(segno)", "The sign that dal-segno goes back to.", "(segno)", 0, kAny, build_jump},
    {"coda", "(coda)", "The beginning of the coda.", "(coda)", 0, kAny, build_jump},
    {"to-coda", "(to-coda [TEXT])", "From here to the coda, the second time.", "(to-coda)", 0, kAny,
     build_jump},
    {"fine", "(fine [TEXT])", "The end, after going back.", "(fine)", 0, kAny, build_jump},
    {"da-capo", "(da-capo [TEXT])", "Back to the beginning.", "(da-capo)", 0, kAny, build_jump},
    {"dal-segno", "(dal-segno [TEXT])", "Back to the segno.", "(dal-segno)", 0, kAny, build_jump},
    // barlines and repeats
    {"barline", "(barline :STYLE)",
     "A barline: :double :final :dashed :repeat-forward :repeat-backward :repeat-both ...",
     "(barline :double)", 0, 3, build_barline},
    {"repeat", "(repeat :forward) or (repeat :backward [:times N]) or (repeat COUNT MUSIC ...)",
     "A repeat sign; or, with a number, the music so many times as a list.",
     "(repeat 4 (note c4 :q))", 1, kAny, build_repeat},
    {"ending", "(ending NUMBER :start|:stop|:discontinue) or (ending NUMBER MEASURE ...)",
     "A first or second ending, by its edges or, in a repeat-section, by its measures.",
     "(ending 1 :start)", 2, kAny, build_ending},
    {"repeat-section", "(repeat-section [:times N] MEASURE ... (ending 1 MEASURE ...) ...)",
     "Measures with repeat signs around them, and endings.",
     "(repeat-section (measure (note c4 :w)))", 1, kAny, build_repeat_section},
    // place in time
    {"backup", "(backup QUARTERS|DURATION)", "Go back in the measure, to write another voice.",
     "(measure (note c5 :w) (backup 4) (note c4 :w :voice 2))", 1, 1, build_backup},
    {"forward", "(forward QUARTERS|DURATION [:voice N])", "Leave a gap in the voice.",
     "(forward :q)", 1, kAny, build_backup},
    // structure
    {"voice", "(voice NUMBER EVENT ...)", "Events of one voice, from the beginning of the measure.",
     "(voice 2 (note c4 :w))", 1, kAny, build_voice},
    {"staff", "(staff NUMBER EVENT|VOICE ...)", "Events and voices of one staff.",
     "(staff 2 (clef :bass) (note c3 :w))", 1, kAny, build_voice},
    {"measure",
     "(measure [:number N] [:pickup] [:time T] [:key K] [:clef C] EVENT|SIGN|VOICE|STAFF ...)",
     "A measure.", "(measure (note c4 :h) (rest :h))", 0, kAny, build_measure},
    {"part", "(part NAME|:INSTRUMENT [:id I] [:abbr A] [:staves N] ... MEASURE|EVENT ...)",
     "A part: an instrument or name, then measures; loose events are barred by the time signature.",
     "(part :violin (measure (note a4 :w)))", 0, kAny, build_part},
    {"group", "(group :bracket|:brace|:line [NAME] PART ...)",
     "Parts bound together by a bracket, brace or line.",
     "(group :bracket \"Strings\" (part :violin) (part :viola))", 1, kAny, build_group},
    {"score", "(score [:title T] [:composer C] [:tempo N] [:time T] [:key K] ... PART|GROUP ...)",
     "A whole piece.", "(score :title \"Demo\" (part :piano (measure (note c4 :w))))", 0, kAny,
     build_score},
};

#undef DYNAMIC
#undef HAIRPIN
#undef MARK

}  // namespace

std::span<const Form> form_table() { return kForms; }

const Form* find_form(std::string_view name) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const Form*> map;
    for (const Form& form : kForms) map.emplace(form.name, &form);
    return map;
  }();
  auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

Value build(const Form& form, Operands operands) {
  auto count = static_cast<int>(operands.size());
  if (count < form.min_operands || (form.max_operands >= 0 && count > form.max_operands)) {
    bool few = count < form.min_operands;
    Error error(ErrorKind::Arity,
                std::string(form.name) + (few ? " has too few operands" : " has too many operands"),
                "usage: " + std::string(form.usage));
    if (!few) error.argument = form.max_operands;
    throw error;
  }
  return form.build(form, operands);
}

std::vector<std::string_view> keywords_of(std::string_view form) {
  if (form == "note" || form == "chord") return note_keywords();
  if (form == "grace" || form == "grace-note") {
    auto names = note_keywords();
    names.push_back("slash");
    return names;
  }
  if (form == "rest") return {"measure", "voice", "staff", "fermata", "dot", "dots", "double-dot"};
  if (form == "measure") return {"number", "pickup", "time", "key", "clef"};
  if (form == "part")
    return {"id",        "name",   "abbr", "instrument", "program", "channel",
            "transpose", "staves", "clef", "volume",     "pan"};
  if (form == "score")
    return {"title",     "subtitle", "composer", "lyricist", "arranger",
            "copyright", "tempo",    "time",     "key"};
  if (form == "group") return {"bracket", "brace", "line", "name"};
  if (form == "repeat-section") return {"times"};
  if (form == "repeat") return {"forward", "backward", "times"};
  if (form == "forward") return {"voice", "staff"};
  std::vector<std::string_view> names;
  if (form == "clef")
    for (const ClefRow& row : clef_table()) names.push_back(row.name);
  if (form == "key")
    for (const ModeRow& row : mode_table()) names.push_back(row.name);
  if (form == "time") return {"common", "cut", "senza"};
  if (form == "barline") {
    for (const BarStyleRow& row : bar_style_table()) names.push_back(row.name);
    names.insert(names.end(),
                 {"repeat-forward", "repeat-backward", "repeat-both", "ending", "times"});
  }
  if (form == "dynamic")
    for (const WordRow& row : dynamic_table()) names.push_back(row.name);
  if (names.empty() && find_form(form)) names = {"above", "below", "placement", "staff", "number"};
  return names;
}

namespace {

std::string_view kind_name(Kind kind) {
  constexpr std::array<std::string_view, 16> names{
      "a note",      "a rest",   "a chord",          "a grace note", "a tuplet",        "a gap",
      "a direction", "a key",    "a time signature", "a clef",       "a transposition", "a barline",
      "a mark",      "a backup", "a voice",          "a staff"};
  return names[static_cast<size_t>(kind)];
}

struct Describe {
  std::string operator()(std::monostate) const { return "nothing"; }
  std::string operator()(const Keyword& keyword) const { return ":" + std::string(keyword.name); }
  std::string operator()(const Word& word) const { return "the symbol " + std::string(word.name); }
  std::string operator()(const Text& text) const {
    return "the text \"" + std::string(text.text.substr(0, 30)) + "\"";
  }
  std::string operator()(const Rational& number) const { return "the number " + to_string(number); }
  std::string operator()(double) const { return "an inexact number"; }
  std::string operator()(bool value) const { return value ? "#t" : "#f"; }
  std::string operator()(const Pitch& pitch) const { return "the pitch " + to_string(pitch); }
  std::string operator()(const Duration& duration) const {
    return "the duration " + to_source(duration.length);
  }
  std::string operator()(const Ratio&) const { return "a ratio"; }
  std::string operator()(const Interval& interval) const {
    return "the interval " + to_string(interval);
  }
  std::string operator()(const Item& item) const { return std::string(kind_name(item.kind)); }
  std::string operator()(const MeasurePtr&) const { return "a measure"; }
  std::string operator()(const PartPtr&) const { return "a part"; }
  std::string operator()(const PartGroupPtr&) const { return "a group of parts"; }
  std::string operator()(const ScorePtr&) const { return "a score"; }
  std::string operator()(const List&) const { return "a list"; }
  std::string operator()(const EndingSectionPtr&) const { return "an ending with measures"; }
  std::string operator()(const Opaque& opaque) const { return std::string(opaque.text); }
};

}  // namespace

std::string describe(const Value& value) { return std::visit(Describe{}, value.data); }

}  // namespace fermata
