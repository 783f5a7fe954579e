#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fermata {

/// What `show TOPIC` lists: the words of the language, taken from the tables the language itself
/// reads.
std::vector<std::string_view> topic_names();

/// As columns, at most 100 wide. Error of kind Value if there is no such topic.
std::string topic_text(std::string_view topic);

/// [{"name": ..., "items": [{"keyword", "description", "usage"?, "example"?} ...]}]; every topic
/// when `topic` is empty.
std::string topic_json(std::string_view topic);

}  // namespace fermata
