#include <dalembert/base/errors.h>
#include <dalembert/studies/linear_system.h>

#include <algorithm>
#include <cmath>

namespace dalembert {

namespace {

/// δq = tangent·δy: the dependent positions follow from the holonomic rows.
DenseMatrix tangent(const Linearisation& at, const Freedoms& freedoms) {
  const std::size_t n = at.mass.rows;
  const DenseMatrix rows = at.rows.row_selection(freedoms.holonomic_rows);
  const DenseMatrix fixed =
      solve_square(rows.column_selection(freedoms.fixed_positions), rows.column_selection(freedoms.positions));
  DenseMatrix out(n, freedoms.positions.size());
  for (std::size_t c = 0; c < freedoms.positions.size(); ++c) {
    out.at(freedoms.positions[c], c) = 1.0;
    for (std::size_t r = 0; r < freedoms.fixed_positions.size(); ++r)
      out.at(freedoms.fixed_positions[r], c) = -fixed.at(r, c);
  }
  return out;
}

/// The independent positions that take part: in a steady motion those that run are left out.
std::vector<std::size_t> kept_columns(const SteadyState& steady, const Freedoms& freedoms) {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < freedoms.positions.size(); ++c)
    if (steady.is_equilibrium || !freedoms.is_ignorable[freedoms.positions[c]]) out.push_back(c);
  return out;
}

StateSpace state_space(const SteadyState& steady, const Linearisation& at, const Freedoms& freedoms,
                       const Lineariser& lineariser) {
  const System& system = lineariser.engine().system();
  const ReducedFlow flow = reduced_flow(at, freedoms);
  const std::vector<std::size_t> columns = kept_columns(steady, freedoms);
  const DenseMatrix follow = tangent(at, freedoms).column_selection(columns);
  StateSpace out;
  std::vector<std::size_t> positions;
  for (const std::size_t c : columns) {
    positions.push_back(freedoms.positions[c]);
    out.states.push_back(system.coordinates[positions.back()].name);
  }
  for (const std::size_t i : freedoms.rates)
    out.states.push_back(system.coordinates[i].name + "'");
  for (const std::size_t p : lineariser.inputs())
    out.inputs.push_back(system.parameters[p].name);
  const DenseMatrix rates_by_position = flow.rate_by_position * follow;
  const DenseMatrix above =
      joined(rates_by_position.row_selection(positions), flow.rate_by_speed.row_selection(positions));
  const DenseMatrix below = joined(flow.speed_by_position * follow, flow.speed_by_speed);
  out.a = stacked(above, below);
  out.b = stacked(DenseMatrix(positions.size(), out.inputs.size()), flow.speed_by_input);

  std::vector<std::size_t> shown; // coordinates that stand still
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    if (steady.is_equilibrium || !freedoms.is_ignorable[i]) shown.push_back(i);
  for (const std::size_t i : shown)
    out.outputs.push_back(system.coordinates[i].name);
  for (const Coordinate& q : system.coordinates)
    out.outputs.push_back(q.name + "'");
  for (const Reaction& reaction : system.reactions)
    out.outputs.push_back(reaction.name);
  const DenseMatrix coordinates = joined(follow.row_selection(shown), DenseMatrix(shown.size(), freedoms.rates.size()));
  const DenseMatrix rates = joined(rates_by_position, flow.rate_by_speed);
  const DenseMatrix reactions = joined(at.reaction_by_position * follow + at.reaction_by_rate * rates_by_position,
                                       at.reaction_by_rate * flow.rate_by_speed);
  out.c = stacked(stacked(coordinates, rates), reactions);
  out.d = stacked(DenseMatrix(shown.size() + system.coordinates.size(), out.inputs.size()), at.reaction_by_input);
  return out;
}

/// How often 0 is an eigenvalue, multiplicity in Jordan blocks included: n − rank Aᵏ when that no longer grows.
std::size_t count_zeros(const DenseMatrix& a) {
  DenseMatrix power = a;
  std::size_t zeros = 0;
  for (std::size_t k = 0; k < a.rows; ++k) {
    const std::vector<double> nothing(power.rows, 0.0);
    const std::size_t found = power.rows - solve_least_norm(power, nothing).rank;
    if (found == zeros) break;
    zeros = found;
    power = power * a;
  }
  return zeros;
}

void set_zeros(SteadyState& steady) {
  steady.zeros = count_zeros(steady.linear.a);
  std::vector<std::size_t> order(steady.spectrum.values.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&steady](std::size_t a, std::size_t b) {
    return std::abs(steady.spectrum.values[a]) < std::abs(steady.spectrum.values[b]);
  });
  for (std::size_t i = 0; i < steady.zeros; ++i)
    steady.spectrum.values[order[i]] = 0.0;
  const DenseMatrix& a = steady.linear.a;
  for (std::size_t c = 0; c < a.columns; ++c) {
    double size = 0.0;
    for (std::size_t i = 0; i < a.rows; ++i)
      size = std::max(size, std::abs(a.at(i, c)));
    if (size <= as_good_as_zero * std::max(1.0, a.norm())) steady.zero_along.push_back(steady.linear.states[c]);
  }
}

