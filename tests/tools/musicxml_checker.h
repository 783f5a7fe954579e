#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fermata {

/// What is arithmetically or logically wrong in a MusicXML file (partwise), one sentence each;
/// empty when all is right. It knows nothing of the writer: bars are filled, spans have two ends,
/// durations agree with their types, references resolve. Order and names of elements are the
/// schema's business.
std::vector<std::string> check_musicxml(std::string_view xml);

}  // namespace fermata
