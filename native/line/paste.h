#pragma once

#include <string>
#include <string_view>

namespace fermata {

/// A pasted block as text: line ends become newlines, control characters go, and when it was copied
/// from our own screen (it begins with a prompt `[name] In[3]: `) only what was typed there is
/// kept.
std::string pasted_text(std::string_view block);

}  // namespace fermata
