#pragma once

#include <dalembert/expr/id_map.h>
#include <dalembert/expr/modular.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Derivatives along directions at one ModularPoint: the values that the expressions of `directional` have there,
/// without making these expressions.
class ModularTangent {
public:
  using Direction = std::vector<std::pair<Expr, Residue>>; ///< symbols and their rates
  using Rates = std::vector<Residue>;                      ///< of expressions, along one direction

  /// Keeps references to both.
  ModularTangent(const Graph& graph, ModularPoint& point) : graph_(graph), point_(point) {}

  /// Returns the rates of `expressions` along each of `directions`; nothing where a value is missing at this point, or
  /// where something other than sums, products, sin, cos, tan and exp moves in one of them.
  /// Cost: for eight directions one visit of each node below the expressions.
  [[nodiscard]] std::optional<std::vector<Rates>> along(std::span<const Expr> expressions,
                                                        std::span<const Direction* const> directions);

private:
  static constexpr std::size_t at_once = 8; ///< directions
  using Slopes = std::array<Residue, at_once>;
  [[nodiscard]] bool put_slopes(std::span<const Expr> nodes, std::span<const Direction* const> directions);
  [[nodiscard]] bool moves(Expr e) const;
  [[nodiscard]] const Slopes* slopes_of(Expr e) const;
  std::optional<Slopes> of_node(Expr e);
  std::optional<Slopes> of_sum(Expr e);
  std::optional<Slopes> of_product(Expr e);
  std::optional<Slopes> of_function(Expr e);

  const Graph& graph_;
  ModularPoint& point_;
  std::size_t count_ = 0;       ///< of the directions that are followed
  IdMap<std::uint32_t> places_; ///< of the nodes that move
  std::vector<Slopes> slopes_;  ///< by place
};

} // namespace expr
} // namespace dalembert
