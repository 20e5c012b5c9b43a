#pragma once

#include <dalembert/expr/graph.h>

#include <optional>
#include <vector>

namespace dalembert {

/// A one-form Σ entriesᵢ·dxᵢ over variables.
struct OneForm {
  std::vector<Expr> variables;
  std::vector<Expr> entries;
};

/// True where ∂aᵢ/∂xⱼ = ∂aⱼ/∂xᵢ identically.
[[nodiscard]] bool is_closed(Graph& graph, const OneForm& form);

/// Returns F with dF = μ·form for some factor μ ≠ 0, or nothing where none is found: μ is 1, the inverse of an entry,
/// or such a one times x^α·y^β with exponents up to 2, where x and y are variables, sines or cosines that the form
/// holds.
[[nodiscard]] std::optional<Expr> potential(Graph& graph, const OneForm& form);

} // namespace dalembert
