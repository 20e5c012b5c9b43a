#include <dalembert/base/watch.h>
#include <dalembert/expr/point_budget.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

thread_local PointBudget* innermost_points = nullptr;

constexpr std::size_t power_steps = 60;   ///< of a root, an inverse, or a function
constexpr std::size_t steps_per_unit = 8; ///< of `poll`

} // namespace

PointBudget::PointBudget(std::size_t steps) : left_(steps), outer_(std::exchange(innermost_points, this)) {}

PointBudget::~PointBudget() {
  innermost_points = outer_;
}

void PointBudget::spend(std::size_t steps) {
  poll(1 + steps / steps_per_unit);
  for (PointBudget* budget = innermost_points; budget != nullptr; budget = budget->outer_)
    budget->left_ -= std::min(budget->left_, steps);
}

std::size_t steps_at_point(const Graph& graph, Expr e) {
  switch (graph.kind(e)) {
  case NodeKind::sum:
    return 1 + graph.terms(e).size();
  case NodeKind::product: {
    std::size_t steps = 1;
    for (const Factor& f : graph.factors(e))
      steps += f.exponent == one_id ? 1 : power_steps;
    return steps;
  }
  case NodeKind::function:
    return power_steps;
  default:
    return 1;
  }
}

bool PointBudget::is_spent() noexcept {
  for (const PointBudget* budget = innermost_points; budget != nullptr; budget = budget->outer_)
    if (budget->left_ == 0) return true;
  return false;
}

} // namespace expr
} // namespace dalembert
