// append_bench FILE TIMES: append a line of 300 bytes and sync it, with nothing else around; print
// the median in microseconds. The anchor for what storing an entry costs.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int fd = open(argv[1], O_WRONLY | O_APPEND | O_CREAT, 0600);
  const std::string line = std::string(299, 'x') + "\n";
  std::vector<double> times;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (write(fd, line.data(), line.size()) < 0 || fdatasync(fd) != 0) return 1;
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count());
  }
  close(fd);
  if (times.empty()) return 2;
  std::nth_element(times.begin(), times.begin() + static_cast<long>(times.size() / 2), times.end());
  std::printf("%.0f\n", times[times.size() / 2]);
}
