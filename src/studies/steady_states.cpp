#include <dalembert/base/errors.h>
#include <dalembert/simulation/account.h>
#include <dalembert/studies/linear_system.h>
#include <dalembert/studies/relaxation.h>
#include <dalembert/studies/steady_states.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace dalembert {

namespace {

enum class Wanted { equilibrium, steady_motion };
/// What stays as it starts while the rest is solved for.
enum class Held { nothing, positions, speeds };

/// Newton's method for states that stay.
class Newton {
public:
  Newton(Lineariser& lineariser, const Freedoms& freedoms, Wanted wanted, Held held)
      : lineariser_(lineariser), engine_(lineariser.engine()), freedoms_(freedoms), wanted_(wanted), held_(held) {
    for (std::size_t i = 0; i < engine_.coordinates(); ++i) {
      if (wanted == Wanted::equilibrium || !freedoms.is_ignorable[i]) positions_.push_back(i);
      const bool is_free = std::binary_search(freedoms.rates.begin(), freedoms.rates.end(), i);
      // A rate at rest must vanish; an independent one in an equilibrium is put to 0 beforehand.
      const bool is_at_rest = wanted == Wanted::equilibrium ? !is_free : !freedoms.is_ignorable[i];
      if (is_at_rest) still_.push_back(i);
    }
  }

  struct Found {
    State state;
    Linearisation at;
    std::size_t family = 0;
    DenseMatrix directions; ///< of the family, on the unknowns
  };

  std::optional<Found> from(State state) {
    if (wanted_ == Wanted::equilibrium) std::fill(state.v.begin(), state.v.end(), 0.0);
    if (!make_consistent(state)) return std::nullopt;
    double size = norm(system_at(state));
    constexpr int most_steps = 60;
    for (int i = 0; i < most_steps; ++i) {
      const System here = system_at(state);
      const LeastNorm step = solve_least_norm(without_held(here.jacobian), here.right);
      double length = 0.0;
      for (const double s : step.solution)
        length = std::max(length, std::abs(s));
      constexpr double finished = 1e-11;
      if (length <= finished * (1.0 + largest(state))) return finish(state);
      if (!advance(state, step.solution, size)) return std::nullopt;
    }
    return std::nullopt;
  }

  [[nodiscard]] const std::vector<std::size_t>& positions() const { return positions_; }

private:
  struct System {
    DenseMatrix jacobian;
    std::vector<double> right; ///< −F
  };

  [[nodiscard]] bool has_speeds() const { return wanted_ == Wanted::steady_motion; }

  static double largest(const State& state) {
    double out = 0.0;
    for (const double q : state.q)
      out = std::max(out, std::abs(q));
    for (const double v : state.v)
      out = std::max(out, std::abs(v));
    return out;
  }

  /// Solves the dependent rates for the independent ones; false where that fails.
  bool make_consistent(State& state) {
    const std::size_t n = engine_.coordinates();
    const std::size_t m = engine_.constraints();
    std::vector<double> outputs(engine_.programs->rates.tape.outputs());
    std::vector<double> inputs = engine_.blank_inputs();
    constexpr int most = 8;
    for (int i = 0; i < most && m > 0; ++i) {
      put_state(engine_.programs->layout, state, inputs);
      engine_.rates->evaluate(std::span<const double>(inputs).first(engine_.programs->layout.state_size()), outputs);
      const DenseMatrix psi =
          DenseMatrix(m, 1, std::span<const double>(outputs).first(m)).row_selection(freedoms_.rows);
      const DenseMatrix rows = DenseMatrix(m, n, std::span<const double>(outputs).subspan(m, m * n));
      const DenseMatrix change =
          solve_square(rows.row_selection(freedoms_.rows).column_selection(freedoms_.dependent), psi);
      for (std::size_t r = 0; r < freedoms_.dependent.size(); ++r)
        state.v[freedoms_.dependent[r]] -= change.at(r, 0);
    }
    return std::all_of(state.v.begin(), state.v.end(), [](double v) { return std::isfinite(v); });
  }

