#pragma once

#include <dalembert/algebra/power_product.h>

#include <cstddef>

namespace dalembert {
inline namespace algebra {

/// Thrown when a WorkBudget is exhausted. It depends on what was done before, so a failure must not be cached.
struct WorkSpent : BudgetSpent {};

/// Bounds what symbolic work costs while it lives: so many products of terms in this thread. Budgets nest; what is
/// spent counts in all of them. The same work spends the same everywhere, so that results do not depend on the machine.
class WorkBudget {
public:
  explicit WorkBudget(std::size_t products);
  ~WorkBudget();
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  /// What was spent while it lives, in products.
  [[nodiscard]] std::size_t spent() const { return granted_ - left_; }
  /// @throws WorkSpent where a budget that lives has less left than `products`
  static void spend(std::size_t products);
  /// What can be spent now without being thrown out, in products.
  [[nodiscard]] static std::size_t available();

private:
  std::size_t granted_;
  std::size_t left_;
  WorkBudget* outer_;
};

} // namespace algebra
} // namespace dalembert
