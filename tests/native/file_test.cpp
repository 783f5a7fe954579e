#include "base/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "scratch_directory.h"

using namespace fermata;

TEST_CASE("a file is replaced whole, with its mode, through links, and no temporary stays") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "score.ferm";
  replace_file(path, "one");
  CHECK(read_file(path) == "one");
  chmod(path.c_str(), 0640);
  REQUIRE(symlink(path.c_str(), (scratch / "link").c_str()) == 0);
  replace_file(scratch / "link", "two");
  CHECK(read_file(path) == "two");
  CHECK(std::filesystem::is_symlink(scratch / "link"));
  struct stat status;
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
  CHECK(scratch.count() == 2);
}

TEST_CASE("a file that cannot be written is named with the reason") {
  const ScratchDirectory scratch;
  CHECK_THROWS_WITH(replace_file(scratch / "no/such", "x"),
                    Catch::Contains("cannot write ") && Catch::Contains("/no/such: No such"));
  CHECK_THROWS_WITH(replace_file(scratch / "", "x"), Catch::Contains("Is a directory"));
  CHECK_THROWS_WITH(read_file(scratch / "missing"), Catch::Contains("cannot read "));
  CHECK(scratch.count() == 0);
}

TEST_CASE("UTF-8 is well formed or refused") {
  for (const char* good :
       {"", "a", "\u00e9", "\u266d", "\U0001D11E", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"})
    CHECK(is_utf8(good));
  for (const char* bad : {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "a\xFF"})
    CHECK_FALSE(is_utf8(bad));
  const ScratchDirectory scratch;
  replace_file(scratch / "latin", "caf\xE9");
  CHECK_THROWS_WITH(read_file(scratch / "latin"), Catch::Contains("not UTF-8"));
}

TEST_CASE("the directory of a path") {
  CHECK(directory_of("a") == ".");
  CHECK(directory_of("a/b") == "a");
  CHECK(directory_of("a//b/") == "a");
  CHECK(directory_of("/a") == "/");
  CHECK(directory_of("/") == "/");
}

TEST_CASE("private directories are made with their parents, for the owner only") {
  const ScratchDirectory scratch;
  make_private_directory(scratch / "a/b/c");
  make_private_directory(scratch / "a/b/c/");
  struct stat status;
  for (const char* name : {"a", "a/b", "a/b/c"}) {
    REQUIRE(stat((scratch / name).c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
  }
  replace_file(scratch / "file", "");
  CHECK_THROWS_AS(make_private_directory(scratch / "file"), Error);
  CHECK_THROWS_AS(make_private_directory(scratch / "file/below"), Error);
  CHECK_THROWS_AS(make_private_directory(""), Error);
}

TEST_CASE("a lock is held once, and its note can be read") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "lock";
  const int held = try_lock_file(path, "pid 1, a long note\n");
  REQUIRE(held >= 0);
  CHECK(read_file(path) == "pid 1, a long note\n");
  CHECK(try_lock_file(path, "pid 2\n") == -1);
  CHECK(read_file(path) == "pid 1, a long note\n");
  unlock_file(held);
  const int again = try_lock_file(path, "pid 3\n");
  REQUIRE(again >= 0);
  CHECK(read_file(path) == "pid 3\n");
  unlock_file(again);
  unlock_file(wait_lock_file(path));
}
