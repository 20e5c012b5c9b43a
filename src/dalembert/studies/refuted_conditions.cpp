#include <dalembert/base/errors.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/claims/conditions.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/precise_state.h>
#include <dalembert/studies/refuted_conditions.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

constexpr std::size_t most_unknowns = 40;

/// What is 0 at the states that are looked for.
struct ZeroOf {
  std::size_t coordinate = 0;
  bool is_rate = true;
  bool is_kept = false; ///< states at which the motion leaves it do not count
};

/// Looks for states of a system at which one coordinate or rate is 0, and for a claim that fails there.
class ZeroStates {
public:
  ZeroStates(const Engine& engine, const Equations& equations, const InitialState& initial)
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
    if (depends(graph_, rows_, std::vector<Expr>{system_.time})) { // a crank that is driven has other positions later
      unknowns_.push_back(system_.time);
      is_driven_ = true;
    }
    slopes_ = jacobian(graph_, rows_, unknowns_);
  }

  /// True where the sides differ, by more than any rounding, at a state with `zero` at 0, or where a place that is to
  /// be kept is left at every state with it.
  bool refute(const ZeroOf& zero, Expr left, Expr right) {
    constexpr int searches = 24;
    const std::vector<Expr> roots = sides_and_summands(graph_, left, right);
    bool is_met = false;
    for (int search = 0; search < searches; ++search)
      try {
        const std::optional<State> state = found(zero);
        is_met = is_met || state.has_value();
        if (state && differ(*state, zero, roots)) return true;
      } catch (const SolveError&) { // no equations of motion there
        continue;
      }
    return is_kept_place(zero) && !is_met;
  }

