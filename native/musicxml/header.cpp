#include "musicxml/header.h"

#include <algorithm>
#include <unordered_set>

namespace fermata {

namespace {

bool is_xml_name(std::string_view text) {
  auto letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; };
  auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), inner);
}

void write_creator(Out& out, std::string_view type, const std::string& name) {
  if (name.empty()) return;
  (out << "    <creator type=\"" << type << "\">").text(name) << "</creator>\n";
}

void write_identification(Out& out, const Score& score, const std::string& date) {
  out << "  <identification>\n";
  write_creator(out, "composer", score.composer);
  write_creator(out, "lyricist", score.lyricist);
  write_creator(out, "arranger", score.arranger);
  if (!score.copyright.empty()) (out << "    <rights>").text(score.copyright) << "</rights>\n";
  out << "    <encoding>\n      <software>Fermata</software>\n";
  if (!date.empty()) (out << "      <encoding-date>").text(date) << "</encoding-date>\n";
  // Readers that know these are given need not guess them.
  out << "      <supports element=\"accidental\" type=\"yes\"/>\n"
         "      <supports element=\"beam\" type=\"yes\"/>\n"
         "    </encoding>\n  </identification>\n";
}

void write_credit(Out& out, std::string_view type, std::string_view layout,
                  const std::string& words) {
  if (words.empty()) return;
  out << "  <credit page=\"1\">\n    <credit-type>" << type << "</credit-type>\n    <credit-words "
      << layout << ">";
  out.text(words) << "</credit-words>\n  </credit>\n";
}

/// Channels as given; 10 for percussion; the others in turn through those that no part asked for.
std::vector<int> part_channels(const Score& score) {
  constexpr int kPercussion = 10;
  auto given = [](const Part& part) {
    const Instrument* instrument = find_instrument(part.instrument);
    if (part.channel >= 1 && part.channel <= 16) return part.channel;
    return instrument && instrument->percussion ? kPercussion : 0;
  };
  std::vector<bool> asked(17, false);
  for (const PartPtr& part : score.parts) asked[static_cast<size_t>(given(*part))] = true;
  std::vector<int> free, channels;
  for (int channel = 1; channel <= 16; ++channel)
    if (channel != kPercussion && !asked[static_cast<size_t>(channel)]) free.push_back(channel);
  if (free.empty()) free.push_back(1);
  size_t next = 0;
  for (const PartPtr& part : score.parts) {
    int channel = given(*part);
    channels.push_back(channel ? channel : free[next++ % free.size()]);
  }
  return channels;
}

void write_score_part(Out& out, const Part& part, const std::string& id, int channel) {
  const Instrument* instrument = find_instrument(part.instrument);
  (out << "    <score-part id=\"" << id << "\">\n      <part-name>").text(part.name)
      << "</part-name>\n";
  if (!part.abbr.empty())
    (out << "      <part-abbreviation>").text(part.abbr) << "</part-abbreviation>\n";
  (out << "      <score-instrument id=\"" << id << "-I1\">\n        <instrument-name>")
          .text(instrument ? instrument->name : part.name)
      << "</instrument-name>\n      </score-instrument>\n";
  out << "      <midi-instrument id=\"" << id << "-I1\">\n        <midi-channel>" << channel
      << "</midi-channel>\n        <midi-program>" << std::clamp(part.program, 1, 128)
      << "</midi-program>\n";
  if (part.volume >= 0) out << "        <volume>" << std::min(part.volume, 100) << "</volume>\n";
  if (part.pan != Part::kNoPan)
    out << "        <pan>" << std::clamp(part.pan, -180, 180) << "</pan>\n";
  out << "      </midi-instrument>\n    </score-part>\n";
}

void write_group_start(Out& out, const Group& group, size_t number) {
  static constexpr std::string_view symbols[] = {"bracket", "brace", "line"};
  out << "    <part-group type=\"start\" number=\"" << static_cast<int64_t>(number) << "\">\n";
  if (!group.name.empty()) (out << "      <group-name>").text(group.name) << "</group-name>\n";
  out << "      <group-symbol>" << symbols[group.symbol] << "</group-symbol>\n"
      << "      <group-barline>yes</group-barline>\n    </part-group>\n";
}

void write_part_list(Out& out, const Score& score, const std::vector<std::string>& ids) {
  out << "  <part-list>\n";
  const auto& groups = score.groups;
  const std::vector<int> channels = part_channels(score);
  for (size_t i = 0; i < score.parts.size(); ++i) {
    for (size_t g = 0; g < groups.size(); ++g)
      if (groups[g].first == i) write_group_start(out, groups[g], g + 1);
    write_score_part(out, *score.parts[i], ids[i], channels[i]);
    for (size_t g = groups.size(); g-- > 0;)
      if (groups[g].last == i)
        out << "    <part-group type=\"stop\" number=\"" << static_cast<int64_t>(g + 1) << "\"/>\n";
  }
  out << "  </part-list>\n";
}

}  // namespace

std::vector<std::string> part_ids(const Score& score) {
  std::unordered_set<std::string> taken;
  std::vector<std::string> ids(score.parts.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    const std::string& id = score.parts[i]->id;
    if (is_xml_name(id) && taken.insert(id).second) ids[i] = id;
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    if (!ids[i].empty()) continue;
    std::string id = "P" + std::to_string(i + 1);
    while (!taken.insert(id).second) id += "_";
    ids[i] = id;
  }
  return ids;
}

void write_header(Out& out, const Score& score, const std::vector<std::string>& ids,
                  const std::string& date) {
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<!DOCTYPE score-partwise PUBLIC \"-//Recordare//DTD MusicXML 4.0 Partwise//EN\" "
         "\"http://www.musicxml.org/dtds/partwise.dtd\">\n"
         "<score-partwise version=\"4.0\">\n";
  if (!score.title.empty())
    (out << "  <work>\n    <work-title>").text(score.title) << "</work-title>\n  </work>\n";
  write_identification(out, score, date);
  write_credit(out, "title", "justify=\"center\" halign=\"center\" valign=\"top\" font-size=\"22\"",
               score.title);
  write_credit(out, "subtitle",
               "justify=\"center\" halign=\"center\" valign=\"top\" font-size=\"14\"",
               score.subtitle);
  write_credit(out, "composer", "justify=\"right\" halign=\"right\" valign=\"top\"",
               score.composer);
  write_part_list(out, score, ids);
}

}  // namespace fermata
