#pragma once

#include <dalembert/mechanics/system.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace mechanics {

/// Of names of rows that no statement declares; no name that is declared holds a point.
inline constexpr std::string_view hidden_prefix = "hidden.";

/// True of a row that no statement declares: an equation of Lagrange in which no acceleration stands, because the mass
/// matrix is singular. Its multiplier is 0: the equation is one of motion already. These are the last of a system.
[[nodiscard]] inline bool is_hidden(const Constraint& row) {
  return row.name.starts_with(hidden_prefix);
}

/// The coordinate whose equation a hidden row is.
[[nodiscard]] inline std::string coordinate_of_hidden(const Constraint& row) {
  return row.name.substr(hidden_prefix.size());
}

} // namespace mechanics
} // namespace dalembert
