#include <dalembert/api/c_export.h>
#include <dalembert/api/output.h>
#include <dalembert/api/stages.h>
#include <dalembert/lowering/motion_derivatives.h>
#include <dalembert/lowering/state_directions.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/printing/json.h>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

namespace dalembert {
inline namespace api {

namespace {

[[noreturn]] void refuse_contacts(const Study& study) {
  Diagnostic d;
  d.code = "E0907";
  d.span = study.system.span;
  d.message = "the export of a model with contacts (constraints with an inequality, impacts with `when`) is not "
              "supported yet";
  d.help = "without them, or with equations in place of the inequalities, the model can be exported";
  if (study.closed->contacts.empty()) {
    d.message =
        "the export of a model with constraints that are imposed or released (`from`, `until`) is not supported yet";
    d.help = "without these clauses the model can be exported";
  }
  throw ModelError(d);
}

[[noreturn]] void refuse_planar_slips(const System& system, const SlipPlane& plane) {
  const Friction& first = system.frictions[plane[0]];
  Diagnostic d;
  d.code = "E0907";
  d.span = first.span;
  d.message =
      fmt::format("the export of a slip in a plane, with the frictions {} and {} of one reaction, is not supported "
                  "yet",
                  first.name, system.frictions[plane[1]].name);
  d.help = "with one friction of each reaction the model can be exported";
  throw ModelError(d);
}

} // namespace

void Session::with_c_model(CExtent extent, const std::function<void(const CModel&)>& work) {
  const Equations& derived = equations();
  if (stages_->study->closed) stages_->collecting([this] { refuse_contacts(*stages_->study); });
  const std::vector<SlipPlane> planes = slip_planes(stages_->study->system);
  if (!planes.empty()) stages_->collecting([&] { refuse_planar_slips(stages_->study->system, planes.front()); });
  const Engine& ready = engine();
  const bool starts = can_start();
  stages_->collecting([&] {
    const Study& study = *stages_->study;
    std::shared_ptr<const Programs> programs = ready.programs;
    if (programs->inertia.is_product()) // the C has all entries of M
      programs =
          std::make_shared<const Programs>(lower(study, derived, {}, JumpChoice::evaluated, InertiaChoice::entries));
    const Tape derivatives = lower_motion_derivatives(study, derived);
    const ParameterProgram computed = lower_parameters(study.system);
    const std::vector<OutputQuantity> outputs = output_quantities(study, *programs);
    std::vector<double> scales;
    for (std::size_t i = 0; i < ready.coordinates(); ++i)
      scales.push_back(ready.scale(i));
    std::optional<Tape> directions;
    if (extent == CExtent::with_directions) {
      std::vector<Expr> observed;
      for (const OutputQuantity& output : outputs)
        observed.push_back(programs->observables.values[output.observable]);
      directions = lower_state_directions(study, derived, observed);
    }
    const std::string file = std::filesystem::path(stages_->sources->name(stages_->file)).filename().string();
    work({study, *programs, derivatives, computed, ready.parameters, scales, outputs,
          starts ? std::optional(initial_state().state) : std::nullopt,
          fmt::format("dalembert {} from {}", version(), file), directions ? &*directions : nullptr});
  });
}

CSource Session::c_source() {
  CSource out;
  with_c_model(CExtent::plain, [&out](const CModel& model) { out = dalembert::c_source(model); });
  return out;
}

WrittenC write_c(const std::string& folder, const CSource& made, Session& session) {
  const auto text = [](const std::string& content) { return [content](const TextSink& sink) { sink(content); }; };
  return {
      made.prefix,
      write_files(folder, {{made.prefix + ".h", text(made.header)}, {made.prefix + ".c", text(made.source)}}, session)};
}

std::string c_export_text(const WrittenC& written) {
  std::string out;
  for (const std::string& file : written.files)
    out += fmt::format("wrote {}\n", file);
  return out +
         fmt::format("compile with  cc -O2 -c {}\nthe functions {}_accelerations, {}_jacobian, … are described in "
                     "the header\n",
                     written.files.back(), written.prefix, written.prefix);
}

std::string c_export_json(const WrittenC& written, Session& session) {
  Json out{{"schema", "dalembert.export/1"}, {"prefix", written.prefix}, {"files", written.files}};
  out["diagnostics"] = diagnostic_list(session.diagnostics(), session.sources());
  return printed(out);
}

} // namespace api
} // namespace dalembert
