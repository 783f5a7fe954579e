#pragma once

#include <span>
#include <string_view>

#include "ir/score.h"

namespace fermata {

/// A rule that every score obeys. Errors of kind Music name the rule they found broken.
struct RuleRow {
  std::string_view name;
  std::string_view doc;
};
std::span<const RuleRow> rule_table();

/// Whether a part that never stated a time signature is held to 4/4. Not before a score takes it
/// in, since the score may give the time.
enum class Metre : uint8_t { MayBeGivenLater, AsStated };

/// Read `measure` of a part with `staves` staves in the state `before`: check every rule and return
/// the state after it (the same pointer when nothing changed).
ContextPtr advance(const ContextPtr& before, const Measure& measure, int staves, Metre metre);

/// The length a full measure has in this state; zero for senza misura.
Rational full_length(const Context& context);

/// The part with `count` measures from `index` replaced, checked from there on until the state is
/// as it was before. Errors carry the index of the measure at fault.
PartPtr with_measures(const Part& part, size_t index, size_t count,
                      std::vector<MeasurePtr> measures, Metre metre);

/// Check the rules that no single part sees: ids and groups.
void validate_part_list(const Score& score);
/// Check every rule, every part from its beginning.
void validate(const Score& score);

}  // namespace fermata
