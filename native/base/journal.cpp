#include "base/journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>

#include "base/error.h"
#include "base/interrupt.h"

namespace fermata {

namespace {

constexpr long kBlock = 65536;  // for reading on
constexpr long kProbe = 1024;   // for a look at one line
constexpr std::string_view kOpening = "{\"index\":";

/// Up to `length` bytes from `offset`; fewer only at the end of the file.
std::string bytes_at(int fd, long offset, long length, const std::string& path) {
  std::string bytes(static_cast<size_t>(length), '\0');
  size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = retry([&] {
      return pread(fd, bytes.data() + have, bytes.size() - have, offset + static_cast<long>(have));
    });
    if (got < 0) fail_file("read", path, errno);
    if (got == 0) break;
    have += static_cast<size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

/// The lines of a stretch of a file, one after another.
class LineReader {
 public:
  LineReader(int fd, const std::string& path, long offset, long end)
      : fd_(fd), path_(path), offset_(offset), read_to_(offset), end_(end) {}

  /// Move to the next line; false at the end.
  bool next() {
    offset_ += advance_;
    size_t newline;
    while ((newline = buffer_.find('\n', at_)) == std::string::npos)
      if (!fill()) return false;
    line_ = std::string_view(buffer_).substr(at_, newline - at_);
    advance_ = static_cast<long>(newline - at_) + 1;
    at_ = newline + 1;
    return true;
  }

  std::string_view line() const { return line_; }
  long offset() const { return offset_; }

 private:
  bool fill() {
    poll_interrupt();
    if (read_to_ >= end_) return false;
    buffer_.erase(0, at_);
    at_ = 0;
    const std::string more = bytes_at(fd_, read_to_, std::min(kBlock, end_ - read_to_), path_);
    buffer_ += more;
    read_to_ += static_cast<long>(more.size());
    return !more.empty();
  }

  int fd_;
  const std::string& path_;
  long offset_, read_to_, end_;
  long advance_ = 0;
  std::string buffer_;
  size_t at_ = 0;
  std::string_view line_;
};

/// The number that a line says it has, or -1.
long claim_of(std::string_view line) {
  if (line.substr(0, kOpening.size()) != kOpening) return -1;
  line.remove_prefix(kOpening.size());
  long index = -1;
  const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), index);
  const bool closed = end < line.data() + line.size() && (*end == ',' || *end == '}');
  return problem == std::errc() && closed ? index : -1;
}

/// The lines of a whole journal with their numbers, found by what they say and by what their
/// neighbours say, so that one damaged, foreign or lost line spoils no other.
class NumberedReader {
 public:
  explicit NumberedReader(LineReader reader) : reader_(std::move(reader)) { look_ahead(); }

  /// Move to the next number; false at the end.
  bool next() {
    ++index_;
    if (index_ <= present_) return true;  // after lines that are lost
    if (!read()) return false;
    while (claim_ != index_ && next_claim_ == index_ && read()) continue;  // a foreign line
    present_ = index_ + (goes_on() ? claim_ - index_ : 0);
    return true;
  }

  long index() const { return index_; }
  long offset() const { return offset_; }
  /// Empty when the line is lost.
  std::string_view line() const { return index_ == present_ ? line_ : std::string_view(); }

 private:
  // Lines are missing before this one when the next agrees with it; the last has no witness, so
  // one lost line is the most that is believed.
  bool goes_on() const {
    if (claim_ <= index_) return false;
    return more_ ? next_claim_ == claim_ + 1 : claim_ == index_ + 1;
  }

  bool read() {
    if (!more_) return false;
    line_ = reader_.line();
    offset_ = reader_.offset();
    claim_ = next_claim_;
    look_ahead();
    return true;
  }

  void look_ahead() {
    more_ = reader_.next();
    next_claim_ = more_ ? claim_of(reader_.line()) : -1;
  }

  LineReader reader_;
  bool more_ = false;
  long next_claim_ = -1;
  std::string line_;
  long offset_ = 0, claim_ = -1;
  long index_ = 0;    // the number that is asked for
  long present_ = 0;  // the number of `line_`
};

bool contains_any(std::string_view line, const Journal::Texts& any_of) {
  return any_of.empty() || std::any_of(any_of.begin(), any_of.end(), [&](const std::string& text) {
           return line.find(text) != std::string_view::npos;
         });
}

std::string unused_name(const std::string& path) {
  char time_text[32];
  const time_t now = time(nullptr);
  tm parts;
  strftime(time_text, sizeof time_text, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &parts));
  const std::string first = path + ".torn-" + time_text;
  std::string name = first;
  for (int i = 2; access(name.c_str(), F_OK) == 0; ++i) name = first + "-" + std::to_string(i);
  return name;
}

Descriptor open_to_write(const std::string& path) {
  const int flags = O_RDWR | O_APPEND | O_CLOEXEC;
  Descriptor file(retry([&] { return open(path.c_str(), flags); }));
  if (file.fd >= 0) return file;
  if (errno != ENOENT) fail_file("open", path, errno);
  Descriptor made(retry([&] { return open(path.c_str(), flags | O_CREAT, 0600); }));
  if (made.fd < 0) fail_file("make", path, errno);
  sync_directory(directory_of(path));
  return made;
}

