#include <dalembert/api/form_engine.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>

#include <map>
#include <vector>

namespace dalembert {

namespace {

[[noreturn]] void refuse(const System& system, std::string message, std::string help) {
  Diagnostic d;
  d.code = "E0611";
  d.span = system.span;
  d.message = std::move(message);
  d.help = std::move(help);
  throw ModelError(std::move(d));
}

} // namespace

void require_runnable(const Equations& equations, Form form) {
  const System& system = *equations.system;
  if (form == Form::impulse)
    refuse(system, "the form impulse describes one instant, so it cannot be used for a run",
           "a run solves the impacts of a model whatever the form");
  if (form_row(form).derive == nullptr) return;
  const MotionForm derived = derive_form(equations, form);
  if (derived.is_refuted)
    refuse(system, fmt::format("the form {} is wrong for this model, so it is not used for a run", derived.name),
           "`derive --form naive` shows what is missing; --form voronets has it");
}

void use_form(Engine& engine, std::shared_ptr<const Equations> equations, Form form, const Compile& compile) {
  engine.form = form_row(form).name;
  if (form_row(form).derive == nullptr) return;
  const std::shared_ptr<const Study> study = engine.study;
  // A form is derived once for each choice of speeds, however many states are looked at.
  auto charts = std::make_shared<std::map<std::vector<int>, std::shared_ptr<FormChart>>>();
  engine.form_chart = [study, equations = std::move(equations), form, compile,
                       charts](const std::vector<int>& independent) {
    std::shared_ptr<FormChart>& chart = (*charts)[independent];
    if (!chart) chart = make_form_chart(lower_form(*study, derive_form(*equations, form, independent)), compile);
    return chart;
  };
}

} // namespace dalembert
