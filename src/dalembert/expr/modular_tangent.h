#pragma once

#include <dalembert/expr/id_map.h>
#include <dalembert/expr/modular.h>

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {

/// Derivatives along directions at one ModularPoint: the values that the expressions of `directional` have there,
/// without making these expressions.
class ModularTangent {
public:
  /// Keeps references to both.
  ModularTangent(const Graph& graph, ModularPoint& point) : graph_(graph), point_(point) {}

  /// Returns the rates of `expressions` where each symbol moves at the rate beside it; nothing where a value is missing
  /// at this point, or where something other than sums, products, sin, cos, tan and exp moves.
  /// Cost: one visit of each node below the expressions.
  [[nodiscard]] std::optional<std::vector<Residue>> along(std::span<const Expr> expressions,
                                                          std::span<const std::pair<Expr, Residue>> direction);

private:
  using Result = std::optional<Residue>;
  [[nodiscard]] bool moves(Expr e) const;
  Result rate(Expr e);
  Result rate_of_product(Expr e);
  Result rate_of_function(Expr e);

  const Graph& graph_;
  ModularPoint& point_;
  IdMap<Residue> rates_; ///< of the nodes that move
};

} // namespace dalembert
