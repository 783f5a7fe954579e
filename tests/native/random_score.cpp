#include "random_score.h"

#include <array>

namespace fermata {

std::string RandomScore::pitch() {
  static constexpr const char* accidentals[] = {"",   "",  "",  "#",  "b",  "##",
                                                "bb", "+", "d", "#+", "db", "n"};
  return std::string(1, "cdefgab"[below(7)]) + accidentals[below(12)] +
         std::to_string(2 + below(5));
}

std::string RandomScore::marks() {
  static constexpr const char* all[] = {":staccato",
                                        ":accent",
                                        ":tenuto",
                                        ":marcato",
                                        ":trill",
                                        ":turn",
                                        ":up-bow",
                                        ":fermata :square",
                                        ":mf",
                                        ":stem up",
                                        ":cautionary",
                                        ":breath",
                                        ":tremolo 2",
                                        ":beam :none",
                                        ":fingering 3",
                                        ":glissando",
                                        ":lyric \"la\"",
                                        ":lyric \"hel-\"",
                                        ":string 2 :fret 5",
                                        ":notehead :diamond",
                                        ":accidental :natural"};
  std::string result;
  while (chance(20)) {
    std::string mark = all[below(std::size(all))];
    if (result.find(mark) == std::string::npos) result += " " + mark;
  }
  if (!slur_ && chance(8)) {
    number_ = chance(20) ? " :slur-number 2" : "";
    result += " :slur start" + number_;
    slur_ = true;
  } else if (slur_ && chance(30)) {
    result += " :slur stop" + number_;
    slur_ = false;
  }
  return result;
}

std::string RandomScore::event(int eighths) {
  std::string length = eighths == 1   ? ":8"
                       : eighths == 2 ? ":q"
                       : eighths == 3 ? ":q."
                       : eighths == 4 ? ":h"
                                      : std::to_string(eighths) + "/8";
  switch (below(10)) {
    case 0: return "(rest " + length + ")";
    case 1: {
      std::string low = "c" + std::to_string(2 + below(2)), high = pitch();
      return "(chord (" + low + " e4 " + (high[0] == 'c' || high[0] == 'e' ? "g5" : high) + ") " +
             length + marks() + ")";
    }
    case 2:
      return "(grace " + pitch() + " " + pitch() + (chance(50) ? " :slash" : "") + ") (note " +
             pitch() + " " + length + marks() + ")";
    case 3:
      if (eighths == 2)
        return "(tuplet 3:2 (note " + pitch() + " :8) (rest :8) (note " + pitch() + " :8" +
               marks() + "))";
      if (eighths == 4)
        return "(tuplet 3:2 (note " + pitch() + " :q) (tuplet 5:4 (line :16 " + pitch() + " " +
               pitch() + " " + pitch() + " r " + pitch() + ")) (mf) (note " + pitch() + " :q))";
      [[fallthrough]];
    case 4:
      if (eighths > 1) {
        std::string tied = pitch(), half = std::to_string(eighths) + "/16";
        return "(note " + tied + " " + half + " :tie start) (note " + tied + " " + half +
               " :tie stop)";
      }
      [[fallthrough]];
    default: return "(note " + pitch() + " " + length + marks() + ")";
  }
}

std::string RandomScore::voice(int eighths, int hairpin_number) {
  static constexpr const char* signs[] = {"(mf)",
                                          "(p :above)",
                                          "(words \"dolce\")",
                                          "(rehearsal \"A\")",
                                          "(harmony \"F#m7b5/E\")",
                                          "(segno)",
                                          "(rit)",
                                          "(figured-bass 6 \"#4\")",
                                          "(clef :alto)",
                                          "(tempo \"Andante\" :q. 66)",
                                          "(a-tempo)",
                                          "(coda)",
                                          "(key eb :minor)",
                                          "(tempo :q :h)",
                                          "(barline :dashed)"};
  std::string result;
  bool first = true;
  while (eighths > 0) {
    if (chance(12) && !first) result += std::string(" ") + signs[below(std::size(signs))];
    int length = 1 + below(std::min(eighths, 5));
    bool hairpin = chance(5);
    std::string number = hairpin_number == 1 ? "" : " :number " + std::to_string(hairpin_number);
    if (hairpin) result += " (cresc" + number + ")";
    result += " " + event(length);
    if (hairpin) result += " (cresc-stop" + number + ")";
    first = false;
    eighths -= length;
  }
  if (slur_) result += " (grace " + pitch() + " :slur stop" + number_ + ")", slur_ = false;
  return result;
}

std::string RandomScore::measure_items(int eighths) {
  slur_ = false;
  return voice(eighths);
}

std::string RandomScore::staff(int eighths) {
  if (chance(70)) return voice(eighths);
  return " (voice 1" + voice(eighths) + ") (voice 2" + voice(eighths - below(eighths), 2) + ")";
}

std::string RandomScore::part(int measures, int eighths, const std::string& time) {
  static constexpr const char* instruments[] = {":violin",     ":clarinet",
                                                ":horn",       ":double-bass",
                                                ":soprano",    "\"Odd & <own>\" :abbr \"O.\"",
                                                ":percussion", ":viola :name \"Va \\\"x\\\"\""};
  bool piano = chance(25);
  std::string result = std::string("\n (part ") +
                       (piano ? ":piano :staves 2" : instruments[below(std::size(instruments))]);
  if (chance(20)) result += " :volume 80 :pan -20";
  bool repeat = false, tied = false;
  if (pickup_) result += "\n  (measure :pickup " + time + voice(1) + ")";
  for (int i = 0; i < measures; ++i) {
    slur_ = false;
    result += "\n  (measure";
    if (i == 0 && !pickup_) result += " " + time;
    if (i > 0 && chance(10)) result += " :number " + std::to_string(10 * i + 10);
    if (i > 0 && i == change_) {
      result += time.empty() ? "" : " (time 2 4)";
      eighths = 4;
    }
    bool ending = repeat && chance(30);
    if (!repeat && chance(15)) result += " (barline :repeat-forward)", repeat = true;
    if (ending) result += " (ending 1 :start)";
    bool ties = !piano && i + 1 < measures && chance(20);
    if (tied || ties) {
      int room = eighths - (tied ? 1 : 0) - (ties ? 1 : 0);
      if (tied) result += " (note g4 :8 :tie stop)";
      result += voice(room);
      if (ties) result += " (note g4 :8 :tie start)";
    } else if (piano) {
      result += " (staff 1" + staff(eighths) + ") (staff 2" + staff(eighths) + ")";
    } else if (chance(5)) {
      result += " (rest :measure)";
    } else {
      result += staff(eighths);
    }
    tied = ties;
    if (ending)
      result += " (ending 1 :stop) (barline :repeat-backward)", repeat = false;
    else if (chance(5))
      result += " (barline :repeat-both)";
    else if (chance(10))
      result += " (barline :double)";
    result += ")";
  }
  return result + ")";
}

std::string RandomScore::source() {
  static constexpr std::array<std::pair<const char*, int>, 6> metres{{{"(time 4 4)", 8},
                                                                      {"(time 3 4)", 6},
                                                                      {"(time 6 8)", 6},
                                                                      {"(time 3+2 8)", 5},
                                                                      {"(time :cut)", 8},
                                                                      {"(time 2 4)", 4}}};
  auto [time, eighths] = metres[static_cast<size_t>(below(metres.size()))];
  int parts = 1 + below(3), measures = 1 + below(6);
  std::string result = "(score :title \"Nr. " + std::to_string(below(1000)) +
                       "\" :composer \"\\\"Someone\\\" & Co\"";
  pickup_ = chance(15);
  change_ = chance(25) ? 1 + below(4) : -1;
  bool group = parts > 1 && chance(40);
  if (group) result += " (group :bracket \"All\"";
  for (int i = 0; i < parts; ++i)
    result += part(measures + below(2), eighths, i == 0 || chance(70) ? time : "");
  return result + (group ? "))" : ")");
}

}  // namespace fermata
