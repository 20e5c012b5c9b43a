#pragma once

#include <dalembert/api/session.h>

#include <functional>
#include <optional>
#include <string>

namespace dalembert {

/// Opens the same model with another value of a count.
using WithCount = std::function<Session(const std::string& count, int value)>;

/// Looks for generic lines in a model with a count: inferred from the equations of six members (or five, or four, where
/// the count allows no more), and proved for two to five and for the model's own number.
[[nodiscard]] std::optional<FamilyForm> proved_families(const System& system, const Equations& equations,
                                                        const WithCount& with_count);

} // namespace dalembert