bool is_symmetric(const DenseMatrix& m) {
  return (m - m.transposed()).norm() <= as_good_as_zero * std::max(m.norm(), 1e-300);
}

std::optional<SmallOscillations> small_oscillations(const Linearisation& at, const Freedoms& freedoms) {
  if (freedoms.positions != freedoms.rates || freedoms.rates.empty()) return std::nullopt;
  const ReducedFlow flow = reduced_flow(at, freedoms);
  const DenseMatrix follow = tangent(at, freedoms);
  SmallOscillations out;
  out.coordinates = freedoms.positions;
  out.mass = flow.rate_by_speed.transposed() * at.mass * flow.rate_by_speed;
  const DenseMatrix nothing(out.mass.rows, out.mass.columns);
  out.stiffness = nothing - out.mass * (flow.speed_by_position * follow);
  out.damping = nothing - out.mass * flow.speed_by_speed;
  if (!is_symmetric(out.stiffness) || !is_symmetric(out.damping)) return std::nullopt;
  try {
    out.axes = principal_axes(out.stiffness, out.mass);
  } catch (const SolveError&) { // NOLINT: a singular mass matrix has no principal axes
    return std::nullopt;
  }
  const double size = out.damping.norm() * out.stiffness.norm();
  out.is_damped = out.damping.norm() > as_good_as_zero * out.mass.norm();
  if (!out.is_damped) return out;
  const DenseMatrix one = out.damping * solve_square(out.mass, out.stiffness);
  if (size > 0.0) out.caughey_defect = (one - one.transposed()).norm() / std::max(one.norm(), 1e-300);
  if (!out.has_classical_damping()) return out;
  const DenseMatrix modal = out.axes.vectors.transposed() * out.damping * out.axes.vectors;
  for (std::size_t i = 0; i < out.axes.values.size(); ++i)
    out.damping_ratios.push_back(out.axes.values[i] > 0.0 ? modal.at(i, i) / (2.0 * std::sqrt(out.axes.values[i]))
                                                          : 0.0);
  return out;
}

} // namespace

void describe_linear_motion(SteadyState& steady, const Linearisation& at, const Freedoms& freedoms,
                            const Lineariser& lineariser) {
  steady.linear = state_space(steady, at, freedoms, lineariser);
  steady.spectrum = spectrum(steady.linear.a);
  set_zeros(steady);
  if (steady.is_equilibrium) steady.oscillations = small_oscillations(at, freedoms);
}

bool grows(const Spectrum& spectrum) {
  double largest = 0.0;
  for (const std::complex<double>& s : spectrum.values)
    largest = std::max(largest, std::abs(s));
  constexpr double rounding = 1e-7;
  return std::any_of(spectrum.values.begin(), spectrum.values.end(),
                     [largest](const std::complex<double>& s) { return s.real() > rounding * largest; });
}

} // namespace dalembert
