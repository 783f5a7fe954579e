#include "base/journal.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <random>

#include "base/error.h"
#include "scratch_directory.h"

using namespace fermata;

namespace {

std::string numbered(long index, size_t length = 20) {
  return "{\"index\":" + std::to_string(index) + ",\"x\":\"" + std::string(length, 'x') + "\"}";
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& path, const std::string& bytes) { std::ofstream(path) << bytes; }

std::vector<long> indices(const std::vector<Journal::Line>& lines) {
  std::vector<long> found;
  for (const Journal::Line& line : lines) found.push_back(line.index);
  return found;
}

constexpr auto kWrite = Journal::Access::Write;
constexpr auto kRead = Journal::Access::Read;

}  // namespace

TEST_CASE("a journal is made, grows, and is found again") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "history.jsonl";
  {
    Journal journal(path, kWrite);
    CHECK(journal.last_index() == 0);
    CHECK(journal.lines(1, 10).empty());
    journal.append(numbered(1) + "\n");
    journal.append(numbered(2) + "\n" + numbered(3) + "\n");
    CHECK(journal.last_index() == 3);
    CHECK(journal.lines(2, 2).at(0).text == numbered(2));
    CHECK_THROWS_AS(journal.append("no newline"), Error);
    CHECK_THROWS_AS(journal.append(""), Error);
  }
  const Journal journal(path, kWrite);
  CHECK(journal.last_index() == 3);
  CHECK(journal.torn().empty());
  CHECK(indices(journal.lines(-5, 99)) == std::vector<long>{1, 2, 3});
  CHECK(journal.lines(3, 2).empty());
}

TEST_CASE("every line of a long journal is found, whatever the lengths") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "j";
  std::mt19937 random(7);
  std::string all;
  std::vector<long> offsets;
  for (long i = 1; i <= 3000; ++i) {
    offsets.push_back(static_cast<long>(all.size()));
    all += numbered(i, i % 500 == 0 ? 200000 : random() % 600) + "\n";
  }
  put(path, all);
  const Journal journal(path, kRead);
  REQUIRE(journal.last_index() == 3000);
  for (long i = 1; i <= 3000; ++i) {
    const auto found = journal.lines(i, i);
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].index == i);
    REQUIRE(found[0].offset == offsets[static_cast<size_t>(i - 1)]);
  }
  CHECK(journal.lines(1, 3000).size() == 3000);
}

TEST_CASE("only lines with one of the texts are returned") {
  const ScratchDirectory scratch;
  Journal journal(scratch / "j", kWrite);
  journal.append("{\"index\":1,\"a\":1}\n{\"index\":2,\"b\":1}\n{\"index\":3,\"c\":1}\n");
  CHECK(indices(journal.lines(1, 3, {"\"a\"", "\"c\""})) == std::vector<long>{1, 3});
  CHECK(journal.lines(1, 3, {"zzz"}).empty());
}

TEST_CASE("a torn tail is kept aside and cut before the next append, at whatever byte") {
  const ScratchDirectory scratch;
  const std::string whole = numbered(1) + "\n" + numbered(2) + "\n" + numbered(3) + "\n";
  for (size_t cut = 0; cut <= whole.size(); ++cut) {
    const std::string path = scratch / ("j" + std::to_string(cut));
    const std::string left = whole.substr(0, cut);
    put(path, left);
    const size_t complete = left.rfind('\n') == left.npos ? 0 : left.rfind('\n') + 1;
    const long lines = std::count(left.begin(), left.end(), '\n');
    Journal journal(path, kWrite);
    REQUIRE(journal.last_index() == lines);
    REQUIRE(journal.torn().empty() == (complete == cut));
    if (!journal.torn().empty()) REQUIRE(bytes_of(journal.torn()) == left.substr(complete));
    journal.append(numbered(lines + 1) + "\n");
    REQUIRE(bytes_of(path) == whole.substr(0, complete) + numbered(lines + 1) + "\n");
    REQUIRE(Journal(path, kRead).lines(lines + 1, lines + 1).size() == 1);
  }
}

TEST_CASE("two tails torn in one second are both kept") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "j";
  put(path, "first");
  const std::string one = Journal(path, kWrite).torn();
  put(path, "second");
  const std::string two = Journal(path, kWrite).torn();
  CHECK(one != two);
  CHECK(bytes_of(one) == "first");
  CHECK(bytes_of(two) == "second");
}

TEST_CASE("a reader changes nothing and does not see an unfinished line") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "j";
  CHECK_THROWS_AS(Journal(path, kRead), Error);
  put(path, numbered(1) + "\n{\"index\":2");
  Journal journal(path, kRead);
  CHECK(journal.last_index() == 1);
  CHECK(journal.torn().empty());
  CHECK_THROWS_WITH(journal.append(numbered(2) + "\n"), Catch::Contains("opened for reading"));
  CHECK(scratch.count() == 1);
}

TEST_CASE("damaged, foreign and misnumbered lines keep their place and hide no other") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "j";
  for (const std::string& bad : {std::string("garbage"), std::string(""), std::string("\xff\xfe"),
                                 numbered(7), numbered(1), numbered(99999), numbered(-4)})
    for (long place : {1L, 2L, 50L, 51L, 99L, 100L}) {
      std::string all;
      for (long i = 1; i <= 100; ++i) all += (i == place ? bad : numbered(i)) + "\n";
      put(path, all);
      const Journal journal(path, kRead);
      CAPTURE(bad, place);
      REQUIRE(journal.last_index() == 100);
      for (long i = 1; i <= 100; ++i) {
        const auto found = journal.lines(i, i);
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].text == (i == place ? bad : numbered(i)));
      }
      CHECK(journal.lines(place, place, {"nowhere"}).size() == (bad == numbered(place) ? 0 : 1));
    }
}

TEST_CASE("a line that was lost or put in moves no other") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "j";
  for (long place : {1L, 2L, 50L, 99L}) {
    std::string lost, added;
    for (long i = 1; i <= 100; ++i) {
      if (i != place) lost += numbered(i) + "\n";
      added += numbered(i) + (i == place ? "\nnot one of ours\n" : "\n");
    }
    CAPTURE(place);
    put(path, lost);
    const auto left = Journal(path, kRead).lines(1, 1000);
    REQUIRE(left.size() == 100);
    for (long i = 1; i <= 100; ++i)
      REQUIRE(left[static_cast<size_t>(i - 1)].text == (i == place ? "" : numbered(i)));
    CHECK(Journal(path, kRead).lines(place, place).at(0).text == "");
    put(path, added);
    const auto all = Journal(path, kRead).lines(1, 1000);
    REQUIRE(all.size() == 100);
    for (long i = 1; i <= 100; ++i) REQUIRE(all[static_cast<size_t>(i - 1)].text == numbered(i));
  }
}

TEST_CASE("what another program wrote is not cut off") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "j";
  Journal journal(path, kWrite);
  journal.append(numbered(1) + "\n");
  Journal other(path, kWrite);
  other.append(numbered(2) + "\n");
  CHECK_THROWS_WITH(journal.append(numbered(2) + "\n"), Catch::Contains("another program"));
  CHECK(Journal(path, kRead).last_index() == 2);
}
