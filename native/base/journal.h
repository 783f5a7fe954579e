#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace fermata {

/// A file of numbered lines that only grows, each line beginning {"index":N, with N = 1, 2, 3 ...
/// What `append` returned from is on the disk. One process writes (a lock sees to that), others may
/// read.
///
/// A line is found by binary search on the numbers. Where these are not 1, 2, 3 ..., because a line
/// was damaged, lost or put in, the file is read from its start, and only that line suffers.
class Journal {
 public:
  enum class Access { Write, Read };

  struct Line {
    long index;
    long offset;       // of its first byte in the file
    std::string text;  // empty when the line is lost
  };
  using Texts = std::vector<std::string>;

  /// Open for writing, making the file if missing. A tail without newline, left by a crash, is
  /// first copied to PATH.torn-TIME and then cut. For reading nothing is changed, and such a tail
  /// is not seen.
  Journal(std::string path, Access access);

  int fd() const { return file_.fd; }
  long size() const { return size_; }
  long last_index() const { return last_index_; }
  const std::string& path() const { return path_; }
  const std::string& torn() const { return torn_; }  // where the cut tail is kept, or empty

  /// Add whole lines, synced: all of them, or none and an Error.
  void append(std::string_view lines);

  /// The lines from..to, both included; with `any_of` only those that contain one of these bytes,
  /// and those that do not say their number rightly, for the caller to see the damage.
  std::vector<Line> lines(long from, long to, const Texts& any_of = {}) const;

 private:
  void cut_torn_tail(long end);
  void check_unchanged();
  void cut_back();
  long count_lines() const;
  long line_start_from(long offset) const;
  long line_start_before(long offset) const;
  long claim_at(long start) const;
  long search(long index) const;
  std::optional<std::vector<Line>> read_in_order(long start, long from, long to,
                                                 const Texts& any_of) const;
  std::vector<Line> read_from_start(long from, long to, const Texts& any_of) const;

  std::string path_;
  Descriptor file_;
  bool writable_;
  bool unfinished_ = false;  // the file may hold part of a line after size_
  long size_ = 0;            // of the complete lines, all of them stored
  long last_index_ = 0;
  std::string torn_;
};

}  // namespace fermata
