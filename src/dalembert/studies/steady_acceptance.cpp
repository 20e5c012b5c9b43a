#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/text.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/singular_state.h>
#include <dalembert/studies/steady_acceptance.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

namespace dalembert {
inline namespace studies {

namespace {

/// The largest rate that follows from independent ones of 1; infinite where none follows.
double largest_share(const Linearisation& at, const Freedoms& freedoms) {
  double out = 0.0;
  try {
    for (const double entry : reduced_flow(at, freedoms).rate_by_speed.entries)
      out = std::max(out, std::abs(entry));
  } catch (const SolveError&) {
    return std::numeric_limits<double>::infinity();
  }
  return out;
}

/// What the equations of a system are made of.
std::vector<Expr> made_of(const System& system) {
  std::vector<Expr> out{system.lagrangian(), system.total(EnergyKind::dissipation)};
  for (const Force& force : system.forces)
    for (const Force::Part& part : force.parts)
      out.push_back(part.magnitude);
  for (const Constraint& constraint : system.constraints)
    out.push_back(constraint.residual);
  return out;
}

/// A root of 0 at a state, as √(x′² + y′²) at rest: its derivatives have no value there.
std::optional<Expr> vanishing_root(const Engine& engine, const State& state) {
  const System& system = engine.system();
  Graph& graph = *system.graph;
  std::vector<Assignment> at{{system.time, state.t}};
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    at.push_back({system.coordinates[i].position, state.q[i]});
    at.push_back({system.coordinates[i].rate, state.v[i]});
  }
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    at.push_back({system.parameters[p].symbol, engine.parameters[p]});
  for (const Expr node : reachable(graph, made_of(system))) {
    if (graph.kind(node) != NodeKind::product) continue;
    const std::vector<Factor> factors(graph.factors(node).begin(), graph.factors(node).end());
    for (const Factor& factor : factors) {
      const Rational exponent = graph.value(factor.exponent);
      if (exponent.is_integer() || graph.is_number(factor.base)) continue;
      try {
        if (evaluate(graph, factor.base, at) == 0.0) return graph.pow(factor.base, exponent);
      } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): an unknown function
      }
    }
  }
  return std::nullopt;
}

} // namespace

void SteadyAcceptance::set_usual(const Freedoms& freedoms) {
  const Linearisation here = lineariser_.at(initial_);
  usual_inertia_ = std::abs(inertia(here, freedoms));
  usual_share_ = largest_share(here, freedoms);
}

bool SteadyAcceptance::is_singular(const Linearisation& at, const Freedoms& freedoms) const {
  constexpr double lost = 1e-9;
  return std::abs(inertia(at, freedoms)) <= lost * usual_inertia_;
}

bool SteadyAcceptance::is_unbounded(const Linearisation& at, const Freedoms& freedoms) const {
  constexpr double beyond = 1e9;
  return usual_inertia_ > 0.0 && !(std::abs(inertia(at, freedoms)) <= beyond * usual_inertia_);
}

bool SteadyAcceptance::has_pivots(const Linearisation& at, const Freedoms& freedoms) const {
  constexpr double beyond = 1e5; // a root is met to 1e-8 and better
  const double usual = std::isfinite(usual_share_) ? usual_share_ : 0.0;
  return largest_share(at, freedoms) <= beyond * (1.0 + usual);
}

bool SteadyAcceptance::is_surrounded(const State& state) {
  constexpr std::size_t most_coordinates = 20;
  constexpr double near = 1e-6;
  if (state.q.size() > most_coordinates) return true;
  State beside = state;
  try {
    for (std::vector<double>* const part : {&beside.q, &beside.v})
      for (double& x : *part) {
        const double middle = x;
        for (const double step : {near, -near}) {
          x = middle + step * std::max(1.0, std::abs(middle));
          static_cast<void>(lineariser_.at(beside));
        }
        x = middle;
      }
  } catch (const SolveError&) {
    return false;
  }
  return true;
}

bool SteadyAcceptance::is_accelerated(const Evaluation& here, const Linearisation& at, const Freedoms& freedoms,
                                      bool is_equilibrium) {
  constexpr double met = 1e-5;
  constexpr double round_off = 1e-12; // of the derivatives
  double allowed = met;
  double fastest = 0.0;
  for (const double v : here.state.v)
    fastest = std::max(fastest, std::abs(v));
  for (const double entry : at.acceleration_by_position.entries)
    allowed = std::max(allowed, round_off * std::abs(entry));
  for (const double entry : at.acceleration_by_rate.entries)
    allowed = std::max(allowed, round_off * std::abs(entry) * fastest);
  for (std::size_t i = 0; i < here.accelerations.size(); ++i) {
    const bool is_kept = is_equilibrium || !freedoms.is_ignorable[i] || std::ranges::binary_search(freedoms.rates, i);
    if (is_kept && !(std::abs(here.accelerations[i]) <= allowed)) return true;
  }
  return false;
}

std::vector<std::size_t> SteadyAcceptance::changing_rates(const Linearisation& at, const Freedoms& freedoms) {
  constexpr double clear = 1e-6; // of the largest term
  const std::vector<double>& v = at.state.v;
  double fastest = 0.0;
  for (const double rate : v)
    fastest = std::max(fastest, std::abs(rate));
  std::vector<std::size_t> out;
  for (const std::size_t i : freedoms.dependent) {
    if (!freedoms.is_ignorable[i]) continue;
    double jerk = 0.0;
    double terms = 0.0;
    for (std::size_t j = 0; j < v.size(); ++j)
      for (const double term :
           {at.acceleration_by_position.at(i, j) * v[j], at.acceleration_by_rate.at(i, j) * at.accelerations[j]}) {
        jerk += term;
        terms = std::max(terms, std::abs(term));
      }
    const bool is_accelerated = std::abs(at.accelerations[i]) > clear * std::max(1.0, fastest * fastest);
    const bool becomes_so = std::abs(jerk) > clear * std::max({1.0, terms, fastest * fastest * fastest});
    if (is_accelerated || becomes_so) out.push_back(i);
  }
  return out;
}

bool moves_at_rest(const Engine& engine, const State& state) {
  constexpr double clear = 1e-5;
  try {
    const Evaluation here = evaluate_at(engine, state);
    const auto is_finite = [](double a) { return std::isfinite(a); };
    const auto is_large = [](double a) { return std::abs(a) > clear; };
    return std::ranges::all_of(here.accelerations, is_finite) && std::ranges::any_of(here.accelerations, is_large);
  } catch (const SolveError&) {
    return false;
  }
}

std::string why_singular(const Engine& engine, const State& state) {
  if (const std::optional<Expr> root = vanishing_root(engine, state)) {
    constexpr std::size_t longest = 60;
    return fmt::format("{} is 0, and its derivatives cannot be evaluated",
                       text(*engine.system().graph, *root, longest));
  }
  bool is_rank_lost = false;
  try {
    is_rank_lost = loses_rank(engine, state);
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): a row has no values there
  }
  return is_rank_lost ? "the constraint matrix is rank-deficient" : "the mass matrix is singular in these coordinates";
}

} // namespace studies
} // namespace dalembert
