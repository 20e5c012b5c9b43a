#include <dalembert/base/errors.h>
#include <dalembert/simulation/engine/small_system.h>
#include <dalembert/simulation/solving/jump_solver.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double rounding_of_terms = 1e-14; ///< of the terms of u̇

} // namespace

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
  evaluate(inputs);
  const std::span<double> values = InputView<double>(engine_.programs->layout, inputs).jumps();
  for (std::size_t k = 0; k < modes_.size(); ++k)
    values[k] = modes_[k].kind == JumpMode::Kind::evaluated ? view(k).value : modes_[k].value;
  solve();
  if (!sliding_.empty()) slide(inputs, solve);
}

/// The size of the terms that u̇ is a sum of.
double JumpSolver::terms(std::size_t jump, std::span<const double> inputs) const {
  const JumpView at = view(jump);
  const std::span<const double> accelerations =
      InputView<const double>(engine_.programs->layout, inputs).accelerations();
  double out = std::abs(at.convective);
  for (std::size_t i = 0; i < accelerations.size(); ++i)
    out += std::abs(at.column[i] * accelerations[i]);
  return out;
}

/// Where a force is 0 on its surface, as √|u| sign u is, its function does nothing there: u stays where u̇ is 0, and
/// leaves where it is not.
double JumpSolver::value_without_effect(std::size_t jump, std::span<const double> inputs) const {
  const JumpMode& mode = modes_[jump];
  const double rate_left = rate(jump, inputs);
  if (std::abs(rate_left) <= rounding_of_terms * terms(jump, inputs)) return mode.value;
  const double height = mode.above - mode.below;
  return rate_left > 0.0 ? mode.above + height : mode.below - height;
}

void JumpSolver::slide(std::span<double> inputs, const std::function<void()>& solve) {
  constexpr int most_corrections = 3;
  constexpr double met = 1e-12; // of what the jumps change
  const std::span<double> values = InputView<double>(engine_.programs->layout, inputs).jumps();
  const std::size_t n = sliding_.size();
  std::vector<double> start(n);
  for (std::size_t i = 0; i < n; ++i)
    start[i] = rate(sliding_[i], inputs);
  std::vector<double> slopes(n * n);
  double largest = 0.0;
  std::vector<std::size_t> acting; // places in `sliding_`
  for (std::size_t j = 0; j < n; ++j) {
    const JumpMode& mode = modes_[sliding_[j]];
    const double before = values[sliding_[j]];
    const double height = mode.above - mode.below;
    values[sliding_[j]] += height;
    solve();
    double effect = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      slopes[i * n + j] = (rate(sliding_[i], inputs) - start[i]) / height;
      effect = std::max(effect, std::abs(slopes[i * n + j]));
    }
    largest = std::max(largest, effect);
    if (effect > 0.0) acting.push_back(j);
    values[sliding_[j]] = before;
  }
  std::vector<double> matrix;
  for (const std::size_t i : acting)
    for (const std::size_t j : acting)
      matrix.push_back(slopes[i * n + j]);
  std::vector<double> rates;
  for (const std::size_t i : acting)
    rates.push_back(start[i]);
  for (int round = 0; round < most_corrections; ++round) {
    std::vector<double> change = rates;
    if (!acting.empty() && !solve_small(matrix, change)) break;
    for (std::size_t i = 0; i < acting.size(); ++i)
      values[sliding_[acting[i]]] -= change[i];
    solve();
    bool are_met = true;
    for (std::size_t i = 0; i < acting.size(); ++i) {
      rates[i] = rate(sliding_[acting[i]], inputs);
      const double allowed = std::max(met * largest, rounding_of_terms * terms(sliding_[acting[i]], inputs));
      are_met = are_met && std::abs(rates[i]) <= allowed;
    }
    if (!are_met) continue;
    for (std::size_t i = 0; i < n; ++i)
      modes_[sliding_[i]].value = std::ranges::find(acting, i) != acting.end()
                                      ? values[sliding_[i]]
                                      : value_without_effect(sliding_[i], inputs);
    return;
  }
  const Jump& first = engine_.programs->jumps.jumps[sliding_.front()];
  throw SolveError(fmt::format("no value of {} between those beside the jump keeps the motion on {} = {:g} at "
                               "t = {:.10g} s",
                               first.text, first.surface, modes_[sliding_.front()].level, inputs[0]),
                   {.time = inputs[0]});
}

} // namespace simulation
} // namespace dalembert
