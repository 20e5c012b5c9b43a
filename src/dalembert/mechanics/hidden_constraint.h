#pragma once

#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace mechanics {

/// Of names of rows that no statement declares; no name that is declared holds a point.
inline constexpr std::string_view hidden_prefix = "hidden.";

/// True of a row that no statement declares: an equation of Lagrange in which no acceleration stands, because the mass
/// matrix is singular, or a combination of such equations. Its multiplier is 0: the equation is one of motion already.
/// These are the last of a system.
[[nodiscard]] inline bool is_hidden(const Constraint& row) {
  return row.name.starts_with(hidden_prefix);
}

/// `y`; of combinations `a-b+c`, where all factors are 1 or −1, else `a:b`.
[[nodiscard]] inline std::string_view parts_of_hidden(const Constraint& row) {
  return std::string_view(row.name).substr(hidden_prefix.size());
}

/// What a hidden row is: `Lagrange's equation of y`, `Lagrange's equation of a minus that of b`, `Lagrange's equations
/// combined as (a) + (b) - (c)`, `a combination of Lagrange's equations of a, b`.
[[nodiscard]] inline std::string equation_of_hidden(const Constraint& row) {
  std::vector<std::string> names(1);
  std::string signs = "+"; // before each name
  int brackets = 0;        // signs within are those of an index
  for (const char c : parts_of_hidden(row)) {
    brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (brackets == 0 && (c == '+' || c == '-' || c == ':')) {
      signs += c;
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  if (names.size() == 1) return "Lagrange's equation of " + names.front();
  if (signs.find(':') != std::string::npos) {
    std::string out = "a combination of Lagrange's equations of ";
    for (std::size_t i = 0; i < names.size(); ++i)
      out += (i > 0 ? ", " : "") + names[i];
    return out;
  }
  if (signs == "+-") return "Lagrange's equation of " + names[0] + " minus that of " + names[1];
  if (signs == "++") return "Lagrange's equation of " + names[0] + " plus that of " + names[1];
  std::string out = "Lagrange's equations combined as ";
  for (std::size_t i = 0; i < names.size(); ++i)
    out += (i > 0 ? std::string(" ") + signs[i] + " (" : "(") + names[i] + ")";
  return out;
}

} // namespace mechanics
} // namespace dalembert
