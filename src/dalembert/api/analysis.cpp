#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/findings/fact_table.h>

#include <optional>

namespace dalembert {
inline namespace api {

const FactSet& Session::facts() {
  if (stages_->facts) return *stages_->facts;
  static_cast<void>(constraint_structure());
  stages_->facts = found_facts();
  return *stages_->facts;
}

FactSet Session::found_facts() {
  const Stopwatch watch(stages_->clock, &StageSeconds::facts);
  // Where the model cannot be started is said as a fact, and is no mistake of the analysis.
  const std::vector<Diagnostic> before = stages_->diagnostics;
  MotionJudge judge(equations(), real_sample());
  std::optional<bool> starts;
  FactContext context{.study = study(),
                      .equations = equations(),
                      .judge = judge,
                      .can_start =
                          [&] {
                            if (!starts) starts = can_start();
                            return *starts;
                          },
                      .engine = [this]() -> const Engine& { return engine(); },
                      .initial_state = [this]() -> const InitialState& { return initial_state(); }};
  FactSet found = find_facts(context);
  if (!starts.value_or(false)) stages_->diagnostics = before;
  return found;
}

AnalysisReport Session::analysis(Grouping grouping) {
  static_cast<void>(constraint_structure());
  if (grouping == Grouping::families) static_cast<void>(families());
  const FactSet& found = facts();
  return {made_overview(grouping, nullptr, {}), found};
}

} // namespace api
} // namespace dalembert
