#pragma once

#include <dalembert/expr/graph.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// A one-form Σ entriesᵢ·dxᵢ over variables.
struct OneForm {
  std::vector<Expr> variables;
  std::vector<Expr> entries;
};

/// Which factors μ are tried.
enum class FactorReach {
  one,      ///< none but 1
  simple,   ///< 1 and the inverse of an entry
  monomial, ///< products of powers of what the form is made of, exp ∫p(x)dx (analysis/integrating_factor.h)
};

} // namespace analysis
} // namespace dalembert
