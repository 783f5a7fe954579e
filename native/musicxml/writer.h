#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/score.h"

namespace fermata {

struct MusicXmlOptions {
  std::string date;  // <encoding-date>; empty: none, so that output is the same every time
  /// When set, the length of every piece appended is noted here: what the benchmark replays.
  std::vector<uint32_t>* pieces = nullptr;
};

/// The score as MusicXML 4.0 partwise.
std::string write_musicxml(const Score& score, const MusicXmlOptions& options = {});

/// What the user should know of the file: spans that never end and were closed or left out,
/// measures that are not full.
/// "P1: the slur that begins in measure 3 never ends; it is left out".
std::vector<std::string> export_warnings(const Score& score);

}  // namespace fermata
