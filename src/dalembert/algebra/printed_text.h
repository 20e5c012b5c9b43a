#pragma once

#include <string_view>

namespace dalembert {

/// Counts the nodes of a printed expression: every name with its primes, number, operator and function is one; brackets
/// and commas are none.
[[nodiscard]] int node_count(std::string_view text);

/// True where `name` stands in a printed expression, alone or with primes.
[[nodiscard]] bool holds_name(std::string_view text, std::string_view name);

/// True for a name, a number, or the call of a function: texts that any operator may stand beside.
[[nodiscard]] bool is_single(std::string_view text);

} // namespace dalembert
