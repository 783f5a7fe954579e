#include <map>
#include <set>

#include "base/file.h"
#include "base/journal.h"
#include "bind/modules.h"
#include "bind/values.h"

namespace fermata {

namespace {

constexpr const char* kModule = "file";

// Descriptors are given to Scheme as numbers; only those handed out here are taken back.
std::map<int, Journal> journals;
std::set<int> locks;

Journal& journal_at(int fd) {
  const auto found = journals.find(fd);
  if (found == journals.end())
    throw Error(ErrorKind::Value, "no journal is open as " + std::to_string(fd)).at_argument(0);
  return found->second;
}

std::vector<std::string> texts_in(SCM list) {
  if (SCM_UNBNDP(list)) return {};
  std::vector<std::string> texts;
  Conversion conversion;
  for (SCM at = proper_list(list); scm_is_pair(at); at = SCM_CDR(at)) {
    if (!scm_is_string(SCM_CAR(at)))
      throw Error(ErrorKind::Type, "expected a list of strings").at_argument(3);
    texts.emplace_back(conversion.text(SCM_CAR(at)));
  }
  return texts;
}

SCM path_or_false(const std::string& path) { return path.empty() ? SCM_BOOL_F : to_scm(path); }

SCM held_lock(int fd) {
  if (fd < 0) return SCM_BOOL_F;
  locks.insert(fd);
  return scm_from_int(fd);
}

PRIMITIVE(read_file_prim, "read-file", "(read-file PATH)", 1, 0, 0, (SCM path), R"(
Return the text of the file PATH, which must be UTF-8; "-" is standard input.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  return give([&] { return read_file(std::string(name)); });
}

PRIMITIVE(write_file_prim, "write-file!", "(write-file! PATH TEXT)", 2, 0, 0, (SCM path, SCM text),
          R"(
Replace the file PATH by TEXT, all of it or nothing, so that it survives a crash.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  const std::string_view contents = take<std::string_view>(text, 2);
  return give([&] {
    replace_file(std::string(name), contents);
    return true;
  });
}

PRIMITIVE(sync_directory_prim, "sync-directory!", "(sync-directory! PATH)", 1, 0, 0, (SCM path), R"(
Make the names in the directory PATH durable, after files were made or removed there.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  return give([&] {
    sync_directory(std::string(name));
    return true;
  });
}

PRIMITIVE(make_private_directory_prim, "make-private-directory!", "(make-private-directory! PATH)",
          1, 0, 0, (SCM path), R"(
Make the directory PATH and its parents, for the owner only. One that is there stays as it is.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  return give([&] {
    make_private_directory(std::string(name));
    return true;
  });
}

PRIMITIVE(boot_id_prim, "boot-id", "(boot-id)", 0, 0, 0, (), R"(
Return a text that changes whenever the machine starts, or "" where there is none.)") {
  return give([] { return boot_id(); });
}

PRIMITIVE(lock_file, "lock-file!", "(lock-file! PATH TEXT)", 2, 0, 0, (SCM path, SCM text), R"(
Take the lock on the file PATH and put TEXT, a note for people, into it. Return a
descriptor for unlock-file!, or #f when another process holds the lock. A process that
ends, however, lets go of its locks.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  const std::string_view note = take<std::string_view>(text, 2);
  return give([&] { return held_lock(try_lock_file(std::string(name), note)); });
}

PRIMITIVE(wait_lock_file_prim, "wait-lock-file!", "(wait-lock-file! PATH)", 1, 0, 0, (SCM path), R"(
Take the lock on the file PATH as soon as it is free; return a descriptor for unlock-file!.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  return give([&] { return held_lock(wait_lock_file(std::string(name))); });
}

PRIMITIVE(file_locked_prim, "file-locked?", "(file-locked? PATH)", 1, 0, 0, (SCM path), R"(
Return whether a process, perhaps this one, holds the lock on the file PATH.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  return give([&] { return file_locked(std::string(name)); });
}

PRIMITIVE(unlock_file_prim, "unlock-file!", "(unlock-file! DESCRIPTOR)", 1, 0, 0, (SCM descriptor),
          R"(
Let go of a lock. Return whether it was held.)") {
  const int fd = take<int>(descriptor, 1);
  return give([&] {
    if (locks.erase(fd) == 0) return false;
    unlock_file(fd);
    return true;
  });
}

PRIMITIVE(journal_open, "journal-open!", "(journal-open! PATH [READ-ONLY])", 1, 1, 0,
          (SCM path, SCM read_only), R"(
Open the journal PATH, a file of lines that begin {"index":N, and return
(DESCRIPTOR SIZE LAST-INDEX TORN). A missing file is made. A tail without newline, left by
a crash, is copied to the file TORN and cut; TORN is #f when there was none. With READ-ONLY
true nothing is made or changed.)") {
  const std::string_view name = take<std::string_view>(path, 1);
  const bool reading = !SCM_UNBNDP(read_only) && scm_is_true(read_only);
  return give([&] {
    Journal opened(std::string(name), reading ? Journal::Access::Read : Journal::Access::Write);
    const int fd = opened.fd();
    const Journal& journal = journals.emplace(fd, std::move(opened)).first->second;
    return scm_list_4(scm_from_int(fd), to_scm(journal.size()), to_scm(journal.last_index()),
                      path_or_false(journal.torn()));
  });
}

PRIMITIVE(journal_append, "journal-append!", "(journal-append! DESCRIPTOR TEXT)", 2, 0, 0,
          (SCM descriptor, SCM text), R"(
Append TEXT, whole lines, to a journal and wait until they are stored; return the new size.
When that fails the journal stays as it was.)") {
  const int fd = take<int>(descriptor, 1);
  const std::string_view lines = take<std::string_view>(text, 2);
  return give([&] {
    Journal& journal = journal_at(fd);
    journal.append(lines);
    return journal.size();
  });
}

PRIMITIVE(journal_lines, "journal-lines", "(journal-lines DESCRIPTOR FROM TO [ANY-OF])", 3, 1, 0,
          (SCM descriptor, SCM from, SCM to, SCM any_of), R"(
Return the lines FROM to TO, both included, of a journal, each as (INDEX OFFSET TEXT): its
number, its place in bytes, and the text, or #f when that is not UTF-8. With ANY-OF, a list
of strings, only lines that contain one of them, and lines that do not begin with their own
number: what is damaged is not hidden.)") {
  const int fd = take<int>(descriptor, 1);
  const long first = take<long>(from, 2), last = take<long>(to, 3);
  return give([&] {
    const auto lines = journal_at(fd).lines(first, last, texts_in(any_of));
    SCM rows = SCM_EOL;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
      rows = scm_cons(scm_list_3(to_scm(line->index), to_scm(line->offset),
                                 is_utf8(line->text) ? to_scm(line->text) : SCM_BOOL_F),
                      rows);
    return rows;
  });
}

PRIMITIVE(journal_close, "journal-close!", "(journal-close! DESCRIPTOR)", 1, 0, 0, (SCM descriptor),
          R"(
Close a journal. Return whether it was open.)") {
  const int fd = take<int>(descriptor, 1);
  return give([&] { return journals.erase(fd) > 0; });
}

}  // namespace

void define_file_module() { define_native_module(kModule); }

}  // namespace fermata
