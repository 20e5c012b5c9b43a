#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/pivots.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/studies/real_states.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

/// Puts to 0 the positions of which a way back onto the constraints, from `before`, has left its round-off only.
void drop_round_off(std::vector<double>& positions, const std::vector<double>& before) {
  constexpr double round_off = 8.0 * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (std::abs(positions[i]) <= round_off * std::abs(positions[i] - before[i])) positions[i] = 0.0;
}

/// The rank of `m` rows of `n` entries; nothing where a pivot is neither clearly 0 nor clearly not.
std::optional<int> rank_of(std::vector<double> rows, std::size_t m, std::size_t n) {
  constexpr double zero = 1e-6; // beyond what Newton's method leaves of rows that repeat one another
  constexpr double regular = 1e-3;
  int rank = 0;
  for (const RowPivot& pivot : row_pivots(std::move(rows), m, n)) {
    if (pivot.size <= zero) return rank;
    if (pivot.size < regular) return std::nullopt;
    ++rank;
  }
  return rank;
}

} // namespace

bool is_large(const Engine& engine) {
  constexpr std::size_t small = 60;
  return engine.coordinates() + engine.constraints() > small;
}

Manifold patient_manifold(const Engine& engine) {
  constexpr int few = 12; // iterations of Newton's method from a state that is near
  return is_large(engine) ? Manifold(engine, few) : Manifold(engine);
}

std::size_t RealStates::affordable(const Engine& engine, std::size_t wanted) {
  constexpr double all = 2e9;
  constexpr double factorisations = 20.0;
  constexpr double least = 2.0;
  const auto size = static_cast<double>(engine.coordinates() + engine.constraints());
  const double share = std::max(all / (factorisations * size * size * size), least);
  return std::min(wanted, static_cast<std::size_t>(share));
}

RealStates::RealStates(const Engine& engine, State origin)
    : engine_(engine),
      origin_(std::move(origin)),
      ranks_(row_ranks(engine, origin_)),
      manifold_(patient_manifold(engine)) {
  if (engine.constraints() == 0) return;
  constexpr double near = 0.1;
  if (is_large(engine)) reach_ = near;
  manifold_.set_known_ranks(ranks_);
  find_rank();
}

/// The rows of all constraints at the state in `inputs`.
std::vector<double> RealStates::rows_at(std::vector<double>& inputs) {
  const RowValues all = dalembert::rows_at(engine_, inputs);
  return {all.view().gradient.begin(), all.view().gradient.end()};
}

std::optional<int> RealStates::clear_rank(std::vector<double>& inputs) {
  return rank_of(rows_at(inputs), engine_.constraints(), engine_.coordinates());
}

/// The rank along the motion where a state near by has it clearly: others may lie on another branch of the solutions of
/// the constraints. Else the commonest rank near the first state, which may itself be a special one.
void RealStates::find_rank() {
  const auto looks = static_cast<int>(affordable(engine_, 12));
  std::vector<int> counts(engine_.constraints() + 1, 0);
  for (int i = 0; i < looks; ++i) {
    random_ += 0x9E3779B97F4A7C15ULL;
    State state = origin_;
    move_near(state);
    std::vector<double> inputs = engine_.blank_inputs();
    put_state(engine_.programs->layout, state, inputs);
    try {
      if (!manifold_.project(inputs)) {
        come_nearer();
        continue;
      }
    } catch (const SolveError&) {
      come_nearer();
      continue;
    }
    if (const std::optional<int> rank = clear_rank(inputs)) ++counts[static_cast<std::size_t>(*rank)];
  }
  random_ = 1;
  const auto most = std::max_element(counts.begin(), counts.end());
  const auto along_motion = static_cast<std::size_t>(ranks_.all);
  if (along_motion < counts.size() && counts[along_motion] > 0)
    rank_ = ranks_.all;
  else if (*most > 0)
    rank_ = static_cast<int>(most - counts.begin());
}

/// A large system is hardly ever put back onto its constraints from afar.
void RealStates::come_nearer() {
  constexpr double nearer = 0.25;
  constexpr double least = 1e-4;
  if (is_large(engine_)) reach_ = std::max(nearer * reach_, least);
}

