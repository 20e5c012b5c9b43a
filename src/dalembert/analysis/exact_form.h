#pragma once

#include <dalembert/analysis/one_form.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// How much a search for factors may look at, in nodes of expressions times variables.
class FactorBudget {
public:
  static constexpr std::size_t usual = 1'000'000; ///< a second at most
  explicit FactorBudget(std::size_t most = usual) : left_(most) {}
  /// Takes `cost` off; false where that was more than was left.
  bool spend(std::size_t cost) {
    is_spent_ = is_spent_ || cost > left_;
    left_ -= is_spent_ ? 0 : cost;
    return !is_spent_;
  }
  [[nodiscard]] bool is_spent() const { return is_spent_; }

private:
  std::size_t left_;
  bool is_spent_ = false;
};

/// Returns F with dF = μ·form for some factor μ ≠ 0, or nothing where none is found, or the budget is spent.
[[nodiscard]] std::optional<Expr> potential(Graph& graph, const OneForm& form, FactorBudget& budget,
                                            FactorReach reach = FactorReach::monomial);

} // namespace analysis
} // namespace dalembert
