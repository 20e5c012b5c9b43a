#include <dalembert/api/c_export.h>
#include <dalembert/api/output.h>
#include <dalembert/api/stages.h>
#include <dalembert/lowering/motion_derivatives.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/printing/json.h>

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace dalembert::inline api {

namespace {

[[noreturn]] void refuse_contacts(const Study& study) {
  Diagnostic d;
  d.code = "E0907";
  d.span = study.system.span;
  d.message = "C source of a model with contacts (constraints with an inequality, impacts with `when`) is not "
              "supported yet";
  d.help = "without them, or with equations in place of the inequalities, the model can be exported";
  if (study.closed->contacts.empty()) {
    d.message =
        "C source of a model with constraints that are imposed or released (`from`, `until`) is not supported yet";
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
      fmt::format("C source of a slip in a plane, with the frictions {} and {} of one reaction, is not supported "
                  "yet",
                  first.name, system.frictions[plane[1]].name);
  d.help = "with one friction of each reaction the model can be exported";
  throw ModelError(d);
}

} // namespace

CSource Session::c_source() {
  const Equations& derived = equations();
  if (stages_->study->closed) stages_->collecting([this] { refuse_contacts(*stages_->study); });
  const std::vector<SlipPlane> planes = slip_planes(stages_->study->system);
  if (!planes.empty()) stages_->collecting([&] { refuse_planar_slips(stages_->study->system, planes.front()); });
  const Engine& ready = engine();
  const bool starts = can_start();
  return stages_->collecting([&] {
    const Tape derivatives = lower_motion_derivatives(*stages_->study, derived);
    const std::string file = std::filesystem::path(stages_->sources->name(stages_->file)).filename().string();
    std::shared_ptr<const Programs> programs = ready.programs;
    if (programs->inertia.is_product()) // the C has all entries of M
      programs = std::make_shared<const Programs>(
          lower(*stages_->study, derived, {}, JumpChoice::evaluated, InertiaChoice::entries));
    return dalembert::c_source({*stages_->study, *programs, derivatives, ready.parameters,
                                starts ? std::optional(initial_state().state) : std::nullopt,
                                fmt::format("dalembert {} from {}", version(), file)});
  });
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

} // namespace dalembert::inline api
