#include <dalembert/algebra/work_budget.h>
#include <dalembert/base/watch.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

thread_local WorkBudget* innermost = nullptr;

} // namespace

WorkBudget::WorkBudget(std::size_t products)
    : granted_(products), left_(products), outer_(std::exchange(innermost, this)) {}

WorkBudget::~WorkBudget() {
  innermost = outer_;
}

void WorkBudget::spend(std::size_t products) {
  poll(products);
  for (WorkBudget* budget = innermost; budget != nullptr; budget = budget->outer_) {
    if (budget->left_ < products) {
      budget->left_ = 0;
      throw WorkSpent{};
    }
    budget->left_ -= products;
  }
}

std::size_t WorkBudget::available() {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const WorkBudget* budget = innermost; budget != nullptr; budget = budget->outer_)
    least = std::min(least, budget->left_);
  return least;
}

} // namespace algebra
} // namespace dalembert
