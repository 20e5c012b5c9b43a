#include <dalembert/textbook/work_budget.h>

#include <utility>

namespace dalembert {

namespace {

thread_local WorkBudget* innermost = nullptr;

} // namespace

WorkBudget::WorkBudget(std::size_t products) : left_(products), outer_(std::exchange(innermost, this)) {}

WorkBudget::~WorkBudget() {
  innermost = outer_;
}

void WorkBudget::spend(std::size_t products) {
  for (WorkBudget* budget = innermost; budget != nullptr; budget = budget->outer_) {
    if (budget->left_ < products) throw WorkSpent{};
    budget->left_ -= products;
  }
}

} // namespace dalembert
