#include <dalembert/base/errors.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/dynamics.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/studies/periodicity.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

namespace dalembert {
inline namespace studies {

namespace {

/// Everything that may show that a coordinate was turned; nothing where the motion is not determined.
class SignsOfLife {
public:
  explicit SignsOfLife(const Engine& engine) : engine_(engine), dynamics_(engine) {}

  std::optional<std::vector<double>> at(const State& state) {
    const InputLayout& layout = engine_.programs->layout;
    std::vector<double> inputs = engine_.blank_inputs();
    put_state(layout, state, inputs);
    try {
      dynamics_.forget_friction_modes();
      dynamics_.solve(inputs);
      const std::span<const double> solved = InputView<const double>(layout, inputs).accelerations();
      std::vector<double> out(solved.begin(), solved.end());
      const auto append = [&out](std::span<const double> more) { out.insert(out.end(), more.begin(), more.end()); };
      append(dynamics_.mass());
      append(dynamics_.rows());
      append(evaluate_at(engine_, state).position_violation);
      return out;
    } catch (const SolveError&) {
      return std::nullopt;
    }
  }

private:
  const Engine& engine_;
  Dynamics dynamics_;
};

bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double rounding = 1e-9;
  double size = 1.0;
  double difference = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    size = std::max(size, std::abs(a[k]));
    difference = std::max(difference, std::abs(a[k] - b[k]));
  }
  return difference <= rounding * size;
}

/// An admissible state near `around`, so that nothing is looked at where it happens to vanish.
State beside(const Engine& engine, const State& around, double far) {
  State state = around;
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    constexpr std::array<double, 3> shift{0.0371, -0.0213, 0.0457};
    state.q[i] += far * shift[i % shift.size()];
    state.v[i] += far * shift[(i + 1) % shift.size()];
  }
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  try {
    Manifold manifold(engine);
    if (manifold.project(inputs)) return state_of(engine.programs->layout, inputs);
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): the state itself will do
  }
  return around;
}

/// True where nothing changes with coordinate i moved by `by`.
bool is_alike(SignsOfLife& signs, const State& state, std::size_t i, double by) {
  const std::optional<std::vector<double>> here = signs.at(state);
  State moved = state;
  moved.q[i] += by;
  const std::optional<std::vector<double>> there = here ? signs.at(moved) : std::nullopt;
  return there && is_same(*here, *there);
}

} // namespace

double wrapped(double angle) {
  const double turn = 2.0 * std::numbers::pi;
  const double out = angle - turn * std::round(angle / turn);
  return out <= -std::numbers::pi + 1e-9 ? out + turn : out;
}

std::vector<bool> periodic_coordinates(const Engine& engine, const State& around) {
  const System& system = engine.system();
  SignsOfLife signs(engine);
  std::vector<bool> out;
  for (const Coordinate& q : system.coordinates)
    out.push_back(q.measure.angular || !q.measure.dimension); // in a file without units any may be an angle
  // What nothing depends on is no angle for that.
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] && !system.coordinates[i].measure.angular)
      out[i] = !is_alike(signs, beside(engine, around, 1.0), i, 1.0);
  // At two states, so that a value that agrees by chance is seen to change.
  for (const double far : {1.0, -2.3}) {
    const State state = beside(engine, around, far);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = out[i] && is_alike(signs, state, i, 2.0 * std::numbers::pi);
  }
  return out;
}

} // namespace studies
} // namespace dalembert
