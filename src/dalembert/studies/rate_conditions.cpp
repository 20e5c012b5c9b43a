#include <dalembert/base/errors.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/numerics/spectrum.h>
#include <dalembert/simulation/account.h>
#include <dalembert/simulation/row_ranks.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/precise_state.h>
#include <dalembert/studies/rate_conditions.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline studies {

namespace {

constexpr std::size_t most_unknowns = 40;

/// Looks for states of a system at which one rate is 0, and for a claim that fails there.
class ZeroRateStates {
public:
  ZeroRateStates(const Engine& engine, const Equations& equations, const InitialState& initial)
      : engine_(engine),
        system_(*equations.system),
        graph_(*system_.graph),
        initial_(initial.state),
        ranks_(row_ranks(engine, initial.state)) {
    for (const Constraint& c : system_.constraints)
      if (c.kind == ConstraintKind::holonomic) rows_.push_back(c.residual);
    rows_.insert(rows_.end(), equations.constraint_rates.begin(), equations.constraint_rates.end());
    for (const Coordinate& q : system_.coordinates)
      unknowns_.push_back(q.position);
    for (const Coordinate& q : system_.coordinates)
      unknowns_.push_back(q.rate);
    slopes_ = jacobian(graph_, rows_, unknowns_);
  }

  /// True where the sides differ, by more than any rounding, at a state with rate `i` at 0.
  bool refute(std::size_t i, Expr left, Expr right) {
    constexpr int searches = 24;
    const std::vector<Expr> roots = sides_and_summands(graph_, left, right);
    for (int search = 0; search < searches; ++search)
      try {
        const std::optional<State> state = found(i);
        if (state && differ(*state, roots)) return true;
      } catch (const SolveError&) { // no equations of motion there
        continue;
      }
    return false;
  }

private:
  /// A random state far from rest, so that a change of the position may be the nearer way.
  State drawn() {
    const auto shift = [this] { return random_.between(-1.5, 1.5); };
    constexpr double fast = 4.0;
    State out = initial_;
    for (double& q : out.q)
      q += shift();
    for (double& v : out.v)
      v = fast * shift();
    return out;
  }

  [[nodiscard]] std::vector<Assignment> assigned(const State& state) const {
    std::vector<Assignment> out{{system_.time, state.t}};
    for (std::size_t p = 0; p < system_.parameters.size(); ++p)
      out.push_back({system_.parameters[p].symbol, engine_.parameters[p]});
    for (std::size_t k = 0; k < system_.coordinates.size(); ++k) {
      out.push_back({system_.coordinates[k].position, state.q[k]});
      out.push_back({system_.coordinates[k].rate, state.v[k]});
    }
    return out;
  }

  std::optional<State> found(std::size_t i) {
    constexpr int most_steps = 30;
    constexpr double met = 1e-12;
    const std::size_t n = system_.coordinates.size();
    State state = drawn();
    for (int step = 0; step < most_steps; ++step) {
      const std::vector<Assignment> at = assigned(state);
      std::vector<double> right = evaluate(graph_, rows_, at);
      right.push_back(state.v[i]);
      DenseMatrix matrix(right.size(), 2 * n);
      const std::vector<double> slopes = evaluate(graph_, slopes_, at);
      std::copy(slopes.begin(), slopes.end(), matrix.entries.begin());
      matrix.at(right.size() - 1, n + i) = 1.0;
      double error = 0.0;
      for (double& entry : right) {
        error = std::max(error, std::abs(entry));
        entry = -entry;
      }
      const bool is_regular = std::ranges::all_of(matrix.entries, [](double x) { return std::isfinite(x); });
      if (!std::isfinite(error) || !is_regular) return std::nullopt;
      if (error < met) {
        state.v[i] = 0.0;
        return state;
      }
      const std::vector<double> change = solve_least_norm(matrix, right).solution;
      for (std::size_t k = 0; k < n; ++k) {
        state.q[k] += change[k];
        state.v[k] += change[n + k];
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool differ(const State& state, const std::vector<Expr>& roots) const {
    constexpr double clear = 1e-3; // of the summands, as of a counterexample
    constexpr double moving = 1e-2;
    if (std::ranges::all_of(state.v, [](double v) { return std::abs(v) < moving; })) return false;
    const RowRanks here = row_ranks(engine_, state);
    if (here.here < ranks_.all || here.all != ranks_.all) return false;
    const Evaluation at = evaluate_at(engine_, state, ranks_);
    const RealSample::Values values = values_at(engine_, at);
    if (!is_admitted(system_, values)) return false;
    const std::vector<double> numbers = evaluate(graph_, roots, values);
    double size = 0.0;
    for (std::size_t k = 2; k < numbers.size(); ++k)
      size += std::abs(numbers[k]);
    const double difference = std::abs(numbers[0] - numbers[1]);
    return std::isfinite(difference) && std::isfinite(size) && difference > clear * std::max(size, moving);
  }

  const Engine& engine_;
  const System& system_;
  Graph& graph_;
  State initial_;
  RowRanks ranks_;
  std::vector<Expr> rows_;
  std::vector<Expr> unknowns_;
  std::vector<Expr> slopes_;
  RandomStream random_{"states of rate conditions"};
};

} // namespace

void drop_refuted_rate_conditions(Judgement& judgement, const Engine& engine, const Equations& equations,
                                  const InitialState& initial) {
  const System& system = *equations.system;
  if (judgement.is_conservation || !judgement.sides || system.constraints.empty() || !system.frictions.empty()) return;
  if (system.coordinates.size() + system.constraints.size() > most_unknowns) return;
  std::optional<ZeroRateStates> states;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    const std::string text = system.coordinates[i].name + "' = 0";
    const auto condition = std::ranges::find(judgement.holds_if, text);
    if (condition == judgement.holds_if.end()) continue;
    if (!states) states.emplace(engine, equations, initial);
    if (states->refute(i, judgement.sides->first, judgement.sides->second)) judgement.holds_if.erase(condition);
  }
}

} // namespace dalembert::inline studies
