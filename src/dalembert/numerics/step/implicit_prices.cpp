#include <dalembert/numerics/step/implicit_prices.h>

#include <algorithm>

namespace dalembert {
inline namespace numerics {

ImplicitPrices implicit_prices(const OdeProblem& problem, std::size_t components) {
  const auto n = static_cast<double>(components - problem.integrals);
  if (problem.second_order && problem.second_order->is_quick) {
    const SecondOrderProblem& motion = *problem.second_order;
    const LuPlan& plan = motion.pattern()->plan;
    const double rates = motion.operations_of_rates();
    return {motion.operations_of_entries() / rates, factors_price(plan) / rates, 1 + solution_price(plan) / rates};
  }
  constexpr double of_quick = 1.0 / 128; // of a factorisation of full matrices: chains of 100 to 400 links
  return {n / 2, problem.is_jacobian_dear ? std::max(n / 3, of_quick * n * n) : n / 3};
}

double implicit_price(const ImplicitPrices& prices, const StepStatistics& spent) {
  return prices.evaluation * static_cast<double>(spent.evaluations) +
         prices.jacobian * static_cast<double>(spent.jacobians) +
         prices.factorisation * static_cast<double>(spent.factorisations);
}

} // namespace numerics
} // namespace dalembert
