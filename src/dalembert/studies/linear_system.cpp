#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/pivots.h>
#include <dalembert/studies/linear_spectrum.h>
#include <dalembert/studies/linear_system.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace studies {

namespace {

constexpr long linear_bits = 200;   // 60 digits
constexpr double vanishing = 1e-38; // of sixty digits, after several solutions of linear systems

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

/// The same in sixty digits.
std::optional<BigMatrix> tangent(const PreciseMotion& at, const Freedoms& freedoms) {
  BigMatrix out(at.mass.rows, freedoms.positions.size());
  for (std::size_t c = 0; c < freedoms.positions.size(); ++c)
    out.at(freedoms.positions[c], c) = BigFloat(1.0);
  if (freedoms.fixed_positions.empty()) return out;
  const BigMatrix rows = at.rows.row_selection(freedoms.holonomic_rows);
  const auto fixed =
      solve_precisely(rows.column_selection(freedoms.fixed_positions), rows.column_selection(freedoms.positions));
  if (!fixed) return std::nullopt;
  for (std::size_t c = 0; c < freedoms.positions.size(); ++c)
    for (std::size_t r = 0; r < freedoms.fixed_positions.size(); ++r)
      out.at(freedoms.fixed_positions[r], c) = -fixed->at(r, c);
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

/// A of (8) in sixty digits.
std::optional<BigMatrix> precise_matrix(const SteadyState& steady, const PreciseMotion& at, const Freedoms& freedoms) {
  const std::optional<BigMatrix> whole = tangent(at, freedoms);
  if (!whole) return std::nullopt;
  const std::vector<std::size_t> columns = kept_columns(steady, freedoms);
  const BigMatrix follow = whole->column_selection(columns);
  std::vector<std::size_t> positions;
  for (const std::size_t c : columns)
    positions.push_back(freedoms.positions[c]);
  const BigMatrix above =
      joined((at.rate_by_position * follow).row_selection(positions), at.rate_by_speed.row_selection(positions));
  const BigMatrix below = joined(at.speed_by_position * follow, at.speed_by_speed);
  return positions.empty() ? below : stacked(above, below);
}

void find_shifts(SteadyState& steady) {
  const DenseMatrix& a = steady.linear.a;
  const double nothing = steady.is_precise ? 0.0 : as_good_as_zero * std::max(1.0, norm(a));
  for (std::size_t c = 0; c < a.columns; ++c) {
    double size = 0.0;
    for (std::size_t i = 0; i < a.rows; ++i)
      size = std::max(size, std::abs(a.at(i, c)));
    if (size <= nothing) steady.zero_along.push_back(steady.linear.states[c]);
  }
}

bool is_symmetric(const DenseMatrix& m) {
  return norm(m - m.transposed()) <= as_good_as_zero * std::max(norm(m), 1e-300);
}

/// Symmetric matrices of small oscillations as they follow from the flow; in sixty digits where these are known.
bool put_matrices(SmallOscillations& out, const DenseMatrix& a, const Linearisation& at,
                  const std::optional<PreciseMotion>& precise, const Freedoms& freedoms) {
  const std::optional<BigMatrix> exact = precise ? tangent(*precise, freedoms) : std::nullopt;
  if (exact) {
    const BigMatrix mass = precise->rate_by_speed.transposed() * precise->mass * precise->rate_by_speed;
    const BigMatrix stiffness = -(mass * (precise->speed_by_position * *exact));
    const BigMatrix damping = -(mass * precise->speed_by_speed);
    const auto symmetric = [](const BigMatrix& m, double beside) {
      return largest(m - m.transposed()) <= vanishing * std::max(largest(m), beside);
    };
    out.mass = rounded(mass, vanishing * largest(mass));
    out.stiffness = rounded(stiffness, vanishing * std::max(largest(stiffness), 1.0));
    out.damping = rounded(damping, vanishing * std::max(largest(damping), 1.0));
    return symmetric(stiffness, 1.0) && symmetric(damping, 1.0);
  }
  // A = [0 1; −M⁻¹K −M⁻¹C], its rounding put to 0.
  const DenseMatrix along = reduced_flow(at, freedoms).rate_by_speed;
  out.mass = along.transposed() * at.mass * along;
  const std::size_t k = out.mass.rows;
  DenseMatrix by_position(k, k);
  DenseMatrix by_speed(k, k);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      by_position.at(i, j) = a.at(k + i, j);
      by_speed.at(i, j) = a.at(k + i, k + j);
    }
  const DenseMatrix nothing(k, k);
  out.stiffness = nothing - out.mass * by_position;
  out.damping = nothing - out.mass * by_speed;
  return is_symmetric(out.stiffness) && is_symmetric(out.damping);
}

/// Where nothing is damped, ω² = −s² of the eigenvalues, which are known better; each value is there twice.
void take_squares(SmallOscillations& small, const SteadyState& steady) {
  std::vector<double> squares;
  for (const std::complex<double>& s : steady.spectrum.values) {
    if (s.real() != 0.0 && s.imag() != 0.0) return;
    squares.push_back(s.imag() * s.imag() - s.real() * s.real());
  }
  if (squares.size() != 2 * small.axes.values.size()) return;
  std::sort(squares.begin(), squares.end());
  for (std::size_t i = 0; i < small.axes.values.size(); ++i)
    small.axes.values[i] = squares[2 * i];
}

/// Components of a mode that are rounding become 0.
void chop_shapes(DenseMatrix& shapes) {
  constexpr double round_off = 1e-13;
  for (std::size_t c = 0; c < shapes.columns; ++c) {
    double largest = 0.0;
    for (std::size_t i = 0; i < shapes.rows; ++i)
      largest = std::max(largest, std::abs(shapes.at(i, c)));
    for (std::size_t i = 0; i < shapes.rows; ++i)
      if (std::abs(shapes.at(i, c)) <= round_off * largest) shapes.at(i, c) = 0.0;
  }
}

/// Among modes of one frequency, those that the damping leaves uncoupled: it is diagonal in them, which K and M leave
/// open. Precondition: the damping is classical.
void uncouple_equal_modes(SmallOscillations& small) {
  constexpr double equal = 1e-10; // of the largest ω²: doubles give equal ones to about 1e-15
  PrincipalAxes& axes = small.axes;
  double largest = 0.0;
  for (const double value : axes.values)
    largest = std::max(largest, std::abs(value));
  for (std::size_t first = 0, end = 0; first < axes.values.size(); first = end) {
    std::vector<std::size_t> group;
    for (end = first; end < axes.values.size() && axes.values[end] - axes.values[first] <= equal * largest; ++end)
      group.push_back(end);
    if (group.size() < 2) continue;
    const DenseMatrix shapes = axes.vectors.column_selection(group);
    const DenseMatrix damping = shapes.transposed() * small.damping * shapes;
    const DenseMatrix turned = shapes * principal_axes(damping, DenseMatrix::identity(group.size())).vectors;
    for (std::size_t i = 0; i < turned.rows; ++i)
      for (std::size_t c = 0; c < group.size(); ++c)
        axes.vectors.at(i, group[c]) = turned.at(i, c);
  }
  chop_shapes(axes.vectors);
}

/// xᵀ·C·x of a column, 0 where rounding of the entries of C explains it.
double along_shape(const DenseMatrix& form, const DenseMatrix& shapes, std::size_t column) {
  constexpr double round_off = 1e-14; // of each entry
  double sum = 0.0;
  double terms = 0.0;
  for (std::size_t i = 0; i < form.rows; ++i)
    for (std::size_t j = 0; j < form.columns; ++j) {
      const double term = shapes.at(i, column) * form.at(i, j) * shapes.at(j, column);
      sum += term;
      terms += std::abs(term);
    }
  return std::abs(sum) <= round_off * terms ? 0.0 : sum;
}

std::optional<SmallOscillations> small_oscillations(const SteadyState& steady, const Linearisation& at,
                                                    const std::optional<PreciseMotion>& precise,
                                                    const Freedoms& freedoms) {
  if (freedoms.positions != freedoms.rates || freedoms.rates.empty()) return std::nullopt;
  SmallOscillations out;
  out.coordinates = freedoms.positions;
  if (!put_matrices(out, steady.linear.a, at, precise, freedoms)) return std::nullopt;
  try {
    out.axes = principal_axes(out.stiffness, out.mass);
  } catch (const SolveError&) { // NOLINT: a singular mass matrix has no principal axes
    return std::nullopt;
  }
  chop_shapes(out.axes.vectors);
  for (std::size_t i = 0; i < out.axes.values.size(); ++i)
    if (along_shape(out.stiffness, out.axes.vectors, i) == 0.0) out.axes.values[i] = 0.0;
  const double size = norm(out.damping) * norm(out.stiffness);
  out.is_damped = norm(out.damping) > as_good_as_zero * norm(out.mass);
  if (!out.is_damped) {
    if (steady.is_precise) take_squares(out, steady);
    return out;
  }
  const DenseMatrix one = out.damping * solve_square(out.mass, out.stiffness);
  if (size > 0.0) out.caughey_defect = norm(one - one.transposed()) / std::max(norm(one), 1e-300);
  if (!out.has_classical_damping()) return out;
  uncouple_equal_modes(out);
  for (std::size_t i = 0; i < out.axes.values.size(); ++i)
    out.damping_ratios.push_back(out.axes.values[i] > 0.0 ? along_shape(out.damping, out.axes.vectors, i) /
                                                                (2.0 * std::sqrt(out.axes.values[i]))
                                                          : std::numeric_limits<double>::quiet_NaN());
  return out;
}

} // namespace