private:
  /// A place is kept where the rate is 0 as well.
  static bool is_kept_place(const ZeroOf& zero) { return zero.is_kept && !zero.is_rate; }

  /// A random state far from rest, so that a change of the position may be the nearer way.
  State drawn() {
    const auto shift = [this] { return random_.between(-1.5, 1.5); };
    constexpr double fast = 4.0;
    constexpr double late = 4.0;
    constexpr double round = 2.5; // an angle goes to the other side
    State out = initial_;
    if (is_driven_) out.t += random_.between(0.0, late);
    for (std::size_t k = 0; k < out.q.size(); ++k)
      out.q[k] += (system_.coordinates[k].measure.angular ? round : 1.0) * shift();
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

  std::optional<State> found(const ZeroOf& zero) {
    constexpr int most_steps = 30;
    constexpr double met = 1e-10; // a rate of 300 rad/s over 4 s leaves 1e-13
    const std::size_t n = system_.coordinates.size();
    State state = drawn();
    double& wanted = (zero.is_rate ? state.v : state.q)[zero.coordinate];
    for (int step = 0; step < most_steps; ++step) {
      const std::vector<Assignment> at = assigned(state);
      std::vector<double> right = evaluate(graph_, rows_, at);
      right.push_back(wanted);
      if (is_kept_place(zero)) right.push_back(state.v[zero.coordinate]);
      DenseMatrix matrix(right.size(), unknowns_.size());
      const std::vector<double> slopes = evaluate(graph_, slopes_, at);
      std::copy(slopes.begin(), slopes.end(), matrix.entries.begin());
      matrix.at(rows_.size(), (zero.is_rate ? n : 0) + zero.coordinate) = 1.0;
      if (is_kept_place(zero)) matrix.at(rows_.size() + 1, n + zero.coordinate) = 1.0;
      double error = 0.0;
      for (double& entry : right) {
        error = std::max(error, std::abs(entry));
        entry = -entry;
      }
      const bool is_regular = std::ranges::all_of(matrix.entries, [](double x) { return std::isfinite(x); });
      if (!std::isfinite(error) || !is_regular) return std::nullopt;
      if (error < met) {
        wanted = 0.0;
        return state;
      }
      const std::vector<double> change = solve_least_norm(matrix, right).solution;
      for (std::size_t k = 0; k < n; ++k) {
        state.q[k] += change[k];
        state.v[k] += change[n + k];
      }
      if (is_driven_) state.t += change[2 * n];
    }
    return std::nullopt;
  }

  [[nodiscard]] bool differ(const State& state, const ZeroOf& zero, const std::vector<Expr>& roots) const {
    constexpr double clear = 1e-3; // of the summands, as of a counterexample
    constexpr double moving = 1e-2;
    if (std::ranges::all_of(state.v, [](double v) { return std::abs(v) < moving; })) return false;
    const RowRanks here = row_ranks(engine_, state);
    if (here.here < ranks_.all || here.all != ranks_.all) return false;
    const Evaluation at = evaluate_at(engine_, state, ranks_);
    constexpr double still = 1e-9;
    if (zero.is_kept && !(std::abs(at.accelerations[zero.coordinate]) < still)) return false;
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
  bool is_driven_ = false; ///< the rows hold the time
  RandomStream random_{"states of rate conditions"};
};

/// The conditions of one judgement.
class ConditionTest {
public:
  ConditionTest(const Judgement& judgement, const Engine& engine, const Equations& equations,
                const InitialState& initial)
      : judgement_(judgement), engine_(engine), equations_(equations), system_(*equations.system), initial_(initial) {}

  /// True where the claim fails at a state that meets `condition`. Unknown conditions are not looked at.
  [[nodiscard]] bool is_refuted(const std::string& condition, bool is_kept) {
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
      for (const bool is_rate : {true, false})
        if (condition == system_.coordinates[i].name + (is_rate ? "' = 0" : " = 0"))
          return zeros().refute({i, is_rate, is_kept}, judgement_.sides->first, judgement_.sides->second);
    const std::optional<std::vector<double>> values = parameters_of(condition);
    return values && fails_with(*values);
  }

private:
  ZeroStates& zeros() {
    if (!zeros_) zeros_.emplace(engine_, equations_, initial_);
    return *zeros_;
  }

  /// The parameters of the model with `p = 0` or `a = b` put in.
  [[nodiscard]] std::optional<std::vector<double>> parameters_of(const std::string& condition) const {
    std::vector<double> out = engine_.parameters;
    const auto& all = system_.parameters;
    const std::size_t equals = condition.find(" = ");
    if (equals == std::string::npos) return std::nullopt;
    const auto named = [&all](const std::string& name) { return std::ranges::find(all, name, &Parameter::name); };
    const auto left = named(condition.substr(0, equals));
    const std::string right = condition.substr(equals + 3);
    const auto other = named(right);
    if (left == all.end() || (right != "0" && other == all.end())) return std::nullopt;
    out[static_cast<std::size_t>(left - all.begin())] =
        right == "0" ? 0.0 : out[static_cast<std::size_t>(other - all.begin())];
    return out;
  }

  [[nodiscard]] bool fails_with(std::vector<double> values) const {
    constexpr std::size_t few = 8;
    try {
      const Engine engine = with_parameters(engine_, std::move(values));
      return compare_at_real_states(engine, equations_, consistent_initial_state(engine), judgement_.sides->first,
                                    judgement_.sides->second, Comparison::equal, few)
          .failure.has_value();
    } catch (const ModelError&) { // no state with these values: nothing is known of them
      return false;
    } catch (const SolveError&) {
      return false;
    } catch (const std::invalid_argument&) { // a side holds a function that is not defined
      return false;
    }
  }

  const Judgement& judgement_;
  const Engine& engine_;
  const Equations& equations_;
  const System& system_;
  const InitialState& initial_;
  std::optional<ZeroStates> zeros_;
};

/// Takes remarks back that the rate of X vanishes where it does not.
void drop_instants(const System& system, ConditionTest& test, std::vector<std::string>& remarks) {
  for (const Coordinate& q : system.coordinates)
    for (const char* const zero : {"' = 0", " = 0"}) {
      const auto remark = std::ranges::find(remarks, instant_remark(q.name + zero));
      if (remark != remarks.end() && test.is_refuted(q.name + zero, false)) remarks.erase(remark);
    }
}

} // namespace

void drop_refuted_conditions(Judgement& judgement, const Engine& engine, const Equations& equations,
                             const InitialState& initial) {
  const System& system = *equations.system;
  if (!judgement.sides || system.constraints.empty() || !system.frictions.empty()) return;
  if (system.coordinates.size() + system.constraints.size() > most_unknowns) return;
  ConditionTest test(judgement, engine, equations, initial);
  const bool is_kept = judgement.is_conservation;
  std::erase_if(judgement.holds_if, [&](const std::string& text) { return test.is_refuted(text, is_kept); });
  drop_instants(system, test, judgement.remarks);
  if (judgement.verdict != Verdict::special || !test.is_refuted(judgement.condition, is_kept)) return;
  judgement.verdict = Verdict::is_false;
  judgement.condition.clear();
}

} // namespace studies
} // namespace dalembert
