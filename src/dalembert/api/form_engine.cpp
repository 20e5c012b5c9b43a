#include <dalembert/api/code_choice.h>
#include <dalembert/api/form_engine.h>
#include <dalembert/base/errors.h>
#include <dalembert/lowering/motion_derivatives.h>
#include <dalembert/lowering/motion_matrices.h>
#include <dalembert/lowering/motion_series.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/lowering/sparse_projection.h>

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

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
           "a run solves the impacts of a model in any form");
  if (form_row(form).derive == nullptr) return;
  const MotionForm derived = derive_form(equations, form);
  if (derived.is_refuted)
    refuse(system, fmt::format("the form {} is wrong for this model, so it is not used for a run", derived.name),
           "`derive --form naive` prints the missing terms; use --form voronets");
}

void refuse_with_contacts(const Study& study) {
  if (study.closed->contacts.empty())
    refuse(study.system,
           "a run along which constraints are imposed or released (`from`, `until`) needs the form lagrange",
           "leave --form out");
  refuse(study.system,
         "a run with contacts (constraints with an inequality, impacts with `when`) needs the form lagrange",
         "leave --form out");
}

void set_structure(AdvancingForm& form, const std::shared_ptr<const Study>& study,
                   const std::shared_ptr<const Equations>& equations, JumpChoice jumps) {
  const auto set = [&](StructureLowering& structure, RowInputs rows) {
    structure.motion = [=] { return lower_sparse_motion(*study, *equations, jumps, rows); };
    structure.solution = [=] { return lower_solved_again(*study, *equations, jumps, rows); };
    structure.projection = [=] { return lower_sparse_projection(*study, *equations, rows); };
  };
  set(form.structure, RowInputs::of_some);
  set(form.released, RowInputs::of_all);
}

AdvancingForm advancing_form(std::shared_ptr<const Study> study, std::shared_ptr<const Equations> equations, Form form,
                             JumpChoice jumps) {
  AdvancingForm out;
  out.name = form_row(form).name;
  out.lower_derivatives = [study, equations] { return lower_motion_derivatives(*study, *equations); };
  if (form == Form::lagrange) {
    if (equations->frictions.empty())
      out.lower_matrices = [study, equations] { return lower_motion_matrices(*study, *equations); };
    set_structure(out, study, equations, jumps);
    out.lower_series = [study, equations](JumpChoice choice) {
      return lower_series_with_power(*study, *equations, choice);
    };
    out.lower_momenta = [study, equations](JumpChoice choice) {
      return lower_motion_series(*study, *equations, choice);
    };
  } else {
    out.structure.projection = [study, equations] { return lower_sparse_projection(*study, *equations); };
  }
  out.compile_series = code_choice().compile_series;
  if (form_row(form).derive == nullptr) return out;
  out.lower = [study = std::move(study), equations = std::move(equations), form](const std::vector<int>& independent) {
    return lower_form(*study, derive_form(*equations, form, independent));
  };
  return out;
}

JumpChoice held_jumps(const Equations& equations, Form form) {
  return form == Form::lagrange && has_jumps(equations) ? JumpChoice::held : JumpChoice::evaluated;
}

} // namespace api
} // namespace dalembert
