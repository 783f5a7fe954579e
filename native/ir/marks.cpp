#include "ir/marks.h"

#include <array>
#include <unordered_map>

namespace fermata {

namespace {

using enum MarkGroup;

constexpr MarkRow kMarks[] = {
    {"staccato", "staccato", Articulation, "short, with a dot"},
    {"staccatissimo", "staccatissimo", Articulation, "very short, with a wedge"},
    {"spiccato", "spiccato", Articulation, "bounced bow stroke"},
    {"tenuto", "tenuto", Articulation, "held for its full length"},
    {"accent", "accent", Articulation, "stressed"},
    {"marcato", "strong-accent", Articulation, "strongly stressed; :strong-accent is the same"},
    {"detached-legato", "detached-legato", Articulation, "tenuto and staccato together (portato)"},
    {"stress", "stress", Articulation, "stressed, as in verse"},
    {"unstress", "unstress", Articulation, "unstressed, as in verse"},
    {"soft-accent", "soft-accent", Articulation, "lightly stressed"},
    {"scoop", "scoop", Articulation, "slide into the pitch from below"},
    {"plop", "plop", Articulation, "slide into the pitch from above"},
    {"doit", "doit", Articulation, "slide away upwards"},
    {"falloff", "falloff", Articulation, "slide away downwards"},
    {"breath", "breath-mark", Articulation, "breathe after the note"},
    {"caesura", "caesura", Articulation, "pause after the note"},
    {"trill", "trill-mark", Ornament, "trill with the note above"},
    {"mordent", "mordent", Ornament, "once down and back"},
    {"inverted-mordent", "inverted-mordent", Ornament, "once up and back"},
    {"turn", "turn", Ornament, "above, note, below, note"},
    {"inverted-turn", "inverted-turn", Ornament, "below, note, above, note"},
    {"delayed-turn", "delayed-turn", Ornament, "a turn after the note"},
    {"delayed-inverted-turn", "delayed-inverted-turn", Ornament, "an inverted turn after the note"},
    {"shake", "shake", Ornament, "a vigorous trill"},
    {"schleifer", "schleifer", Ornament, "a slide of two notes"},
    {"up-bow", "up-bow", Technical, "bow upwards"},
    {"down-bow", "down-bow", Technical, "bow downwards"},
    {"harmonic", "harmonic", Technical, "played as a harmonic"},
    {"open", "open-string", Technical, "open string"},
    {"stopped", "stopped", Technical, "stopped (horn), left-hand pizzicato (strings)"},
    {"snap-pizz", "snap-pizzicato", Technical, "Bartok pizzicato"},
    {"thumb", "thumb-position", Technical, "thumb position"},
    {"double-tongue", "double-tongue", Technical, "double tonguing"},
    {"triple-tongue", "triple-tongue", Technical, "triple tonguing"},
    {"heel", "heel", Technical, "organ pedal, heel"},
    {"toe", "toe", Technical, "organ pedal, toe"},
    {"fingernails", "fingernails", Technical, "plucked with the nails"},
    {"half-muted", "half-muted", Technical, "half muted (brass)"},
    {"golpe", "golpe", Technical, "tap on the body of the guitar"},
};

constexpr WordRow kDynamics[] = {
    {"pppppp", "pppppp", "softer still"},
    {"ppppp", "ppppp", "softer still"},
    {"pppp", "pppp", "as soft as can be"},
    {"ppp", "ppp", "as soft as possible"},
    {"pp", "pp", "very soft"},
    {"p", "p", "soft"},
    {"mp", "mp", "moderately soft"},
    {"mf", "mf", "moderately loud"},
    {"f", "f", "loud"},
    {"ff", "ff", "very loud"},
    {"fff", "fff", "as loud as possible"},
    {"ffff", "ffff", "as loud as can be"},
    {"fffff", "fffff", "louder still"},
    {"ffffff", "ffffff", "louder still"},
    {"fp", "fp", "loud, then soft at once"},
    {"pf", "pf", "soft, then loud at once"},
    {"sf", "sf", "sudden stress"},
    {"sfp", "sfp", "stressed, then soft"},
    {"sfpp", "sfpp", "stressed, then very soft"},
    {"sfz", "sfz", "sforzato"},
    {"sffz", "sffz", "very strong sforzato"},
    {"sfzp", "sfzp", "sforzato, then soft"},
    {"fz", "fz", "forzato"},
    {"rf", "rf", "rinforzando"},
    {"rfz", "rfz", "rinforzando"},
    {"n", "n", "niente: nothing"},
};

constexpr WordRow kFermatas[] = {
    {"normal", "normal", "the ordinary fermata"},
    {"angled", "angled", "short, angled"},
    {"square", "square", "long, square"},
    {"double-angled", "double-angled", "very short"},
    {"double-square", "double-square", "very long"},
    {"double-dot", "double-dot", "two dots"},
    {"half-curve", "half-curve", "half a curve"},
    {"curlew", "curlew", "wait for the others (Britten)"},
    {"short", "angled", "the same as angled"},
    {"long", "square", "the same as square"},
};

constexpr WordRow kNoteheads[] = {
    {"normal", "normal", "the ordinary head"},
    {"x", "x", "x-shaped"},
    {"cross", "cross", "plus-shaped cross"},
    {"slash", "slash", "slash, rhythm only"},
    {"diamond", "diamond", "diamond, as for harmonics"},
    {"triangle", "triangle", "triangle"},
    {"inverted-triangle", "inverted triangle", "triangle, point down"},
    {"left-triangle", "left triangle", "triangle, point left"},
    {"square", "square", "square"},
    {"rectangle", "rectangle", "rectangle"},
    {"circle-x", "circle-x", "x in a circle"},
    {"circled", "circled", "head in a circle"},
    {"circle-dot", "circle dot", "dot in a circle"},
    {"slashed", "slashed", "head with a slash"},
    {"back-slashed", "back slashed", "head with a back slash"},
    {"arrow-up", "arrow up", "arrow up"},
    {"arrow-down", "arrow down", "arrow down"},
    {"cluster", "cluster", "tone cluster"},
    {"none", "none", "no head"},
    {"do", "do", "shape note"},
    {"re", "re", "shape note"},
    {"mi", "mi", "shape note"},
    {"fa", "fa", "shape note"},
    {"fa-up", "fa up", "shape note"},
    {"so", "so", "shape note"},
    {"la", "la", "shape note"},
    {"ti", "ti", "shape note"},
};

constexpr WordRow kAccidentals[] = {
    {"sharp", "sharp", "sharp"},
    {"natural", "natural", "natural"},
    {"flat", "flat", "flat"},
    {"double-sharp", "double-sharp", "double sharp"},
    {"double-flat", "flat-flat", "double flat"},
    {"triple-sharp", "triple-sharp", "triple sharp"},
    {"triple-flat", "triple-flat", "triple flat"},
    {"quarter-sharp", "quarter-sharp", "quarter tone up"},
    {"quarter-flat", "quarter-flat", "quarter tone down"},
    {"three-quarters-sharp", "three-quarters-sharp", "three quarter tones up"},
    {"three-quarters-flat", "three-quarters-flat", "three quarter tones down"},
    {"natural-sharp", "natural-sharp", "natural, then sharp"},
    {"natural-flat", "natural-flat", "natural, then flat"},
    {"sharp-sharp", "sharp-sharp", "two sharps side by side"},
    {"sharp-up", "sharp-up", "sharp, arrow up"},
    {"sharp-down", "sharp-down", "sharp, arrow down"},
    {"natural-up", "natural-up", "natural, arrow up"},
    {"natural-down", "natural-down", "natural, arrow down"},
    {"flat-up", "flat-up", "flat, arrow up"},
    {"flat-down", "flat-down", "flat, arrow down"},
    {"slash-flat", "slash-flat", "flat with a slash"},
    {"slash-sharp", "slash-sharp", "sharp with a slash"},
    {"sori", "sori", "Persian quarter sharp"},
    {"koron", "koron", "Persian quarter flat"},
    {"flat-flat", "flat-flat", "the same as double-flat"},
};

constexpr WordRow kStems[] = {{"up", "up", "stem up"},
                              {"down", "down", "stem down"},
                              {"none", "none", "no stem"},
                              {"double", "double", "both ways"}};

constexpr WordRow kBeams[] = {
    {"begin", "begin", "a beam begins"},     {"continue", "continue", "a beam goes on"},
    {"end", "end", "a beam ends"},           {"none", "none", "not beamed"},
    {"start", "begin", "the same as begin"}, {"stop", "end", "the same as end"},
};

constexpr WordRow kArpeggios[] = {{"plain", "plain", "rolled"},
                                  {"up", "up", "rolled upwards"},
                                  {"down", "down", "rolled downwards"},
                                  {"none", "none", "a bracket: not rolled"}};

}  // namespace

std::span<const MarkRow> mark_table() { return kMarks; }
static_assert(std::size(kMarks) <= 64);

std::optional<int> find_mark(std::string_view name) {
  static const auto index = [] {
    std::unordered_map<std::string_view, int> map;
    for (size_t i = 0; i < std::size(kMarks); ++i) map.emplace(kMarks[i].name, static_cast<int>(i));
    for (auto [alias, meant] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {"strong-accent", "marcato"},
             {"breath-mark", "breath"},
             {"trill-mark", "trill"},
             {"open-string", "open"},
             {"snap-pizzicato", "snap-pizz"},
             {"thumb-position", "thumb"},
             {"portato", "detached-legato"}})
      map.emplace(alias, map.at(meant));
    return map;
  }();
  auto found = index.find(name);
  if (found == index.end()) return {};
  return found->second;
}

std::span<const WordRow> dynamic_table() { return kDynamics; }
std::span<const WordRow> fermata_table() { return kFermatas; }
std::span<const WordRow> notehead_table() { return kNoteheads; }
std::span<const WordRow> accidental_table() { return kAccidentals; }
std::span<const WordRow> stem_table() { return kStems; }
std::span<const WordRow> beam_table() { return kBeams; }
std::span<const WordRow> arpeggio_table() { return kArpeggios; }

int find_word(std::span<const WordRow> table, std::string_view name) {
  for (const WordRow& row : table) {
    if (row.name != name) continue;
    for (size_t i = 0; i < table.size(); ++i)
      if (table[i].musicxml == row.musicxml) return static_cast<int>(i) + 1;
  }
  return 0;
}

}  // namespace fermata
