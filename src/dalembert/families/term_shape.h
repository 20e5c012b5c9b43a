#pragma once

#include <dalembert/families/generic_term.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

/// Where a term of one kind stands: in the equation of `own`, with these indices.
struct TermPlace {
  std::optional<int> own;
  std::vector<int> indices;
  Rational coefficient;
};

/// All terms of one kind in a family of equations.
struct TermShape {
  std::vector<std::string> factors; ///< patterns
  std::vector<bool> are_parameters; ///< of each factor
  std::vector<TermPlace> places;
  std::size_t members = 0; ///< equations looked at
};

/// Returns what the terms may have in common, likeliest first: sets of generic terms to be tried on the equations.
[[nodiscard]] std::vector<std::vector<GenericTerm>> proposals(const TermShape& shape, const IndexNames& names);

} // namespace families
} // namespace dalembert
