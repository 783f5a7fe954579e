#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "musicxml/writer.h"
#include "text/notation.h"
#include "text/printer.h"

// The golden cases by the native path alone: nothing here can evaluate, so what passes was read as
// pure notation. tests/golden/run holds evaluation to the same files.

using namespace fermata;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string with_suffix(fs::path path, const char* suffix) {
  return contents(path.replace_extension(suffix));
}

/// The cases that need the evaluator, and why.
bool needs_evaluation(const std::string& name) {
  return name == "scheme-in-it"             // definitions and procedures
         || name == "lyrics"                // a quoted list
         || name == "words-without-colon";  // (barline final)
}

}  // namespace

TEST_CASE("every golden case is pure notation and gives what is expected", "[golden]") {
  fs::path folder = "tests/golden";
  REQUIRE(fs::exists(folder));  // tests run in the root of the source tree
  int count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".ferm" || needs_evaluation(entry.path().stem())) continue;
    INFO(entry.path().string());
    try {
      ScorePtr score = read_score(contents(entry.path()));
      CHECK(write_musicxml(*score) == with_suffix(entry.path(), ".musicxml"));
      CHECK(to_source(*score) + "\n" == with_suffix(entry.path(), ".txt"));
    } catch (const Error& error) {
      FAIL(error.message);
    }
    ++count;
  }
  CHECK(count > 60);
}

TEST_CASE("every canonical source is pure notation and a fixed point", "[golden]") {
  for (const auto& entry : fs::directory_iterator("tests/golden")) {
    if (entry.path().extension() != ".txt") continue;
    INFO(entry.path().string());
    std::string text = contents(entry.path());
    try {
      ScorePtr score = read_score(text);
      CHECK(to_source(*score) + "\n" == text);
      CHECK(write_musicxml(*score) == with_suffix(entry.path(), ".musicxml"));
    } catch (const Error& error) {
      FAIL(error.message);
    }
  }
}
