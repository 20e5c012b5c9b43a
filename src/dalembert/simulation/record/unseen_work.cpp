#include <dalembert/lowering/views.h>
#include <dalembert/simulation/record/unseen_work.h>
#include <dalembert/simulation/solving/account.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

double work_of_unseen_motion(const Engine& engine, const Evaluation& at, const RunTolerance& tolerance) {
  const std::size_t n = engine.coordinates();
  if (!engine.derivatives || at.state.q.size() != n || at.accelerations.size() != n) return 0.0;
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, at.state, inputs);
  const InputView<double> solved(engine.programs->layout, inputs);
  std::ranges::copy(at.accelerations, solved.accelerations().begin());
  std::ranges::copy(at.multipliers, solved.multipliers().begin());
  std::ranges::copy(at.frictions, solved.frictions().begin());
  const std::shared_ptr<const Executor> program = engine.derivatives->get();
  const std::vector<double> derivatives = evaluated_once(*program, std::span(inputs).first(program->inputs()));
  double work = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double force = 0.0;
    for (std::size_t j = 0; j < n; ++j)
      force +=
          std::abs(derivatives[i * n + j] * at.state.q[j]) + std::abs(derivatives[(n + i) * n + j] * at.state.v[j]);
    work += force * tolerance.absolute(engine.scale(i));
  }
  return std::isfinite(work) ? work : 0.0;
}

} // namespace simulation
} // namespace dalembert
