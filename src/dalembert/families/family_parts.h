#pragma once

#include <dalembert/textbook/balance_terms.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

/// Returns all names that the system has given away, and those that generic lines use.
[[nodiscard]] std::set<std::string> used_names(const System& system);

/// Returns the letters for indices that are not in `used`, in the order in which they are taken: i, j, k, …
[[nodiscard]] std::vector<std::string> free_index_names(const std::set<std::string>& used);

/// Multiplies out both sides of the equation of a coordinate; nothing where that is too long.
[[nodiscard]] std::optional<BalanceTerms> equation_terms(Algebra& algebra, const Equations& equations,
                                                         std::size_t coordinate);

} // namespace families
} // namespace dalembert
