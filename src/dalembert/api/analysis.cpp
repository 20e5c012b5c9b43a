#include <dalembert/api/session.h>
#include <dalembert/findings/fact_table.h>

#include <optional>

namespace dalembert {

AnalysisReport Session::analysis(Grouping grouping) {
  AnalysisReport out{structure(grouping), {}};
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
  out.facts = find_facts(context);
  // Where the model cannot be started that is no mistake of the analysis.
  if (starts.value_or(false)) out.overview.diagnostics = diagnostics();
  return out;
}

} // namespace dalembert
