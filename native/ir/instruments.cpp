#include <algorithm>
#include <deque>
#include <unordered_map>

#include "ir/part.h"

namespace fermata {

namespace {

/// One line an instrument: keyword and aliases, name, abbreviation, family, clefs, General MIDI
/// program, how it transposes (written to sounding: letters and semitones), and what it can play
/// (sounding).
struct Row {
  std::string_view keys, name, abbr, family, clefs;
  int program, diatonic, chromatic;
  std::string_view low, high;
};

constexpr Row kRows[] = {
    // woodwinds
    {"piccolo", "Piccolo", "Picc.", "woodwinds", "treble", 73, 7, 12, "d5", "c8"},
    {"flute", "Flute", "Fl.", "woodwinds", "treble", 74, 0, 0, "b3", "d7"},
    {"alto-flute", "Alto Flute", "A. Fl.", "woodwinds", "treble", 74, -3, -5, "g3", "g6"},
    {"bass-flute", "Bass Flute", "B. Fl.", "woodwinds", "treble", 74, -7, -12, "c3", "c6"},
    {"oboe", "Oboe", "Ob.", "woodwinds", "treble", 69, 0, 0, "bb3", "a6"},
    {"oboe-d-amore", "Oboe d'amore", "Ob. d'am.", "woodwinds", "treble", 69, -2, -3, "g#3", "d6"},
    {"english-horn cor-anglais", "English Horn", "E. H.", "woodwinds", "treble", 70, -4, -7, "e3",
     "c6"},
    {"clarinet clarinet-bb", "Clarinet", "Cl.", "woodwinds", "treble", 72, -1, -2, "d3", "bb6"},
    {"clarinet-a", "Clarinet in A", "Cl. A", "woodwinds", "treble", 72, -2, -3, "c#3", "a6"},
    {"clarinet-eb", "Clarinet in Eb", "Cl. Eb", "woodwinds", "treble", 72, 2, 3, "g3", "c7"},
    {"bass-clarinet", "Bass Clarinet", "B. Cl.", "woodwinds", "treble", 72, -8, -14, "bb1", "g5"},
    {"bassoon", "Bassoon", "Bsn.", "woodwinds", "bass", 71, 0, 0, "bb1", "eb5"},
    {"contrabassoon", "Contrabassoon", "Cbsn.", "woodwinds", "bass", 71, -7, -12, "bb0", "bb3"},
    {"recorder", "Recorder", "Rec.", "woodwinds", "treble", 75, 7, 12, "c5", "d7"},
    {"alto-recorder", "Alto Recorder", "A. Rec.", "woodwinds", "treble", 75, 0, 0, "f4", "g6"},
    {"soprano-saxophone soprano-sax", "Soprano Saxophone", "S. Sax.", "woodwinds", "treble", 65, -1,
     -2, "ab3", "e6"},
    {"alto-saxophone alto-sax saxophone", "Alto Saxophone", "A. Sax.", "woodwinds", "treble", 66,
     -5, -9, "db3", "a5"},
    {"tenor-saxophone tenor-sax", "Tenor Saxophone", "T. Sax.", "woodwinds", "treble", 67, -8, -14,
     "ab2", "e5"},
    {"baritone-saxophone baritone-sax", "Baritone Saxophone", "B. Sax.", "woodwinds", "treble", 68,
     -12, -21, "c2", "a4"},
    // brass
    {"horn french-horn", "Horn", "Hn.", "brass", "treble", 61, -4, -7, "b1", "f5"},
    {"trumpet trumpet-bb", "Trumpet", "Tpt.", "brass", "treble", 57, -1, -2, "e3", "c6"},
    {"trumpet-c", "Trumpet in C", "Tpt. C", "brass", "treble", 57, 0, 0, "f#3", "d6"},
    {"cornet", "Cornet", "Cnt.", "brass", "treble", 57, -1, -2, "e3", "bb5"},
    {"flugelhorn", "Flugelhorn", "Flhn.", "brass", "treble", 57, -1, -2, "e3", "bb5"},
    {"trombone", "Trombone", "Tbn.", "brass", "bass", 58, 0, 0, "e2", "bb4"},
    {"bass-trombone", "Bass Trombone", "B. Tbn.", "brass", "bass", 58, 0, 0, "bb1", "bb4"},
    {"euphonium", "Euphonium", "Euph.", "brass", "bass", 59, 0, 0, "e2", "bb4"},
    {"tuba", "Tuba", "Tba.", "brass", "bass", 59, 0, 0, "d1", "f4"},
    // percussion
    {"timpani", "Timpani", "Timp.", "percussion", "bass", 48, 0, 0, "c2", "c4"},
    {"percussion perc", "Percussion", "Perc.", "percussion", "percussion", 1, 0, 0, "c-1", "g9"},
    {"drums drum-kit drumset", "Drum Kit", "Dr.", "percussion", "percussion", 1, 0, 0, "c-1", "g9"},
    {"glockenspiel", "Glockenspiel", "Glock.", "percussion", "treble", 10, 14, 24, "g5", "c8"},
    {"xylophone", "Xylophone", "Xyl.", "percussion", "treble", 14, 7, 12, "f4", "c8"},
    {"vibraphone", "Vibraphone", "Vib.", "percussion", "treble", 12, 0, 0, "f3", "f6"},
    {"marimba", "Marimba", "Mar.", "percussion", "treble bass", 13, 0, 0, "c2", "c7"},
    {"tubular-bells chimes", "Tubular Bells", "T. B.", "percussion", "treble", 15, 0, 0, "c4",
     "f5"},
    {"crotales", "Crotales", "Crot.", "percussion", "treble", 10, 14, 24, "c6", "f8"},
    {"steel-drums", "Steel Drums", "St. Dr.", "percussion", "treble", 115, 0, 0, "c3", "e6"},
    // keyboards
    {"piano", "Piano", "Pno.", "keyboards", "treble bass", 1, 0, 0, "a0", "c8"},
    {"electric-piano", "Electric Piano", "E. Pno.", "keyboards", "treble bass", 5, 0, 0, "e1",
     "e7"},
    {"harpsichord", "Harpsichord", "Hpd.", "keyboards", "treble bass", 7, 0, 0, "f1", "f6"},
    {"clavichord", "Clavichord", "Clav.", "keyboards", "treble bass", 8, 0, 0, "f1", "f6"},
    {"organ", "Organ", "Org.", "keyboards", "treble bass bass", 20, 0, 0, "c2", "c7"},
    {"celesta", "Celesta", "Cel.", "keyboards", "treble bass", 9, 7, 12, "c4", "c8"},
    {"accordion", "Accordion", "Acc.", "keyboards", "treble bass", 22, 0, 0, "e1", "a6"},
    {"harmonium", "Harmonium", "Harm.", "keyboards", "treble bass", 21, 0, 0, "f1", "f6"},
    {"synthesizer synth", "Synthesizer", "Syn.", "keyboards", "treble bass", 82, 0, 0, "c-1", "g9"},
    // strings and plucked
    {"violin", "Violin", "Vln.", "strings", "treble", 41, 0, 0, "g3", "a7"},
    {"viola", "Viola", "Vla.", "strings", "alto", 42, 0, 0, "c3", "e6"},
    {"cello violoncello", "Cello", "Vc.", "strings", "bass", 43, 0, 0, "c2", "c6"},
    {"double-bass contrabass bass", "Double Bass", "Db.", "strings", "bass", 44, -7, -12, "c1",
     "g4"},
    {"viola-da-gamba", "Viola da gamba", "V.d.g.", "strings", "bass", 43, 0, 0, "d2", "d5"},
    {"harp", "Harp", "Hp.", "plucked", "treble bass", 47, 0, 0, "cb1", "g#7"},
    {"guitar", "Guitar", "Gtr.", "plucked", "treble", 25, -7, -12, "e2", "b5"},
    {"electric-guitar", "Electric Guitar", "E. Gtr.", "plucked", "treble", 28, -7, -12, "e2", "e6"},
    {"bass-guitar electric-bass", "Bass Guitar", "B. Gtr.", "plucked", "bass", 34, -7, -12, "e1",
     "g4"},
    {"ukulele", "Ukulele", "Uke.", "plucked", "treble", 25, 0, 0, "c4", "a5"},
    {"banjo", "Banjo", "Bjo.", "plucked", "treble", 106, -7, -12, "c3", "a5"},
    {"mandolin", "Mandolin", "Mand.", "plucked", "treble", 26, 0, 0, "g3", "a6"},
    {"lute", "Lute", "Lt.", "plucked", "treble", 25, -7, -12, "e2", "g5"},
    // voices
    {"voice vocal", "Voice", "V.", "voices", "treble", 54, 0, 0, "e2", "c6"},
    {"soprano", "Soprano", "S.", "voices", "treble", 53, 0, 0, "b3", "c6"},
    {"mezzo-soprano mezzo", "Mezzo-soprano", "Mzs.", "voices", "treble", 53, 0, 0, "a3", "a5"},
    {"alto contralto", "Alto", "A.", "voices", "treble", 53, 0, 0, "f3", "f5"},
    {"countertenor", "Countertenor", "Ct.", "voices", "treble", 53, 0, 0, "e3", "e5"},
    {"tenor", "Tenor", "T.", "voices", "treble-8vb", 53, 0, 0, "c3", "c5"},
    {"baritone", "Baritone", "Bar.", "voices", "bass", 53, 0, 0, "a2", "a4"},
    {"bass-voice", "Bass", "B.", "voices", "bass", 53, 0, 0, "e2", "e4"},
    {"choir chorus", "Choir", "Ch.", "voices", "treble bass", 53, 0, 0, "e2", "c6"},
};

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

Instrument instrument_of(const Row& row) {
  Instrument result;
  result.key = words_of(row.keys).front();
  result.name = row.name;
  result.abbr = row.abbr;
  result.family = row.family;
  for (std::string_view clef : words_of(row.clefs)) result.clefs.push_back(find_clef(clef));
  result.program = row.program;
  result.percussion = row.clefs == "percussion";
  result.diatonic = row.diatonic;
  result.chromatic = row.chromatic;
  result.low = parse_pitch(row.low)->pitch;
  result.high = parse_pitch(row.high)->pitch;
  result.built_in = true;
  return result;
}

struct Registry {
  std::deque<Instrument> all;  // never moves what it holds
  std::unordered_map<std::string, const Instrument*> by_key;

  Registry() {
    for (const Row& row : kRows) {
      all.push_back(instrument_of(row));
      for (std::string_view key : words_of(row.keys)) by_key.emplace(key, &all.back());
    }
  }
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

const Instrument* find_instrument(std::string_view key) {
  auto found = registry().by_key.find(std::string(key));
  return found == registry().by_key.end() ? nullptr : found->second;
}

void define_instrument(Instrument instrument) {
  Registry& all = registry();
  instrument.built_in = false;
  all.all.push_back(std::move(instrument));
  all.by_key[all.all.back().key] = &all.all.back();
}

std::vector<const Instrument*> all_instruments() {
  std::vector<const Instrument*> result;
  for (const Instrument& instrument : registry().all)
    if (registry().by_key.at(instrument.key) == &instrument) result.push_back(&instrument);
  return result;
}

}  // namespace fermata
