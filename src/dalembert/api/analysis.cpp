#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/expr/depends.h>
#include <dalembert/program/interpreter.h>
#include <dalembert/studies/settle.h>
#include <dalembert/studies/steady_starts.h>

#include <algorithm>
#include <utility>

namespace dalembert {

namespace {

/// Why steady states are not looked for; empty where they are.
std::string obstacle(const System& system, const AnalysisReport& found) {
  if (found.facts.is_rheonomic)
    return found.symbolic.conditions.empty() ? "not searched for: the system depends on time explicitly"
                                             : "not searched for numerically: the system depends on time explicitly";
  if (!system.frictions.empty()) return "steady states are not searched for in models with friction";
  return {};
}

/// True where a symmetry moves several coordinates together, as a rotation does in Cartesian coordinates: what runs
/// along it at a constant rate is no steady motion of coordinates.
bool has_turning_symmetry(const System& system, const std::vector<Symmetry>& symmetries) {
  const Graph& graph = *system.graph;
  return std::ranges::any_of(symmetries, [&](const Symmetry& s) {
    return s.is_conserved == Answer::yes && graph.is_zero(s.time) && !graph.is_zero(s.quantity) &&
           depends(graph, s.positions, system.positions());
  });
}

/// Returns what `work` makes; it is what is being done meanwhile.
template <typename Work>
auto during(const char* activity, const Work& work) {
  const Activity now(activity);
  return work();
}

} // namespace

AnalysisReport Session::analysis(Grouping grouping) {
  AnalysisReport out;
  out.overview = structure(grouping);
  MotionJudge judge(equations(), real_sample());
  out.facts = during("examining the energies", [&] { return analyse(equations(), judge); });
  out.symmetries = during("looking for symmetries", [&] { return symmetries(equations(), judge); });
  out.momenta = during("looking for momentum equations",
                       [&] { return momentum_equations(equations(), out.symmetries.found, judge); });
  const std::string obstacle_to_momenta = momentum_obstacle(equations());
  if (!obstacle_to_momenta.empty()) out.symmetries.notes.push_back(obstacle_to_momenta);
  out.effective = effective_potential(equations(), out.facts);
  out.symbolic = during("looking for steady motions in symbols", [&] { return symbolic_steady_motions(equations()); });
  out.steady_note = obstacle(study().system, out);
  if (can_start()) settle_by_real_states(out.facts, out.symmetries.found, engine(), initial_state());
  out.overview.diagnostics = diagnostics();
  if (out.steady_note.empty()) out.steady_note = excess_of_steady_search(equations());
  if (!out.steady_note.empty()) return out;
  const Activity activity("looking for steady states");
  try {
    const Compile compile = [](const Tape& tape) { return std::make_unique<Interpreter>(tape); };
    const VariationProgram program = lower_variation(study(), equations());
    Lineariser lineariser(engine(), program, compile);
    out.centrifugal = centrifugal_effect(engine(), equations(), out.facts.fictitious, initial_state().state);
    PreciseMotions precise(study(), equations(), program, engine().parameters);
    SteadyStates found = find_steady_states(lineariser, precise, initial_state().state);
    out.steady = std::move(found.states);
    out.steady_notes = std::move(found.notes);
    if (out.steady.empty()) out.steady_note = "none found from the initial state";
    if (has_turning_symmetry(study().system, out.symmetries.found))
      out.steady_notes.emplace_back("steady motions that turn several coordinates together, along a symmetry, are not "
                                    "searched for: only those in which ignorable coordinates run");
  } catch (const ModelError& error) {
    out.steady_note = error.what();
  } catch (const SolveError& error) {
    out.steady_note = error.what();
  }
  return out;
}

} // namespace dalembert