  /// The rows φ, ẇ and the rates that must vanish, with their derivatives by the unknowns.
  System system_at(const State& state) {
    const Linearisation at = lineariser_.at(state);
    const ReducedFlow flow = reduced_flow(at, freedoms_);
    const std::size_t k = freedoms_.rates.size();
    const DenseMatrix rows = at.rows.row_selection(freedoms_.holonomic_rows);
    DenseMatrix by_position =
        stacked(stacked(rows, flow.speed_by_position), flow.rate_by_position.row_selection(still_));
    DenseMatrix jacobian = by_position.column_selection(positions_);
    if (has_speeds())
      jacobian = joined(jacobian, stacked(stacked(DenseMatrix(rows.rows, k), flow.speed_by_speed),
                                          flow.rate_by_speed.row_selection(still_)));
    System out{std::move(jacobian), {}};
    for (const double phi : violations(state))
      out.right.push_back(-phi);
    for (const std::size_t i : freedoms_.rates)
      out.right.push_back(-at.accelerations[i]);
    for (const std::size_t i : still_)
      out.right.push_back(-state.v[i]);
    return out;
  }

  std::vector<double> violations(const State& state) {
    std::vector<double> inputs = engine_.blank_inputs();
    put_state(engine_.programs->layout, state, inputs);
    std::vector<double> outputs(engine_.programs->positions.tape.outputs());
    engine_.positions->evaluate(std::span<const double>(inputs).first(engine_.programs->layout.state_size()), outputs);
    const std::vector<std::size_t>& rows = engine_.programs->positions.rows;
    std::vector<double> out;
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (std::binary_search(freedoms_.holonomic_rows.begin(), freedoms_.holonomic_rows.end(), rows[r]))
        out.push_back(outputs[r]);
    return out;
  }

  /// ‖F‖ with every row in units of its derivatives.
  static double norm(const System& system) {
    double sum = 0.0;
    for (std::size_t i = 0; i < system.right.size(); ++i) {
      double size = 0.0;
      for (std::size_t j = 0; j < system.jacobian.columns; ++j)
        size = std::max(size, std::abs(system.jacobian.at(i, j)));
      const double value = system.right[i] / std::max(size, 1e-6);
      sum += value * value;
    }
    return std::sqrt(sum);
  }

  State moved(const State& state, const std::vector<double>& step, double share) const {
    State out = state;
    for (std::size_t i = 0; i < positions_.size(); ++i)
      out.q[positions_[i]] += share * step[i];
    for (std::size_t i = 0; has_speeds() && i < freedoms_.rates.size(); ++i)
      out.v[freedoms_.rates[i]] += share * step[positions_.size() + i];
    return out;
  }

  /// Goes along the step as far as ‖F‖ falls.
  bool advance(State& state, const std::vector<double>& step, double& size) {
    constexpr double least = 1e-4;
    double length = 0.0;
    for (const double s : step)
      length = std::max(length, std::abs(s));
    const double longest = 1.0 + 0.5 * largest(state); // a Newton step from afar may point anywhere
    for (double share = std::min(1.0, longest / length); share > least; share /= 2) {
      State trial = moved(state, step, share);
      try {
        if (!make_consistent(trial)) continue;
        const double next = norm(system_at(trial));
        constexpr double rounding = 1e-12;
        if (!std::isfinite(next) || (next >= size && next > rounding)) continue;
        state = std::move(trial);
        size = next;
        return true;
      } catch (const SolveError&) { // NOLINT: a shorter step may do
      }
    }
    return false;
  }

  [[nodiscard]] DenseMatrix without_held(DenseMatrix jacobian) const {
    for (std::size_t j = 0; j < jacobian.columns; ++j) {
      const bool is_position = j < positions_.size();
      if (held_ == Held::nothing || is_position != (held_ == Held::positions)) continue;
      for (std::size_t i = 0; i < jacobian.rows; ++i)
        jacobian.at(i, j) = 0.0;
    }
    return jacobian;
  }

