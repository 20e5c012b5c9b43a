#pragma once

#include <dalembert/algebra/algebra.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

/// A summand with the numbers taken out of its names: −2·l[1]·sin(θ[1] − θ[3]) is −2 with `l[#]`, `sin(theta[#] -
/// theta[#])` and 1, 1, 3.
struct IndexedTerm {
  Rational coefficient;
  std::vector<std::string> factors; ///< patterns with their exponents: `l[#]^2`
  std::vector<bool> are_parameters; ///< of each factor
  std::vector<int> indices;         ///< of all factors, in order

  [[nodiscard]] std::string key() const; ///< the same for terms of one kind
};

/// Names that stand for whole atoms, by the node that they mean.
using AtomNames = std::map<std::uint32_t, std::string>;

/// Takes a term apart. Among equal names the index `own` (several, of a lattice) comes first, then the smaller one; it
/// leads in the argument of a sine or cosine too, which turns the sign of a sine.
[[nodiscard]] IndexedTerm indexed_term(Algebra& algebra, const LaurentTerm& term, std::span<const int> own,
                                       const AtomNames& names);

} // namespace families
} // namespace dalembert
