#pragma once

#include <optional>
#include <string_view>

#include "base/error.h"
#include "text/tokens.h"
#include "text/value.h"

namespace fermata {

/// The native path: pure notation to music, nothing evaluated. A datum is pure when every list in
/// it is a music form or a chord's pitches and every symbol a pitch, duration or word of the
/// language. Nothing when it is not pure; Error (with offset and length) when it is pure and wrong.
/// `shadowed` tells which names the session has defined itself: a datum that uses one is not pure.
using Shadowed = bool (*)(void* context, std::string_view name);
std::optional<Value> notation_value(const Syntax& syntax, size_t index, Shadowed shadowed = nullptr,
                                    void* context = nullptr);

/// A whole file that must be one pure `(score ...)`: saved scores, socket payloads.
ScorePtr read_score(std::string_view text);

/// Give `error` its offset and length in the source, from the form that begins at token `index` and
/// what the error knows (operand, element, measure of a part).
void locate(Error& error, const Syntax& syntax, size_t index);

}  // namespace fermata
