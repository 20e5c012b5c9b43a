#pragma once

#include <dalembert/base/rational.h>
#include <dalembert/families/index_pattern.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

/// A sum of which one factor alone depends on the index: Σ_{k ≥ i} m[k].
struct PartialSum {
  IndexRange range;
  std::string factor;
  [[nodiscard]] Formula formula() const;
};

/// What terms of one kind have in common: coefficient · factors, or its sum over `range`.
struct GenericTerm {
  Rational coefficient;
  std::vector<std::string> factors; ///< `l[i]`, `cos(theta[i] - theta[j])^2`, `(n + 1 - j)`
  std::optional<PartialSum> partial;
  std::optional<IndexRange> range;
  std::vector<IndexRange> further;       ///< of sums within that one
  [[nodiscard]] Formula formula() const; ///< without the coefficient
};

} // namespace families
} // namespace dalembert
