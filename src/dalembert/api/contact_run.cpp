// What a session runs where the model has contacts: the study with all of them closed.
#include <dalembert/api/code_choice.h>
#include <dalembert/api/form_engine.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/lowering/motion_series.h>

#include <memory>

namespace dalembert {
inline namespace api {

namespace {

/// Implicit methods take their derivatives from differences there.
AdvancingForm closed_form(const std::shared_ptr<const Study>& study, const std::shared_ptr<const Equations>& equations,
                          JumpChoice jumps) {
  AdvancingForm out;
  set_structure(out, study, equations, jumps);
  out.lower_series = [study, equations](JumpChoice choice) {
    return lower_series_with_power(*study, *equations, choice);
  };
  out.lower_momenta = [study, equations](JumpChoice choice) { return lower_motion_series(*study, *equations, choice); };
  out.compile_series = code_choice().compile_series;
  return out;
}

} // namespace

/// It has the rows of all contacts, and knows the engine that has none.
const Engine& Session::closed_engine() {
  const Engine& open = engine();
  const std::shared_ptr<const Study> closed = stages_->study->closed;
  const Equations& derived = closed_equations();
  const Stopwatch watch(stages_->clock, &StageSeconds::programs);
  const JumpChoice jumps = held_jumps(derived, Form::lagrange);
  stages_->watching = stages_->collecting([&] {
    return make_engine(closed, std::make_shared<const Programs>(lower(*closed, derived, {}, jumps)), open.parameters,
                       open.compile, closed_form(closed, stages_->closed_equations, jumps));
  });
  stages_->watching->open = std::make_shared<const Engine>(open);
  stages_->watching->graph_use = open.graph_use; // both have nodes of one graph
  return *stages_->watching;
}

const Equations& Session::closed_equations() {
  if (stages_->closed_equations) return *stages_->closed_equations;
  const std::shared_ptr<const Study> closed = stages_->study->closed;
  const Stopwatch watch(stages_->clock, &StageSeconds::equations);
  const std::shared_ptr<const System> system(closed, &closed->system);
  stages_->closed_equations =
      stages_->collecting([&system] { return std::make_shared<const Equations>(derive(system)); });
  return *stages_->closed_equations;
}

const Engine& Session::motion_engine() {
  return study().closed ? watching_engine() : engine();
}

std::shared_ptr<const Equations> Session::motion_equations() {
  if (!study().closed) return shared_equations();
  static_cast<void>(closed_equations());
  return stages_->closed_equations;
}

} // namespace api
} // namespace dalembert
