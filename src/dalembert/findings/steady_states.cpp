#include <dalembert/analysis/chart_structure.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/steady_motion.h>
#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/steady_html.h>
#include <dalembert/findings/steady_json.h>
#include <dalembert/findings/steady_obstacle.h>
#include <dalembert/findings/steady_text.h>
#include <dalembert/studies/equilibria_by_roots.h>
#include <dalembert/studies/steady_states.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

/// True where a symmetry moves several coordinates together, as a rotation does in Cartesian coordinates: what runs
/// along it at a constant rate is no steady motion of coordinates.
bool has_turning_symmetry(const System& system, const std::vector<Symmetry>& symmetries) {
  const Graph& graph = *system.graph;
  return std::ranges::any_of(symmetries, [&](const Symmetry& s) {
    return s.is_conserved == Answer::yes && graph.is_zero(s.time) && !graph.is_zero(s.quantity) &&
           depends(graph, s.positions, system.positions());
  });
}

std::vector<Assignment> assigned(const System& system, const std::vector<double>& parameters, const State& state) {
  std::vector<Assignment> out{{system.time, state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    out.push_back({system.coordinates[i].position, state.q[i]});
    out.push_back({system.coordinates[i].rate, state.v[i]});
  }
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, parameters[p]});
  return out;
}

/// The steady motions in symbols at the parameters of the engine; what may have any value has that of `initial`.
std::vector<State> symbolic_states(const Engine& engine, const State& initial, const SymbolicSteadyMotions& symbolic) {
  const System& system = engine.system();
  std::vector<State> out;
  for (const SymbolicSteadyMotion& motion : symbolic.motions) {
    State state = initial;
    constexpr int rounds = 3; // values may hold each other's symbols
    for (int round = 0; round < rounds; ++round) {
      const std::vector<Assignment> at = assigned(system, engine.parameters, state);
      for (const SymbolicSteadyMotion::Value& value : motion.positions) {
        if (value.value) state.q[value.coordinate] = evaluate(*system.graph, *value.value, at);
        state.v[value.coordinate] = 0.0;
      }
      for (const SymbolicSteadyMotion::Value& value : motion.speeds)
        if (value.value) state.v[value.coordinate] = evaluate(*system.graph, *value.value, at);
    }
    const auto is_finite = [](double x) { return std::isfinite(x); };
    if (std::ranges::all_of(state.q, is_finite) && std::ranges::all_of(state.v, is_finite)) out.push_back(state);
  }
  return out;
}

SteadyHints hints_from(const FactContext& context, const FactSet& facts, const EquilibriaByRoots& by_roots) {
  SteadyHints out;
  out.radii = radial_coordinates(context.equations);
  out.equilibria = by_roots.states;
  try {
    out.motions = symbolic_states(context.engine(), context.initial_state().state, facts.get<SymbolicSteadyMotions>());
    const auto rests = [](const State& state) {
      return std::ranges::all_of(state.v, [](double v) { return v == 0.0; });
    };
    std::ranges::copy_if(out.motions, std::back_inserter(out.equilibria), rests);
  } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): an unknown function
  }
  return out;
}

/// The solutions of the symbolic conditions for the numbers of the model, where they can be found one after another.
EquilibriaByRoots solved_conditions(const FactContext& context, const FactSet& facts) {
  const auto& symbolic = facts.get<SymbolicSteadyMotions>();
  if (symbolic.others != SymbolicSteadyMotions::Others::possible) return {};
  try {
    return equilibria_by_roots(context.study.system, context.engine().parameters, context.initial_state().state,
                               symbolic.conditions);
  } catch (const std::invalid_argument&) { // an unknown function
    return {};
  }
}

/// True where all solutions of the conditions are among the equilibria found. Conditions that hold rates have others,
/// in which these run.
bool are_all_found(const System& system, const std::vector<Expr>& conditions, const EquilibriaByRoots& by_roots,
                   const SteadyStates& found) {
  if (!by_roots.is_complete || depends(*system.graph, conditions, system.rates())) return false;
  const auto agrees = [&](const State& a, const State& b) {
    return std::ranges::all_of(by_roots.unknowns, [&](std::size_t i) {
      constexpr double near = 1e-6;
      double apart = a.q[i] - b.q[i];
      if (system.coordinates[i].measure.angular) apart = std::remainder(apart, 2.0 * std::numbers::pi);
      return std::abs(apart) <= near * (1.0 + std::abs(a.q[i]));
    });
  };
  return std::ranges::all_of(by_roots.states, [&](const State& solution) {
    return std::ranges::any_of(
        found.states, [&](const SteadyState& state) { return state.is_equilibrium && agrees(state.state, solution); });
  });
}

SteadyStates searched(const FactContext& context, FactSet& facts) {
  const EquilibriaByRoots by_roots = solved_conditions(context, facts);
  const VariationProgram program = lower_variation(context.study, context.equations);
  const Engine& engine = context.engine();
  Lineariser lineariser(engine, program);
  PreciseMotions precise(context.study, context.equations, program, engine.parameters);
  SteadyStates out =
      find_steady_states(lineariser, precise, context.initial_state().state, hints_from(context, facts, by_roots));
  auto& symbolic = facts.corrected<SymbolicSteadyMotions>();
  if (are_all_found(context.study.system, symbolic.conditions, by_roots, out))
    symbolic.others = SymbolicSteadyMotions::Others::found_in_numbers;
  return out;
}

void find_steady(FactContext& context, FactSet& facts) {
  SteadyStates found;
  if (steady_obstacle(context, facts).why.empty()) {
    std::string& why = facts.corrected<SteadyObstacle>().why;
    try {
      found = searched(context, facts);
      if (found.states.empty()) why = "none found from the initial state";
      if (has_turning_symmetry(context.study.system, facts.get<SymmetrySearch>().found))
        found.notes.emplace_back("only steady motions with uniformly changing ignorable coordinates are searched for, "
                                 "not relative equilibria that combine several coordinates");
    } catch (const ModelError& error) {
      why = error.what();
    } catch (const SolveError& error) {
      why = error.what();
    }
  }
  facts.add(std::move(found));
}

void write_steady(FactWriter& writer, const FactSet& facts) {
  const auto& found = facts.get<SteadyStates>();
  write_steady_states(writer.page(), *writer.equations().system, found.states);
  if (const std::string& why = facts.get<SteadyObstacle>().why; !why.empty()) writer.page().row("steady states", why);
  for (const std::string& note : found.notes)
    writer.page().row("not examined", set_sentence(*writer.equations().system, note, writer.style()));
}

void write_steady_json(Json& object, FactJson& json, const FactSet& facts) {
  const auto& found = facts.get<SteadyStates>();
  object["steady_states"] = steady_list(json.system(), found.states);
  object["steady_note"] = facts.get<SteadyObstacle>().why;
  object["steady_notes"] = found.notes;
}

} // namespace

const FactRow steady_states_row{.name = "steady states",
                                .basis = FactBasis::numbers,
                                .activity = "looking for steady states",
                                .find = find_steady,
                                .topic = FactTopic::equilibria,
                                .write = write_steady,
                                .write_html = steady_states_html,
                                .write_json = write_steady_json};

} // namespace findings
} // namespace dalembert
