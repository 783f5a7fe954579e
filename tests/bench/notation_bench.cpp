// Notation text to MusicXML by the native path, against appending the same output to one string in
// the writer's own pieces: the least that any writer of that file must do. Prints one line a size.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "ir/validate.h"
#include "musicxml/writer.h"
#include "text/notation.h"
#include "text/printer.h"

using namespace fermata;

namespace {

/// Best of several runs, in nanoseconds.
double best(int runs, const std::function<void()>& work) {
  double least = 1e18;
  for (int i = 0; i < runs; ++i) {
    auto start = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count());
  }
  return least;
}

std::string source_of(int notes) {
  static constexpr const char* pitches[] = {"c4", "d4", "e4", "f#4", "g4", "a4", "bb4", "c5"};
  std::string text =
      "(score :title \"Bench\"\n (part :violin\n  (measure (time 4 4) (key g :major)";
  for (int i = 0; i < notes; ++i) {
    if (i > 0 && i % 8 == 0) text += ")\n  (measure";
    text += std::string(" (note ") + pitches[(i * 5 + i / 7) % 8] + " :8)";
  }
  return text + ")))\n";
}

void run(int notes) {
  std::string text = source_of(notes);
  int runs = notes >= 1000000 ? 3 : notes >= 100000 ? 5 : 20;
  std::vector<uint32_t> pieces;
  MusicXmlOptions noting;
  noting.pieces = &pieces;
  std::string output = write_musicxml(*read_score(text), noting);

  std::string sink;
  double append = best(runs, [&] {
    std::string copy;
    const char* from = output.data();
    for (uint32_t length : pieces) {
      copy.append(from, length);
      from += length;
    }
    sink.swap(copy);
  });
  Syntax syntax;
  double tokens = best(runs, [&] { syntax = tokenize(text); });
  ScorePtr score;
  double build = best(runs, [&] { score = *notation_value(syntax, 0)->as<ScorePtr>(); });
  double check = best(runs, [&] { validate(*score); });
  double write = best(runs, [&] { sink = write_musicxml(*score); });
  double whole = best(runs, [&] { sink = write_musicxml(*read_score(text)); });
  double print = best(runs, [&] { sink = to_source(*score); });
  std::printf(
      "%8d notes  %6.1f MB out, %5.1f pieces a note   append %6.0f  read %5.0f  build+validate "
      "%5.0f (validate %4.0f)  write %5.0f  "
      "whole %6.0f ns/note   whole/append %4.2f   print source %5.0f\n",
      notes, static_cast<double>(output.size()) / 1e6, static_cast<double>(pieces.size()) / notes,
      append / notes, tokens / notes, build / notes, check / notes, write / notes, whole / notes,
      whole / append, print / notes);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  run(1000);  // warms up
  int largest = argc > 1 ? std::atoi(argv[1]) : 1000000;
  for (int notes = 1000; notes <= largest; notes *= 10) run(notes);
}