  std::optional<Found> finish(const State& state) {
    const System here = system_at(state);
    const LeastNorm last = solve_least_norm(here.jacobian, here.right);
    constexpr double met = 1e-8;
    if (norm(here) > met * (1.0 + largest(state))) return std::nullopt;
    return Found{state, lineariser_.at(state), last.null_space.columns, last.null_space};
  }

  Lineariser& lineariser_;
  const Engine& engine_;
  const Freedoms& freedoms_;
  Wanted wanted_;
  Held held_;
  std::vector<std::size_t> positions_; ///< unknown coordinates
  std::vector<std::size_t> still_;     ///< coordinates whose rate must vanish
};

/// States to start from: the initial one, and the first few angles at 0 and π.
std::vector<State> starts(const Engine& engine, const State& initial, const Freedoms& freedoms) {
  constexpr std::size_t most_angles = 3;
  std::vector<std::size_t> angles;
  for (const std::size_t i : freedoms.positions)
    if (engine.system().coordinates[i].measure.angular && !freedoms.is_ignorable[i] && angles.size() < most_angles)
      angles.push_back(i);
  std::vector<State> out{initial};
  for (std::size_t choice = 0; choice < (std::size_t{1} << angles.size()) && !angles.empty(); ++choice) {
    State& state = out.emplace_back(initial);
    for (std::size_t a = 0; a < angles.size(); ++a)
      state.q[angles[a]] = ((choice >> a) & 1U) != 0U ? std::numbers::pi : 0.0;
  }
  return out;
}

/// Brings an angle into (−π, π].
double wrapped(double angle) {
  const double turn = 2.0 * std::numbers::pi;
  const double out = angle - turn * std::round(angle / turn);
  return out <= -std::numbers::pi + 1e-9 ? out + turn : out;
}

/// Collects what was found, each state once.
class Collection {
public:
  explicit Collection(Lineariser& lineariser) : lineariser_(lineariser) {}

  /// Looks for an equilibrium; true where one was found, new or not.
  bool look_for_equilibrium(const State& start, const Freedoms& freedoms) {
    const std::optional<State> near = solved(Wanted::equilibrium, start, freedoms, Held::nothing);
    // At the equilibrium itself other rates may be the ones to solve for: where a dependent rate could not follow, an
    // acceleration may vanish that should not.
    const std::optional<Freedoms> there = near ? local_freedoms(lineariser_, *near, freedoms) : std::nullopt;
    return there && look(Wanted::equilibrium, *near, *there, Held::nothing);
  }

  /// Looks for a steady motion with something held; true where one was found.
  bool look_for_motion(const State& start, const Freedoms& freedoms, Held held) {
    return look(Wanted::steady_motion, start, freedoms, held);
  }

  std::vector<SteadyState> take_all() { return std::move(states_); }

private:
  static constexpr double same = 1e-7;

  std::optional<State> solved(Wanted wanted, const State& start, const Freedoms& freedoms, Held held) {
    try {
      const std::optional<Newton::Found> found = Newton(lineariser_, freedoms, wanted, held).from(start);
      if (found) return found->state;
    } catch (const SolveError&) { // NOLINT: nothing was found from this start
    }
    return std::nullopt;
  }

  bool look(Wanted wanted, const State& start, const Freedoms& freedoms, Held held) {
    freedoms_ = freedoms;
    try {
      Newton newton(lineariser_, freedoms_, wanted, held);
      std::optional<Newton::Found> found = newton.from(start);
      if (!found || is_moving(*found, newton.positions()) || has_run_away(found->state, start)) return false;
      take(std::move(*found), newton.positions());
      return true;
    } catch (const SolveError&) { // NOLINT: nothing was found from this start
      return false;
    }
  }

  /// True where Newton's method went to speeds that have nothing to do with the start: towards a state at which a
  /// dependent rate cannot follow.
  static bool has_run_away(const State& found, const State& start) {
    constexpr double far = 1e3;
    const auto fastest = [](const State& state) {
      double out = 1.0;
      for (const double v : state.v)
        out = std::max(out, std::abs(v));
      return out;
    };
    return fastest(found) > far * fastest(start);
  }

