#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/families/family_form.h>
#include <dalembert/families/index_pattern.h>

#include <functional>
#include <memory>
#include <optional>

namespace dalembert {
inline namespace families {

/// Derives the equations of the same model with other values of some counts; null where the model allows none.
using WithCounts = std::function<std::shared_ptr<const Equations>(const IndexValues& counts)>;

/// Looks for generic lines in a model with a count: inferred from the equations of six members (or five, or four, where
/// the count allows no more), and proved for two to five and for the model's own number. Of families with several
/// indices the counts are changed together where there are several, and then one by one; lines that hold from some size
/// on (edges of two members each need four) are returned where the model's own counts reach it.
[[nodiscard]] std::optional<FamilyForm> proved_families(const System& system, const Equations& equations,
                                                        const WithCounts& with_counts);

} // namespace families
} // namespace dalembert
