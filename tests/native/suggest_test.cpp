#include "base/suggest.h"

#include <array>
#include <catch2/catch.hpp>

using namespace fermata;

namespace {

constexpr std::array<std::string_view, 8> kWords{
    "note", "rest", "measure", "staccato", "staccatissimo", "transpose", "q", "h"};

}  // namespace

TEST_CASE("the nearest word is found", "[suggest]") {
  CHECK(nearest("nots", kWords) == "note");
  CHECK(nearest("mesure", kWords) == "measure");
  CHECK(nearest("measrue", kWords) == "measure");  // a transposition is one edit
  CHECK(nearest("stacato", kWords) == "staccato");
  CHECK(nearest("stacatissimo", kWords) == "staccatissimo");
  CHECK(nearest("trnspoes", kWords) == "transpose");
  CHECK(nearest("qq", kWords) == "q");
}

TEST_CASE("nothing is suggested when nothing is near", "[suggest]") {
  CHECK(nearest("violoncello", kWords).empty());
  CHECK(nearest("zzzz", kWords).empty());
  CHECK(nearest("", kWords).empty());
  CHECK(nearest(std::string(1000, 'n'), kWords).empty());
  CHECK(nearest("note", {}).empty());
}

TEST_CASE("short words allow one edit, long ones three", "[suggest]") {
  CHECK(nearest("nobs", kWords).empty());              // two edits of four letters
  CHECK(nearest("xrxnspoxe", kWords) == "transpose");  // three of nine
  CHECK(nearest("xrxnspoxx", kWords).empty());         // four of nine
}

TEST_CASE("the nearer of two wins, and among equals the one that begins alike", "[suggest]") {
  constexpr std::array<std::string_view, 2> words{"treble", "tremble"};
  CHECK(nearest("trebles", words) == "treble");
  CHECK(nearest("trembles", words) == "tremble");
  constexpr std::array<std::string_view, 2> first{"aoice", "vbice"};
  CHECK(nearest("voice", first) == "vbice");
  constexpr std::array<std::string_view, 2> last{"vbice", "aoice"};
  CHECK(nearest("voice", last) == "vbice");
}

TEST_CASE("the word itself is no suggestion", "[suggest]") {
  constexpr std::array<std::string_view, 1> words{"note"};
  CHECK(nearest("note", words).empty());
}

TEST_CASE("the hint is a sentence", "[suggest]") {
  CHECK(did_you_mean("qq", kWords, ":") == "did you mean :q ?");
  CHECK(did_you_mean("nots", kWords) == "did you mean note ?");
  CHECK(did_you_mean("violoncello", kWords).empty());
}