  /// True where a coordinate that should stay is accelerated after all.
  static bool is_moving(const Newton::Found& found, const std::vector<std::size_t>& positions) {
    constexpr double met = 1e-6;
    double largest = 0.0;
    for (const double entry : found.at.acceleration_by_position.entries)
      largest = std::max(largest, std::abs(entry));
    return std::any_of(positions.begin(), positions.end(), [&](std::size_t i) {
      return std::abs(found.at.accelerations[i]) > met * std::max(1.0, largest);
    });
  }

  void take(Newton::Found found, const std::vector<std::size_t>& positions) {
    const System& system = lineariser_.engine().system();
    SteadyState out;
    out.family = found.family;
    out.is_equilibrium =
        std::all_of(found.state.v.begin(), found.state.v.end(), [](double v) { return std::abs(v) < same; });
    for (std::size_t i = 0; i < found.state.v.size(); ++i) {
      double& v = found.state.v[i];
      if (std::abs(v) < same * 1e-2) v = 0.0;
      if (v != 0.0) out.running.push_back(i);
      double& q = found.state.q[i];
      if (system.coordinates[i].measure.angular) q = wrapped(q);
      if (std::abs(q) < same * 1e-2) q = 0.0;
    }
    out.state = found.state;
    if (is_known(out, free_coordinates(found, positions))) return;
    out.reactions = evaluate_at(lineariser_.engine(), out.state).reactions;
    describe_linear_motion(out, found.at, freedoms_, lineariser_);
    states_.push_back(std::move(out));
  }

  /// Coordinates that the family leaves free by themselves.
  [[nodiscard]] std::vector<bool> free_coordinates(const Newton::Found& found,
                                                   const std::vector<std::size_t>& positions) const {
    std::vector<bool> out = freedoms_.is_ignorable;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      double length = 0.0; // of the unit vector's projection onto the family
      for (std::size_t c = 0; c < found.directions.columns; ++c)
        length += found.directions.at(i, c) * found.directions.at(i, c);
      if (length > 1.0 - same) out[positions[i]] = true;
    }
    return out;
  }

  [[nodiscard]] bool is_known(const SteadyState& state, const std::vector<bool>& is_free) const {
    const System& system = lineariser_.engine().system();
    return std::any_of(states_.begin(), states_.end(), [&](const SteadyState& other) {
      if (other.is_equilibrium != state.is_equilibrium) return false;
      if (!state.is_equilibrium) return true; // one steady motion stands for its family
      for (std::size_t i = 0; i < is_free.size(); ++i) {
        double distance = state.state.q[i] - other.state.q[i];
        if (system.coordinates[i].measure.angular) distance = wrapped(distance);
        if (!is_free[i] && std::abs(distance) > same * (1.0 + std::abs(state.state.q[i]))) return false;
      }
      return true;
    });
  }

  Lineariser& lineariser_;
  Freedoms freedoms_; ///< of the search under way
  std::vector<SteadyState> states_;
};

} // namespace

std::vector<SteadyState> find_steady_states(Lineariser& lineariser, const State& initial) {
  const Freedoms freedoms = find_freedoms(lineariser, initial);
  Collection collection(lineariser);
  std::vector<State> tried = starts(lineariser.engine(), initial, freedoms);
  if (const std::optional<State> low = relaxed(lineariser.engine(), initial)) tried.push_back(*low);
  for (const State& start : tried) {
    // Near the start other rates may be the ones to solve for.
    if (collection.look_for_equilibrium(start, freedoms)) continue;
    if (const std::optional<Freedoms> near = local_freedoms(lineariser, start, freedoms))
      collection.look_for_equilibrium(start, *near);
  }
  const bool may_run =
      std::find(freedoms.is_ignorable.begin(), freedoms.is_ignorable.end(), true) != freedoms.is_ignorable.end();
  if (!may_run) return collection.take_all();
  for (const Held held : {Held::nothing, Held::positions, Held::speeds})
    if (collection.look_for_motion(initial, freedoms, held)) break;
  return collection.take_all();
}

} // namespace dalembert
