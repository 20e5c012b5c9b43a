#include <dalembert/base/errors.h>
#include <dalembert/simulation/account.h>
#include <dalembert/studies/real_states.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {

RealStates::RealStates(const Engine& engine, State origin)
    : engine_(engine), origin_(std::move(origin)), manifold_(engine) {}

/// A short number: ±0.05, ±0.1, …, ±0.8, wider after many states (xorshift64, Marsaglia 2003).
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

std::optional<Evaluation> RealStates::next() {
  State state = origin_;
  if (drawn_++ > 0) {
    random_ += 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(drawn_);
    state.t += std::abs(step());
    for (std::size_t i = 0; i < state.q.size(); ++i) {
      state.q[i] += step() * std::max(1.0, std::abs(state.q[i]));
      state.v[i] += step() * std::max(1.0, std::abs(state.v[i]));
    }
  }
  return evaluated(state, drawn_ > 1);
}

std::optional<Evaluation> RealStates::beside(const Evaluation& at) {
  constexpr double nearness = 1e-9;
  State state = at.state;
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    state.q[i] += nearness * step() * std::max(1.0, std::abs(state.q[i]));
    state.v[i] += nearness * step() * std::max(1.0, std::abs(state.v[i]));
  }
  return evaluated(state, true);
}

std::optional<Evaluation> RealStates::evaluated(const State& state, bool is_projected) {
  try {
    std::vector<double> inputs = engine_.blank_inputs();
    put_state(engine_.programs->layout, state, inputs);
    if (is_projected && !manifold_.project(inputs)) return std::nullopt;
    return evaluate_at(engine_, state_of(engine_.programs->layout, inputs));
  } catch (const SolveError&) {
    return std::nullopt;
  }
}

} // namespace dalembert
