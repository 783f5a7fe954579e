#pragma once

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>

/// A directory of its own for a test, removed with it.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    const char* root = std::getenv("FERMATA_SCRATCH");
    path_ = std::string(root ? root : "/tmp") + "/scratch-XXXXXX";
    if (!mkdtemp(path_.data())) std::abort();
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ~ScratchDirectory() { std::filesystem::remove_all(path_); }

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  long count() const {
    return std::distance(std::filesystem::directory_iterator(path_),
                         std::filesystem::directory_iterator());
  }

 private:
  std::string path_;
};