Descriptor open_to_read(const std::string& path) {
  Descriptor file(retry([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (file.fd < 0) fail_file("read", path, errno);
  return file;
}

long file_size(int fd, const std::string& path) {
  struct stat status;
  if (fstat(fd, &status) != 0) fail_file("read", path, errno);
  return static_cast<long>(status.st_size);
}

}  // namespace

Journal::Journal(std::string path, Access access)
    : path_(std::move(path)),
      file_(access == Access::Write ? open_to_write(path_) : open_to_read(path_)),
      writable_(access == Access::Write) {
  const long end = file_size(fd(), path_);
  size_ = line_start_before(end);
  if (size_ < end && writable_) cut_torn_tail(end);
  last_index_ = count_lines();
}

void Journal::cut_torn_tail(long end) {
  const std::string kept = unused_name(path_);
  replace_file(kept, bytes_at(fd(), size_, end - size_, path_));
  cut_back();
  if (unfinished_) fail_file("cut the torn end of", path_, errno);
  torn_ = kept;
}

void Journal::append(std::string_view lines) {
  if (!writable_)
    throw Error(ErrorKind::File, "cannot write " + path_ + ": it was opened for reading");
  if (lines.empty() || lines.back() != '\n')
    throw Error(ErrorKind::Value, "what is appended to a journal ends with a newline");
  check_unchanged();
  unfinished_ = true;
  try {
    write_all(fd(), lines, path_);
    if (retry([&] { return fdatasync(fd()); }) != 0) fail_file("write", path_, errno);
  } catch (const Error&) {
    cut_back();
    throw;
  }
  unfinished_ = false;
  size_ += static_cast<long>(lines.size());
  last_index_ += std::count(lines.begin(), lines.end(), '\n');
}

// A failed append leaves part of a line only when cutting it failed too, so it is tried again.
void Journal::check_unchanged() {
  if (unfinished_) cut_back();
  if (unfinished_) fail_file("write", path_, errno);
  if (file_size(fd(), path_) != size_)
    throw Error(ErrorKind::File, "cannot write " + path_ + ": another program has changed it",
                "open it again");
}

// After a failed sync nobody knows what the disk holds, hence the second one.
void Journal::cut_back() {
  unfinished_ = retry([&] { return ftruncate(fd(), size_); }) != 0 ||
                retry([&] { return fdatasync(fd()); }) != 0;
}

std::vector<Journal::Line> Journal::lines(long from, long to, const Texts& any_of) const {
  from = std::max(from, 1L);
  to = std::min(to, last_index_);
  if (from > to) return {};
  const long start = search(from);
  if (start >= 0 && (start == 0 || claim_at(line_start_before(start - 1)) == from - 1))
    if (auto found = read_in_order(start, from, to, any_of)) return *found;
  return read_from_start(from, to, any_of);
}

/// The lines from..to, of which the first begins at `start`; nothing when a number is not the next.
std::optional<std::vector<Journal::Line>> Journal::read_in_order(long start, long from, long to,
                                                                 const Texts& any_of) const {
  std::vector<Line> found;
  LineReader reader(fd(), path_, start, size_);
  for (long index = from; index <= to && reader.next(); ++index) {
    if (claim_of(reader.line()) != index) return std::nullopt;
    if (contains_any(reader.line(), any_of))
      found.push_back({index, reader.offset(), std::string(reader.line())});
  }
  return found;
}

std::vector<Journal::Line> Journal::read_from_start(long from, long to, const Texts& any_of) const {
  std::vector<Line> found;
  NumberedReader reader(LineReader(fd(), path_, 0, size_));
  while (reader.next() && reader.index() <= to) {
    if (reader.index() < from) continue;
    const bool sound = claim_of(reader.line()) == reader.index();
    if (!sound || contains_any(reader.line(), any_of))
      found.push_back({reader.index(), reader.offset(), std::string(reader.line())});
  }
  return found;
}

/// Where the line begins that says it has this index, or -1.
long Journal::search(long index) const {
  long low = 0, high = size_;  // it begins in [low, high)
  while (low < high) {
    const long middle = low + (high - low) / 2;
    long start = line_start_from(middle), claim = -1;
    while (start < high && (claim = claim_at(start)) < 0) start = line_start_from(start + 1);
    if (claim == index) return start;
    if (claim < 0 || claim > index)
      high = middle;
    else
      low = start + 1;
  }
  return -1;
}

/// The first place at or after `offset` where a line begins; the size when there is none.
long Journal::line_start_from(long offset) const {
  if (offset <= 0) return 0;
  for (long at = offset - 1; at < size_;) {
    const std::string bytes = bytes_at(fd(), at, std::min(kProbe, size_ - at), path_);
    if (bytes.empty()) break;
    const size_t newline = bytes.find('\n');
    if (newline != std::string::npos) return at + static_cast<long>(newline) + 1;
    at += static_cast<long>(bytes.size());
  }
  return size_;
}

/// The last place at or before `offset` where a line begins.
long Journal::line_start_before(long offset) const {
  for (long end = offset; end > 0;) {
    const long at = std::max(0L, end - kProbe);
    const size_t newline = bytes_at(fd(), at, end - at, path_).rfind('\n');
    if (newline != std::string::npos) return at + static_cast<long>(newline) + 1;
    end = at;
  }
  return 0;
}

long Journal::claim_at(long start) const { return claim_of(bytes_at(fd(), start, 32, path_)); }

/// The last line is believed when it goes on from the one before; otherwise all are read.
long Journal::count_lines() const {
  if (size_ == 0) return 0;
  const long last = line_start_before(size_ - 1);
  const long claim = claim_at(last);
  if (last > 0 && claim > 1 && claim_at(line_start_before(last - 1)) == claim - 1) return claim;
  NumberedReader reader(LineReader(fd(), path_, 0, size_));
  long count = 0;
  while (reader.next()) count = reader.index();
  return count;
}

}  // namespace fermata
