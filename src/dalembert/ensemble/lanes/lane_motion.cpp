#include <dalembert/base/errors.h>
#include <dalembert/ensemble/lanes/lane_motion.h>
#include <dalembert/program/append_tape.h>
#include <dalembert/results/tolerances.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace ensemble {

namespace {

/// Beyond it the solver of one state looks for zeros in the matrices.
constexpr std::size_t most_of_matrices = 23;

/// True where the powers follow from t, q, v, v̇ and λ.
bool are_powers_of_one_state(const Engine& engine) {
  const std::vector<bool> read = inputs_read(engine.programs->powers.tape);
  return std::none_of(read.begin() + static_cast<std::ptrdiff_t>(engine.programs->layout.friction()), read.end(),
                      [](bool is_read) { return is_read; });
}

} // namespace

std::string why_not_solved_in_lanes(const Engine& engine, bool is_by_structure) {
  if (engine.form != "lagrange") return fmt::format("they are run in the form {}", engine.form);
  if (engine.programs->layout.frictions > 0) return "frictions may stick and slide";
  if (engine.programs->layout.jumps > 0) return "functions jump, and their instants are located";
  if (!is_by_structure && engine.dynamics->outputs() != engine.programs->dynamics.tape.outputs())
    return "the matrices are made of products";
  if (!is_by_structure && std::max(engine.coordinates(), engine.constraints()) > most_of_matrices)
    return "the matrices are large";
  if (!are_powers_of_one_state(engine)) return "powers depend on what belongs to the whole run";
  return {};
}

LaneMotion::LaneMotion(const Engine& engine, const std::shared_ptr<const MotionProgram>& program)
    : layout_(engine.programs->layout),
      n_(layout_.coordinates),
      m_(layout_.multipliers),
      is_by_structure_(program->is_by_structure),
      motion_(program->motion),
      powers_(program->powers),
      kernels_(lane_kernels()),
      inputs_(layout_.full_size() * lane_count, 0.0),
      outputs_(motion_.outputs() * lane_count, 0.0),
      work_(is_by_structure_ ? 0 : kkt_work(n_, m_), 0.0),
      alone_(static_cast<int>(n_), static_cast<int>(m_)) {}

void LaneMotion::set_parameters(std::size_t lane, const std::vector<double>& values) {
  ENSURE(values.size() == layout_.parameters);
  for (std::size_t i = 0; i < values.size(); ++i)
    input(layout_.parameter() + i)[lane] = values[i];
}

void LaneMotion::set_histories(std::size_t lane, std::span<const double> values) {
  for (std::size_t h = 0; h < values.size(); ++h)
    input(layout_.history() + h)[lane] = values[h];
}

LaneMask LaneMotion::evaluate(LaneMask wanted, const double* t, const double* y, double* dydt) {
  const std::size_t states = 2 * n_ * lane_count;
  std::copy_n(t, lane_count, input(layout_.time()));
  std::copy_n(y, states, input(layout_.position()));
  motion_.evaluate_lanes(lane_count, std::span(inputs_).first(layout_.state_size() * lane_count), outputs_);
  const LaneMask solved = is_by_structure_ ? take_structure() : solve_matrices(wanted);
  std::copy_n(input(layout_.rate()), n_ * lane_count, dydt);
  std::copy_n(input(layout_.acceleration()), n_ * lane_count, dydt + n_ * lane_count);
  powers_.evaluate_lanes(lane_count, inputs_, {dydt + states, powers_.outputs() * lane_count});
  return static_cast<LaneMask>(wanted & solved);
}

