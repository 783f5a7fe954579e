#include "text/grid.h"

#include "random_score.h"
#include "source_fixture.h"

using namespace fermata;
using namespace fermata::from_source;

namespace {

std::string grid(const Score& music, int width = 80) {
  return "\n" + score_grid(music, std::nullopt, width);
}

std::string grid_of(const Score& music, const char* region) {
  return "\n" + score_grid(music, parse_region(region), 80);
}

ScorePtr piano() {
  return read_score(R"((score (part :piano
    (measure (key d :major) (time 4 4) (tempo "Allegro" :q 120)
      (staff 1 (mf) (note d4 :q) (note e4 :q :slur start) (note f#4 :h :slur stop :staccato))
      (staff 2 (clef :bass) (voice 1 (note d3 :w)) (voice 2 (rest :h) (note a2 :h))))
    (measure (staff 1 (note g4 :w :tie start)) (staff 2 (rest :measure)))
    (measure (staff 1 (note g4 :h :tie stop) (clef :bass) (chord (c4 e4 g4) :h))
      (staff 2 (note g2 :w)) (barline :final)))))");
}

}  // namespace

TEST_CASE("a grid has a line for each voice and the changes over each part", "[grid]") {
  CHECK(grid(*piano(), 120) == R"(
P1 Piano       | 1 D major 4/4 Allegro q=120 bass clef (staff 2) | 2     | 3                             |]
  v1           | mf d4:q e4:q( f#4:h-.)                          | g4:w~ | g4:h [bass clef] <c4 e4 g4>:h |]
  v1 (staff 2) | d3:w                                            | R     | g2:w                          |]
  v2 (staff 2) | r:h a2:h                                        |       |                               |]
)");
}

TEST_CASE("a grid is broken into systems", "[grid]") {
  ScorePtr two = read_score(R"((score
    (part :flute (measure (line :q c5 d5 e5 f5)) (measure (note g5 :w)) (measure (note a5 :w)))
    (part :oboe (measure (note c4 :w)))))");
  CHECK(grid(*two, 45) == R"(
P1 Flute | 1                   | 2    |
  v1     | c5:q d5:q e5:q f5:q | g5:w |
P2 Oboe  | 1                   |      |
  v1     | c4:w                |      |

P1 Flute | 3    |
  v1     | a5:w |
)");
}

TEST_CASE("repeats, endings, tuplets, graces and words have short forms", "[grid]") {
  ScorePtr music = score(R"(
    (measure (barline :repeat-forward) (tuplet 3:2 (line :8 c4 d4 e4)) (grace d5 :16) (note c5 :q :trill)
             (rest :8) (note d4 :q. :mf))
    (measure (ending 1 :start) (words "dolce") (harmony "Am7") (cresc) (note c4 :w) (cresc-stop)
             (ending 1 :stop) (barline :repeat-backward))
    (measure (ending 2 :start) (pedal :start) (note c4 :w) (pedal :stop) (ending 2 :discontinue)))");
  CHECK(grid(*music, 120) == R"(
P1 Piano |: 1                                                 | 2 [1.                  :| 3 [2.       |
  v1     |: 3:2{c4:8 d4:8 e4:8} g{d5:16} c5:q-tr r:8 d4:q. mf | "dolce" [Am7] < c4:w ! :| Ped. c4:w * |
)");
}

TEST_CASE("syllables stand under their notes", "[grid]") {
  CHECK(grid(*score("(measure (note c4 :h :lyric \"morn-\") (note d4 :h :lyric \"-ing\")) "
                    "(measure (note e4 :w :lyric \"come\" :lyric \"go\"))")) == R"(
P1 Piano | 1          | 2    |
  v1     | c4:h  d4:h | e4:w |
         | morn- ing  | come |
         |            | go   |
)");
}

TEST_CASE("a grid of a region shows that region", "[grid]") {
  CHECK(grid_of(*piano(), "P1.v1:m2") == R"(
P1 Piano       | 2     |
  v1           | g4:w~ |
  v1 (staff 2) | R     |
)");
  CHECK_THROWS_AS(grid_of(*piano(), "m9"), Error);
  CHECK(grid(Score()) == "\n");
}

TEST_CASE("the lines of a system end in one column", "[grid][random]") {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    RandomScore random(seed);
    std::string text = score_grid(*read_score(random.source()), std::nullopt, 100);
    size_t width = 0;  // up to the last barline; 0: a system begins
    for (size_t at = 0, end = 0; at < text.size(); at = end + 1) {
      end = text.find('\n', at);
      std::string line = text.substr(at, end - at);
      INFO(seed << "\n" << line);
      if (width && !line.empty()) CHECK(line.rfind(' ') == width);
      width = line.empty() ? 0 : line.rfind(' ');
    }
  }
}
