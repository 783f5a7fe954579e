#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fermata {

/// Where a mark is drawn in MusicXML's <notations>.
enum class MarkGroup : uint8_t { Articulation, Ornament, Technical };

/// A mark that a note either has or has not, as one bit of `Item::marks`.
struct MarkRow {
  std::string_view name;      // keyword, without the colon
  std::string_view musicxml;  // element
  MarkGroup group;
  std::string_view doc;
};

/// Bit i of `Item::marks` is row i.
std::span<const MarkRow> mark_table();
/// The bit of the mark called `name` (aliases included: `marcato`, `fermata` is not one of these).
std::optional<int> find_mark(std::string_view name);

/// A small closed vocabulary: words in source and in MusicXML, indexed by an enumeration from 1 (0:
/// none).
struct WordRow {
  std::string_view name;
  std::string_view musicxml;
  std::string_view doc;
};

std::span<const WordRow> dynamic_table();     // pppppp ... n; Item::dynamic, Direction::value
std::span<const WordRow> fermata_table();     // normal angled square ...
std::span<const WordRow> notehead_table();    // slash triangle diamond x ...
std::span<const WordRow> accidental_table();  // sharp natural flat double-sharp ...
std::span<const WordRow> stem_table();        // up down none double
std::span<const WordRow> beam_table();        // begin continue end none forward-hook backward-hook
std::span<const WordRow> arpeggio_table();    // plain up down none(non-arpeggiate)

/// 1-based index of `name` in `table`, or 0. Aliases are extra rows with the same `musicxml`; the
/// first row with that `musicxml` is the canonical one, and its index is what is returned.
int find_word(std::span<const WordRow> table, std::string_view name);
inline const WordRow& word(std::span<const WordRow> table, int index) {
  return table[static_cast<size_t>(index - 1)];
}

}  // namespace fermata
