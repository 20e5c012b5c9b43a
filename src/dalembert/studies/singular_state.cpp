#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/singular_state.h>

#include <cmath>
#include <vector>

namespace dalembert {
inline namespace studies {

namespace {

/// Lengths of the rows, coordinates in units of their sizes.
std::vector<double> row_lengths(const Engine& engine, const State& state) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  const RowValues values = rows_at(engine, inputs);
  const RowsView rows = values.view();
  std::vector<double> out;
  for (std::size_t k = 0; k < values.rows(); ++k) {
    double length = 0.0;
    for (std::size_t i = 0; i < rows.columns; ++i)
      length = std::hypot(length, rows.row(k)[i] * engine.scale(i));
    out.push_back(length);
  }
  return out;
}

} // namespace

double inertia(const Linearisation& at, const Freedoms& freedoms) {
  const DenseMatrix along = reduced_flow(at, freedoms).rate_by_speed;
  const double volume = determinant(along.transposed() * along);
  return determinant(along.transposed() * at.mass * along) / volume;
}

bool loses_rank(const Engine& engine, const State& state) {
  const RowRanks ranks = row_ranks(engine, state);
  return ranks.here < ranks.all;
}

bool nearly_loses_rank(const Engine& engine, const State& state, const RowRanks& usual) {
  constexpr double small = 3e-3; // a double root is met to 1e-5, and a row that vanishes counts by the root of its size
  return row_ranks(engine, state).margin < small * usual.margin;
}

bool nearly_loses_row(const Engine& engine, const State& state, const State& usual) {
  constexpr double small = 1e-5; // the square of what counts as nearly dependent: a row is met to 1e-10 there
  const std::vector<double> here = row_lengths(engine, state);
  const std::vector<double> there = row_lengths(engine, usual);
  for (std::size_t k = 0; k < here.size(); ++k)
    if (here[k] < small * there[k]) return true;
  return false;
}

} // namespace studies
} // namespace dalembert
