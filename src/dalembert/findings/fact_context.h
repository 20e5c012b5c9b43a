#pragma once

#include <dalembert/exact/motion_judge.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <functional>

namespace dalembert {
inline namespace findings {

/// What facts are found from: the equations, and numbers where the model has them.
struct FactContext {
  const Study& study;
  const Equations& equations;
  MotionJudge& judge; ///< of these equations

  std::function<bool()> can_start; ///< true where there is a consistent initial state
  /// The compiled programs. @throws ModelError where there are none
  std::function<const Engine&()> engine;
  /// The consistent initial state. @throws ModelError, SolveError where there is none
  std::function<const InitialState&()> initial_state;

  std::size_t zero_test_steps = 100'000'000; ///< left for all zero tests of the facts that share them: a second

  /// Returns what `work` makes with the zero test steps that facts before have left over.
  template <typename Work>
  [[nodiscard]] auto within_steps(const Work& work) {
    const PointBudget of_all_tests(zero_test_steps);
    auto out = work();
    zero_test_steps = of_all_tests.left();
    return out;
  }
};

} // namespace findings
} // namespace dalembert
