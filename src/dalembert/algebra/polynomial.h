#pragma once

#include <dalembert/base/rational.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// A polynomial in numbered variables with whole exponents ≥ 0; no monomial stands twice, no coefficient is 0.
struct Polynomial {
  using Exponents = std::vector<unsigned long>; ///< one per variable
  struct Term {
    Exponents exponents;
    Rational coefficient;
  };
  std::size_t variables = 0;
  std::vector<Term> terms;
};

} // namespace algebra
} // namespace dalembert