/// A short number: ±0.05, ±0.1, …, ±0.8, wider after many states. A generator of its own (xorshift64, Marsaglia 2003):
/// these states are printed as counterexamples, which no change elsewhere should alter.
double RealStates::step() {
  random_ ^= random_ << 13U;
  random_ ^= random_ >> 7U;
  random_ ^= random_ << 17U;
  constexpr std::uint64_t steps = 16;
  constexpr double unit = 0.05;
  constexpr int wider_after = 100; // states: many are wanted only where a rare one is sought
  const double size =
      unit * static_cast<double>((1 + (random_ >> 20U) % steps) * (1 + static_cast<unsigned>(drawn_ / wider_after)));
  return ((random_ >> 40U) & 1U) != 0U ? -size : size;
}

/// ±0.25, ±0.5, …, ±4 times a size.
double RealStates::far_value(double size) {
  constexpr double widening = 5.0; // of the steps, which reach to 0.8
  return widening * step() * size;
}

void RealStates::move_near(State& state) {
  state.t += std::abs(step());
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    state.q[i] += reach_ * step() * std::max(1.0, std::abs(state.q[i]));
    state.v[i] += reach_ * step() * std::max(1.0, std::abs(state.v[i]));
  }
}

void RealStates::move_far(State& state) {
  state.t += std::abs(far_value(1.0));
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    state.q[i] = far_value(std::max(1.0, std::abs(state.q[i])));
    state.v[i] = far_value(std::max(1.0, std::abs(state.v[i])));
  }
}

std::optional<Evaluation> RealStates::next() {
  constexpr int near_ones = 8;
  if (drawn_++ == 0) return evaluated(origin_, false);
  random_ += 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(drawn_);
  State state = origin_;
  if (drawn_ > near_ones && drawn_ % 2 == 0 && !is_large(engine_))
    move_far(state);
  else
    move_near(state);
  if (drawn_ > near_ones && !has_moved_) state.q = origin_.q;
  std::optional<Evaluation> found = evaluated(state, true);
  has_moved_ = has_moved_ || found;
  return found;
}

std::optional<Evaluation> RealStates::beside(const Evaluation& at) {
  constexpr double nearness = 1e-9;
  State state = at.state;
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    state.q[i] += nearness * step() * std::max(1.0, std::abs(state.q[i]));
    state.v[i] += nearness * step() * std::max(1.0, std::abs(state.v[i]));
  }
  if (std::optional<Evaluation> found = evaluated(state, true)) return found;
  state.q = at.state.q; // an isolated position: sign(x) = 0
  return evaluated(state, true);
}

/// The motion at a state as it is given, of which the matrices are kept.
Evaluation RealStates::solved(const State& state) {
  std::vector<double> inputs = engine_.blank_inputs();
  put_state(engine_.programs->layout, state, inputs);
  Dynamics dynamics(engine_);
  dynamics.set_known_ranks(ranks_);
  dynamics.solve(inputs);
  const DynamicsView view = dynamics.view();
  matrices_.mass.assign(view.mass.begin(), view.mass.end());
  matrices_.forcing.assign(view.forcing.begin(), view.forcing.end());
  matrices_.rows.assign(view.rows.begin(), view.rows.end());
  matrices_.row_forcing.assign(view.row_forcing.begin(), view.row_forcing.end());
  matrices_.are_rows_independent = ranks_.all == static_cast<int>(engine_.constraints());
  return Account(engine_).evaluate(inputs, dynamics);
}

std::optional<Evaluation> RealStates::evaluated(const State& state, bool is_projected) {
  try {
    std::vector<double> inputs = engine_.blank_inputs();
    put_state(engine_.programs->layout, state, inputs);
    if (is_projected && !manifold_.project(inputs)) {
      come_nearer();
      return std::nullopt;
    }
    if (is_projected && rank_ && clear_rank(inputs) != rank_) return std::nullopt;
    State found = state_of(engine_.programs->layout, inputs);
    if (is_projected) drop_round_off(found.q, state.q);
    return solved(found);
  } catch (const SolveError&) {
    come_nearer();
    return std::nullopt;
  }
}

} // namespace studies
} // namespace dalembert
