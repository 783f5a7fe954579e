#include <fstream>
#include <iostream>
#include <sstream>

#include "musicxml_checker.h"

/// musicxml_check FILE ...: prints `FILE: what is wrong`, and exits with 1 when anything is.
int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: musicxml_check FILE ...\n";
    return 2;
  }
  bool wrong = false;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) {
      std::cout << argv[i] << ": cannot be read\n";
      wrong = true;
      continue;
    }
    for (const std::string& message : fermata::check_musicxml(text.str())) {
      std::cout << argv[i] << ": " << message << '\n';
      wrong = true;
    }
  }
  return wrong ? 1 : 0;
}
