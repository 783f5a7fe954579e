#pragma once

#include <string>

#include "text/layout.h"
#include "text/value.h"

namespace fermata {

/// Source that makes an equal value, laid out in 80 columns.
std::string to_source(const Value& value, int width = 80);
std::string to_source(const Score& score, int width = 80);

/// The same, appended to a layout.
void print(Layout& layout, const Value& value);
void print(Layout& layout, const Item& item);
void print(Layout& layout, const Measure& measure);
void print(Layout& layout, const Part& part);
void print(Layout& layout, const Score& score);

}  // namespace fermata
