#include <dalembert/base/errors.h>
#include <dalembert/simulation/jump_solver.h>
#include <dalembert/simulation/small_system.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline simulation {

JumpSolver::JumpSolver(const Engine& engine)
    : engine_(engine), program_(engine.jumps), outputs_(program_.outputs()), modes_(engine.programs->layout.jumps) {}

void JumpSolver::evaluate(std::span<const double> inputs) {
  program_.evaluate(inputs.first(engine_.programs->layout.state_size()), outputs_);
}

void JumpSolver::set_modes(const std::vector<JumpMode>& modes) {
  modes_ = modes;
  sliding_.clear();
  for (std::size_t k = 0; k < modes_.size(); ++k)
    if (modes_[k].slides()) sliding_.push_back(k);
}

double JumpSolver::rate(std::size_t jump, std::span<const double> inputs) const {
  const JumpView at = view(jump);
  const std::span<const double> accelerations =
      InputView<const double>(engine_.programs->layout, inputs).accelerations();
  double out = at.convective;
  for (std::size_t i = 0; i < accelerations.size(); ++i)
    out += at.column[i] * accelerations[i];
  return out;
}

void JumpSolver::solve(std::span<double> inputs, const std::function<void()>& solve) {
  constexpr int most_corrections = 3;
  evaluate(inputs);
  const std::span<double> values = InputView<double>(engine_.programs->layout, inputs).jumps();
  for (std::size_t k = 0; k < modes_.size(); ++k)
    values[k] = modes_[k].kind == JumpMode::Kind::evaluated ? view(k).value : modes_[k].value;
  solve();
  if (sliding_.empty()) return;
  const std::size_t n = sliding_.size();
  std::vector<double> start(n);
  for (std::size_t i = 0; i < n; ++i)
    start[i] = rate(sliding_[i], inputs);
  std::vector<double> slopes(n * n);
  double largest = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    const JumpMode& mode = modes_[sliding_[j]];
    const double before = values[sliding_[j]];
    const double height = mode.above - mode.below;
    values[sliding_[j]] += height;
    solve();
    for (std::size_t i = 0; i < n; ++i) {
      slopes[i * n + j] = (rate(sliding_[i], inputs) - start[i]) / height;
      largest = std::max(largest, std::abs(slopes[i * n + j]));
    }
    values[sliding_[j]] = before;
  }
  std::vector<double> rates = start;
  for (int round = 0; round < most_corrections; ++round) {
    std::vector<double> change = rates;
    if (!solve_small(slopes, change)) break;
    for (std::size_t i = 0; i < n; ++i)
      values[sliding_[i]] -= change[i];
    solve();
    double worst = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      rates[i] = rate(sliding_[i], inputs);
      worst = std::max(worst, std::abs(rates[i]));
    }
    constexpr double met = 1e-12; // of what the jump changes
    if (worst <= met * largest) {
      for (const std::size_t k : sliding_)
        modes_[k].value = values[k];
      return;
    }
  }
  throw SolveError(fmt::format("no value of {} between those beside the jump keeps the motion on {} = 0 at t = {:.10g} "
                               "s",
                               engine_.programs->jumps.jumps[sliding_.front()].text,
                               engine_.programs->jumps.jumps[sliding_.front()].surface, inputs[0]),
                   {.time = inputs[0]});
}

} // namespace dalembert::inline simulation