void describe_linear_motion(SteadyState& steady, const Linearisation& at, const std::optional<PreciseMotion>& precise,
                            const Freedoms& freedoms, const Lineariser& lineariser) {
  const PrecisionGuard guard(linear_bits);
  steady.linear = state_space(steady, at, freedoms, lineariser);
  std::optional<BigMatrix> exact = precise ? precise_matrix(steady, *precise, freedoms) : std::nullopt;
  steady.is_precise = exact.has_value();
  double scale = 1.0; // rounding of the accelerations' derivatives is no entry of A
  for (const DenseMatrix* m : {&at.acceleration_by_position, &at.acceleration_by_rate})
    for (const double entry : m->entries)
      scale = std::max(scale, std::abs(entry));
  constexpr double round_off = 1e-13;
  for (double& entry : steady.linear.a.entries)
    if (std::abs(entry) <= round_off * scale) entry = 0.0;
  if (exact) {
    for (BigFloat& entry : exact->entries)
      if (std::abs(entry.to_double()) <= vanishing * scale) entry = BigFloat(0.0);
    steady.linear.a = rounded(*exact);
  }
  describe_spectrum(steady, exact ? *exact : BigMatrix(steady.linear.a), exact ? vanishing : as_good_as_zero * 1e-2);
  find_shifts(steady);
  if (steady.is_equilibrium) steady.oscillations = small_oscillations(steady, at, precise, freedoms);
}

} // namespace studies
} // namespace dalembert
