#pragma once

#include <dalembert/typesetting/formula_syntax.h>

#include <set>
#include <string>

namespace dalembert {
inline namespace algebra {

/// Counts the nodes of a formula: every name with its indices and primes, number, operator and function is one, a sum
/// over a family with its index and bounds; brackets and commas are none.
[[nodiscard]] int node_count(const Formula& formula);

/// Returns the names in a formula, those of functions too, without primes.
[[nodiscard]] std::set<std::string> names_in(const Formula& formula);

/// True for a name, a number, a bracket or the call of a function: what any operator may stand beside.
[[nodiscard]] bool is_single(const Formula& formula);

} // namespace algebra
} // namespace dalembert
