#include <dalembert/lowering/views.h>
#include <dalembert/numerics/linear/tolerances.h>
#include <dalembert/simulation/start/structure_equations.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

bool hold_finite_values(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

} // namespace

bool StructureEquations::are_known(const Engine& engine, Level level) {
  const std::size_t rows = engine.constraints();
  if (!engine.inertia || !engine.structure.solution || rows == 0) return false;
  if (level == Level::position && engine.programs->positions.rows.size() != rows) return false;
  // Values of jumps, and which rows act, are no part of the state.
  const SolutionPrograms programs = engine.structure.solution->get();
  return programs.solution->outputs() > 0 && programs.factors->inputs() == engine.programs->layout.state_size();
}

StructureEquations::StructureEquations(const Engine& engine, Level level, std::span<const double> inputs,
                                       const ProjectionRows& rows, std::vector<std::size_t> held)
    : engine_(engine),
      level_(level),
      inputs_(inputs.begin(), inputs.end()),
      factors_(engine.structure.solution->get().factors),
      solution_(engine.structure.solution->get().solution),
      row_entries_(engine.row_entries),
      inertia_(engine.inertia),
      solution_inputs_(solution_.inputs()),
      solved_(solution_.outputs()),
      entries_(row_entries_.outputs()),
      product_(engine.coordinates()),
      held_(std::move(held)),
      held_columns_(held_.size(), std::vector<double>(engine.coordinates())),
      held_factors_(held_.size() * held_.size()),
      rows_(rows) {}

/// Takes in what the structure gives at x; false where the matrices tell more.
bool StructureEquations::is_solved_at(std::span<const double> x) {
  const InputView<double> at(engine_.programs->layout, inputs_);
  std::ranges::copy(x, (level_ == Level::position ? at.positions() : at.rates()).begin());
  const std::span<double> known = std::span(solution_inputs_).first(factors_.outputs());
  factors_.evaluate(at.state(), known);
  row_entries_.evaluate(at.state(), entries_);
  inertia_.take_in(at.state());
  return known.front() > row_pivot && hold_finite_values(known) && hold_finite_values(entries_) && factors_held();
}

/// Solves with the factors at hand and nothing held; false where that has no value.
bool StructureEquations::solves(std::span<const double> load, std::span<const double> wanted,
                                std::span<double> change) {
  const auto forces = solution_inputs_.begin() + static_cast<std::ptrdiff_t>(factors_.outputs());
  const auto behind = std::ranges::copy(load, forces).out;
  std::ranges::copy(wanted, behind);
  solution_.evaluate(solution_inputs_, solved_);
  std::ranges::copy(std::span(solved_).first(change.size()), change.begin());
  const bool is_refined = solved_.size() == load.size() + wanted.size() || solved_.back() > 0.0;
  return is_refined && hold_finite_values(change);
}

/// Takes in what forces on the held components do; false where these are nearly held by the rows already.
bool StructureEquations::factors_held() {
  const std::size_t count = held_.size();
  std::vector<double> force(engine_.coordinates(), 0.0);
  const std::vector<double> no_rows(engine_.constraints(), 0.0);
  for (std::size_t j = 0; j < count; ++j) {
    force[held_[j]] = 1.0;
    inertia_.multiply(force, product_);
    const double own_inertia = product_[held_[j]]; // what a pivot is beside: 1/M where nothing else moves
    const bool is_solved = solves(force, no_rows, held_columns_[j]);
    force[held_[j]] = 0.0;
    if (!is_solved) return false;
    double* const row = &held_factors_[j * count];
    for (std::size_t k = 0; k <= j; ++k) {
      row[k] = held_columns_[j][held_[k]];
      for (std::size_t i = 0; i < k; ++i)
        row[k] -= row[i] * held_factors_[k * count + i];
      if (k < j) row[k] /= held_factors_[k * count + k];
    }
    if (!(row[j] * own_inertia > row_pivot)) return false;
    row[j] = std::sqrt(row[j]);
  }
  return true;
}

/// Adds the forces that keep the held components where they are.
void StructureEquations::hold(std::span<double> change) const {
  const std::size_t count = held_.size();
  std::vector<double> forces(count);
  for (std::size_t j = 0; j < count; ++j) {
    forces[j] = -change[held_[j]];
    for (std::size_t i = 0; i < j; ++i)
      forces[j] -= held_factors_[j * count + i] * forces[i];
    forces[j] /= held_factors_[j * count + j];
  }
  for (std::size_t j = count; j-- > 0;) {
    for (std::size_t i = j + 1; i < count; ++i)
      forces[j] -= held_factors_[i * count + j] * forces[i];
    forces[j] /= held_factors_[j * count + j];
  }
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t i = 0; i < change.size(); ++i)
      change[i] += forces[j] * held_columns_[j][i];
  for (const std::size_t i : held_)
    change[i] = 0.0;
}

void StructureEquations::take_matrices(std::span<const double> x, std::span<const double> scale) {
  if (!matrices_) {
    std::vector<std::size_t> moving;
    for (std::size_t i = 0; i < engine_.coordinates(); ++i)
      if (std::ranges::find(held_, i) == held_.end()) moving.push_back(i);
    matrices_.emplace(engine_.coordinates(), engine_.constraints(), std::move(moving), KktOptions{});
    matrices_->begin(rows_, ProjectionBegin::linearises);
  }
  matrices_->linearise(x, scale);
  is_by_matrices_ = true;
}

void StructureEquations::linearise(std::span<const double> x, std::span<const double> scale) {
  x_.assign(x.begin(), x.end());
  scale_.assign(scale.begin(), scale.end());
  // Where M was singular once, another metric serves to the end.
  const bool has_metric = !matrices_ || matrices_->chosen_metric() == ProjectionMetric::given;
  is_by_matrices_ = !has_metric || !is_solved_at(x);
  if (is_by_matrices_) take_matrices(x, scale);
}

void StructureEquations::measure_rows(std::span<const double> scale, std::span<double> sizes) const {
  if (is_by_matrices_) return matrices_->measure_rows(scale, sizes);
  const RowEntryProgram& places = engine_.programs->row_entries;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    sizes[k] = 0.0;
    for (std::size_t e = places.begins[k]; e < places.begins[k + 1]; ++e)
      sizes[k] += std::abs(entries_[e]) * scale[places.columns[e]];
  }
}

void StructureEquations::multiply(std::span<const double> y, std::span<double> product) {
  if (is_by_matrices_) return matrices_->multiply(y, product);
  inertia_.multiply(y, product);
}

double StructureEquations::length(std::span<const double> y) {
  if (is_by_matrices_) return matrices_->length(y);
  inertia_.multiply(y, product_);
  double sum = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += y[i] * product_[i];
  return std::sqrt(std::max(sum, 0.0));
}

void StructureEquations::solve(std::span<const double> load, std::span<const double> wanted, std::span<double> change) {
  if (!is_by_matrices_) {
    if (solves(load, wanted, change)) return hold(change);
    take_matrices(x_, scale_);
  }
  matrices_->solve(load, wanted, change);
}

int StructureEquations::rank() const {
  return is_by_matrices_ ? matrices_->rank() : static_cast<int>(engine_.constraints());
}

} // namespace simulation
} // namespace dalembert
