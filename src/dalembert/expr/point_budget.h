#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>

namespace dalembert {
inline namespace expr {

/// What the node `e` costs at an exact point once its children are known, in multiplications modulo p.
[[nodiscard]] std::size_t steps_at_point(const Graph& graph, Expr e);

/// Bounds what zero tests cost while it lives: so many steps of evaluation at exact points and real states, in this
/// thread. Budgets nest; what is spent counts in all of them. A test that finds one of them spent looks at a few real
/// states only, so it still refutes what differs, and proves nothing: its verdict is `no` or `undecided`. The same work
/// spends the same everywhere, so that results do not depend on the machine.
class PointBudget {
public:
  explicit PointBudget(std::size_t steps);
  ~PointBudget();
  PointBudget(const PointBudget&) = delete;
  PointBudget& operator=(const PointBudget&) = delete;

  [[nodiscard]] std::size_t left() const { return left_; }

  /// Counts steps, of about 10 ns each, in all budgets that live. @throws Stopped
  static void spend(std::size_t steps);
  /// True where one of the budgets that live is spent.
  [[nodiscard]] static bool is_spent() noexcept;

private:
  std::size_t left_;
  PointBudget* outer_;
};

} // namespace expr
} // namespace dalembert
