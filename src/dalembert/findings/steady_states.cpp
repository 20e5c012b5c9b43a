#include <dalembert/analysis/noether.h>
#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/steady_html.h>
#include <dalembert/findings/steady_json.h>
#include <dalembert/findings/steady_obstacle.h>
#include <dalembert/findings/steady_text.h>
#include <dalembert/studies/steady_states.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace dalembert::inline findings {

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

SteadyStates searched(const FactContext& context) {
  const VariationProgram program = lower_variation(context.study, context.equations);
  const Engine& engine = context.engine();
  Lineariser lineariser(engine, program);
  PreciseMotions precise(context.study, context.equations, program, engine.parameters);
  return find_steady_states(lineariser, precise, context.initial_state().state);
}

void find_steady(FactContext& context, FactSet& facts) {
  SteadyStates found;
  if (steady_obstacle(context, facts).why.empty()) {
    std::string& why = facts.corrected<SteadyObstacle>().why;
    try {
      found = searched(context);
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
    writer.page().row("not examined", note);
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

} // namespace dalembert::inline findings