LaneMask LaneMotion::solve_matrices(LaneMask wanted) {
  LaneSystem system;
  system.n = n_;
  system.m = m_;
  system.mass = outputs_.data();
  system.forcing = system.mass + n_ * n_ * lane_count;
  system.rows = system.forcing + n_ * lane_count;
  system.row_forcing = system.rows + m_ * n_ * lane_count;
  system.accelerations = input(layout_.acceleration());
  system.multipliers = input(layout_.multiplier());
  system.smallest_pivot = smallest_pivot_.data();
  system.residual = residual_.data();
  system.contradiction = contradiction_.data();
  system.work = work_.data();
  LaneMask solved = kernels_.solve_kkt(system);
  const LaneMask finite = kernels_.finite(motion_.outputs(), outputs_.data());
  were_alone_ = static_cast<LaneMask>(wanted & finite & ~solved);
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    if (has_lane(were_alone_, lane) && solve_alone(lane)) solved = static_cast<LaneMask>(solved | lane_bit(lane));
  return static_cast<LaneMask>(solved & finite);
}

/// As Dynamics solves the equations of one state.
bool LaneMotion::solve_alone(std::size_t lane) {
  copy_solved(lane, at_alone_);
  const DynamicsView equations(layout_, at_alone_.matrices);
  try {
    if (!alone_.factor({equations.mass, equations.rows, {}}).is_regular) return false;
    alone_.solve(equations.forcing, equations.row_forcing, at_alone_.accelerations, at_alone_.multipliers);
  } catch (const SolveError&) {
    return false;
  }
  for (std::size_t i = 0; i < n_; ++i)
    input(layout_.acceleration() + i)[lane] = at_alone_.accelerations[i];
  for (std::size_t k = 0; k < m_; ++k)
    input(layout_.multiplier() + k)[lane] = at_alone_.multipliers[k];
  status_alone_[lane] = alone_.status();
  return status_alone_[lane].residual <= solved_bound;
}

void LaneMotion::set_typical_rows(std::size_t lane, std::span<const double> sizes) {
  typical_rows_[lane].assign(sizes.begin(), sizes.end());
}

/// As SparseDynamics trusts a solution.
bool LaneMotion::is_trusted(std::size_t lane) {
  const std::size_t rows = typical_rows_[lane].size();
  row_sizes_.resize(rows);
  for (std::size_t k = 0; k < rows; ++k)
    row_sizes_[k] = outputs_[(n_ + m_ + k) * lane_count + lane];
  return smallest_pivot_[lane] > smallest_pivot_share &&
         least_row_share(row_sizes_, typical_rows_[lane]) >= smallest_row_share;
}

LaneMask LaneMotion::take_structure() {
  std::copy_n(outputs_.begin(), n_ * lane_count, input(layout_.acceleration()));
  std::copy_n(outputs_.begin() + static_cast<std::ptrdiff_t>(n_ * lane_count), m_ * lane_count,
              input(layout_.multiplier()));
  std::copy_n(outputs_.end() - lane_count, lane_count, smallest_pivot_.begin());
  LaneMask large = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    if (is_trusted(lane)) large = static_cast<LaneMask>(large | lane_bit(lane));
  return static_cast<LaneMask>(large & kernels_.finite(motion_.outputs(), outputs_.data()));
}

void LaneMotion::copy_solved(std::size_t lane, SolvedState& out) const {
  const auto copy = [lane](const AlignedNumbers& from, std::size_t first, std::size_t count, std::vector<double>& to) {
    to.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      to[i] = from[(first + i) * lane_count + lane];
  };
  copy(outputs_, 0, is_by_structure_ ? 0 : outputs_.size() / lane_count, out.matrices);
  copy(inputs_, layout_.acceleration(), n_, out.accelerations);
  copy(inputs_, layout_.multiplier(), m_, out.multipliers);
  if (has_lane(were_alone_, lane)) {
    out.status = status_alone_[lane];
    return;
  }
  out.status = {};
  out.status.rank = static_cast<int>(m_);
  out.status.smallest_pivot = smallest_pivot_[lane];
  out.status.residual = residual_[lane];
  out.status.contradiction = contradiction_[lane];
}

} // namespace ensemble
} // namespace dalembert
