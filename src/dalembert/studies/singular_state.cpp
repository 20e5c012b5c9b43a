#include <dalembert/numerics/spectrum.h>
#include <dalembert/studies/singular_state.h>

namespace dalembert::inline studies {

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

} // namespace dalembert::inline studies
