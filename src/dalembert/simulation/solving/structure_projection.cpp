#include <dalembert/lowering/views.h>
#include <dalembert/numerics/linear/tolerances.h>
#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/solving/structure_projection.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr int most_newton_steps = 4; ///< small corrections take one or two

ProjectionPrograms::Level programs_of(const ProgramsByStructure& programs, Level level) {
  const ProjectionPrograms both = programs.projection->get();
  return level == Level::position ? both.positions : both.rates;
}

} // namespace

StructureProjection::StructureProjection(const Engine& engine, const ProgramsByStructure& programs, Level level)
    : engine_(engine),
      acting_(engine, programs, StructureInputs::Jumps::unread),
      independent_(acting_),
      level_(level),
      rows_(level == Level::position ? engine.programs->positions.rows.size() : engine.constraints()),
      operations_(programs_of(programs, level).operations),
      residual_(programs_of(programs, level).residual),
      step_(programs_of(programs, level).step),
      residuals_(residual_.outputs()),
      outputs_(step_.outputs()),
      before_(engine.coordinates()) {}

void StructureProjection::set_rows(std::span<const std::size_t> acting, std::span<const std::size_t> independent) {
  acting_.set_rows(acting);
  independent_.set_rows(independent);
  has_repeated_rows_ = acting.size() != independent.size();
}

/// The largest violation beside the terms of its row, infinite where it is not finite.
double StructureProjection::worst(std::span<const double> residual, std::span<const double> size) const {
  double out = 0.0;
  for (std::size_t k = 0; k < rows_; ++k) {
    if (residual[k] == 0.0) continue;
    const double share = std::abs(residual[k]) / size[k];
    if (!std::isfinite(share)) return std::numeric_limits<double>::infinity();
    out = std::max(out, share);
  }
  return out;
}

bool StructureProjection::converges(std::span<double> inputs, std::span<double> x, double enough) {
  for (int step = 0; step < most_newton_steps; ++step) {
    step_.evaluate(independent_.of(inputs), outputs_);
    const ProjectionStepView newton(rows_, outputs_);
    if (has_repeated_rows_) residual_.evaluate(acting_.of(inputs), residuals_);
    const double here = worst(has_repeated_rows_ ? residuals_ : newton.residual, newton.size);
    if (!(newton.smallest_pivot > row_pivot) || !are_finite(newton.change)) return false;
    // What rests on a floor is to be at 0, and not at the last rounding beside it.
    if (here <= enough && (here == 0.0 || !acting_.has_switches())) return true;
    previous_.assign(x.begin(), x.end());
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += newton.change[i];
    residual_.evaluate(acting_.of(inputs), residuals_);
    const double there = worst(residuals_, newton.size);
    if (there <= enough && there < here) return true;
    if (there < here) continue;
    std::ranges::copy(previous_, x.begin());
    return here <= met_row;
  }
  return false;
}

bool StructureProjection::project(std::span<double> inputs, double enough) {
  const InputView<double> at(engine_.programs->layout, inputs);
  const std::span<double> x = level_ == Level::position ? at.positions() : at.rates();
  before_.assign(x.begin(), x.end());
  if (converges(inputs, x, enough)) return true;
  std::ranges::copy(before_, x.begin());
  return false;
}

} // namespace simulation
} // namespace dalembert
