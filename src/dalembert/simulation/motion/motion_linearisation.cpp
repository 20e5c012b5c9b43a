#include <dalembert/base/errors.h>
#include <dalembert/lowering/motion_matrices.h>
#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/motion/motion_linearisation.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

void MotionLinearisation::prepare() {
  if (programs_.pattern) return;
  programs_ = engine_.matrices->get();
  const MotionPattern& pattern = *programs_.pattern;
  program_.emplace(programs_.program);
  if (programs_.is_by_rows) {
    outputs_.resize(program_->outputs());
    return;
  }
  inputs_.resize(directions_at_once * program_->inputs());
  outputs_.resize(directions_at_once * program_->outputs());
  begins_by_column_.assign(pattern.coordinates + 1, 0);
  for (const std::uint32_t column : pattern.columns)
    ++begins_by_column_[column + 1];
  for (std::size_t j = 0; j < pattern.coordinates; ++j)
    begins_by_column_[j + 1] += begins_by_column_[j];
  std::vector<std::size_t> next(begins_by_column_.begin(), begins_by_column_.end() - 1);
  by_column_.resize(pattern.columns.size());
  for (std::size_t i = 0; i + 1 < pattern.begins.size(); ++i)
    for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e) {
      by_column_[next[pattern.columns[e]]++] = e;
      row_of_.push_back(static_cast<std::uint32_t>(i));
    }
}

std::shared_ptr<const MotionPattern> MotionLinearisation::pattern() {
  prepare();
  return programs_.pattern;
}

double MotionLinearisation::operations_of_equations() {
  prepare();
  return programs_.operations_of_equations;
}

double MotionLinearisation::operations() {
  prepare();
  if (programs_.is_by_rows) return programs_.operations;
  return operations_along_directions(programs_.operations_of_equations, programs_.pattern->coordinates);
}

void MotionLinearisation::evaluate(std::span<const double> inputs, const Dynamics& dynamics, LinearisedMotion& out) {
  prepare();
  const std::size_t entries = programs_.pattern->columns.size();
  out.pattern = programs_.pattern;
  out.by_position.resize(entries);
  out.by_rate.resize(entries);
  out.by_acceleration.resize(entries);
  if (programs_.is_by_rows)
    evaluate_rows(inputs, out);
  else
    evaluate_directions(inputs, dynamics, out);
  for (const std::vector<double>* const values : {&out.by_position, &out.by_rate, &out.by_acceleration})
    if (!are_finite(*values))
      throw SolveError(fmt::format("a derivative of the equations of motion is not finite at t = {:.6g} s", inputs[0]),
                       {.time = inputs[0]});
}

void MotionLinearisation::evaluate_rows(std::span<const double> inputs, LinearisedMotion& out) {
  program_->evaluate(inputs.first(program_->inputs()), outputs_);
  for (std::size_t e = 0; e < out.by_position.size(); ++e) {
    out.by_position[e] = outputs_[3 * e];
    out.by_rate[e] = outputs_[3 * e + 1];
    out.by_acceleration[e] = outputs_[3 * e + 2];
  }
}

void MotionLinearisation::evaluate_directions(std::span<const double> inputs, const Dynamics& dynamics,
                                              LinearisedMotion& out) {
  const std::size_t n = out.pattern->coordinates;
  const std::size_t state = program_->inputs() - 3 * n; // in front of the directions
  std::ranges::fill(inputs_, 0.0);
  for (std::size_t i = 0; i < state; ++i)
    std::fill_n(inputs_.begin() + static_cast<std::ptrdiff_t>(i * directions_at_once), directions_at_once, inputs[i]);
  for (std::size_t first = 0; first < 2 * n; first += directions_at_once) {
    const std::size_t count = std::min(directions_at_once, 2 * n - first);
    for (std::size_t lane = 0; lane < count; ++lane)
      inputs_[(state + first + lane) * directions_at_once + lane] = 1.0;
    program_->evaluate_lanes(directions_at_once, inputs_, outputs_);
    for (std::size_t lane = 0; lane < count; ++lane) {
      inputs_[(state + first + lane) * directions_at_once + lane] = 0.0;
      const std::size_t column = (first + lane) % n;
      std::vector<double>& values = first + lane < n ? out.by_position : out.by_rate;
      for (std::size_t k = begins_by_column_[column]; k < begins_by_column_[column + 1]; ++k)
        values[by_column_[k]] = outputs_[row_of_[by_column_[k]] * directions_at_once + lane];
    }
  }
  const DynamicsView equations = dynamics.view();
  for (std::size_t e = 0; e < out.by_acceleration.size(); ++e) {
    const std::size_t row = row_of_[e];
    const std::size_t column = out.pattern->columns[e];
    out.by_acceleration[e] = row < n ? equations.mass[row * n + column] : equations.rows[(row - n) * n + column];
  }
}

} // namespace simulation
} // namespace dalembert
