#include <dalembert/api/c_compiler.h>
#include <dalembert/api/declared_texts.h>
#include <dalembert/api/fmu_export.h>
#include <dalembert/api/output.h>
#include <dalembert/api/pull_choice.h>
#include <dalembert/api/stages.h>
#include <dalembert/base/checksum.h>
#include <dalembert/base/shown_text.h>
#include <dalembert/base/watch.h>
#include <dalembert/export/c_names.h>
#include <dalembert/export/fmi2_interface.h>
#include <dalembert/export/fmu_calls.h>
#include <dalembert/export/fmu_description.h>
#include <dalembert/lowering/jumping_functions.h>
#include <dalembert/printing/counted.h>
#include <dalembert/printing/json.h>
#include <dalembert/report/report_page.h>
#include <dalembert/simulation/impact/impact.h>
#include <dalembert/simulation/plan/method.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace dalembert {
inline namespace api {

namespace {

Diagnostic note(const char* code, const SourceSpan& span, std::string message) {
  Diagnostic d;
  d.code = code;
  d.severity = Severity::note;
  d.span = span;
  d.message = std::move(message);
  return d;
}

[[noreturn]] void refuse_friction(const Friction& friction) {
  Diagnostic d;
  d.code = "E0908";
  d.span = friction.span;
  d.message = fmt::format("an FMU of a model with friction ({}) is not supported yet", friction.name);
  d.note = "a friction that sticks changes the equations along a run";
  d.help =
      fmt::format("without `friction {}` the model can be exported; for a motion that sticks throughout, write the "
                  "slip as a constraint: `constraint stick: … = 0`",
                  friction.name);
  throw ModelError(d);
}

/// Functions in the equations that jump where the state passes a surface.
bool has_jumps(const System& system, const Equations& equations) {
  std::vector<Expr> all = equations.forcing;
  for (const std::vector<Expr>& more :
       {equations.mass().entries, equations.constraint_matrix.entries, equations.constraint_forcing})
    all.insert(all.end(), more.begin(), more.end());
  return !jumping_functions(system, all, all).empty();
}

void add_notes(const Study& study, const DeclaredTexts& texts, const Equations& equations,
               std::vector<Diagnostic>& out) {
  const auto is_parameter = [&study](const DeclaredTexts::Place& place) {
    return std::ranges::any_of(study.system.parameters, [&place](const Parameter& p) {
      return DeclaredTexts::Place{p.span.file, p.span.begin} == place;
    });
  };
  for (const auto& [place, name] : texts.inputs) {
    if (is_parameter(place)) continue;
    const SourceSpan span{place.first, place.second, place.second + static_cast<std::uint32_t>(name.size())};
    Diagnostic d = note("N0911", span, fmt::format("the input {} follows the time, and does so inside the FMU", name));
    d.help = fmt::format("with --set '{}=0' it becomes an input of the FMU", name);
    out.push_back(std::move(d));
  }
  if (!study.events.empty())
    out.push_back(note("N0914", study.events.front().span, "the FMU does not look for the events of the model"));
  if (has_jumps(study.system, equations))
    out.push_back(note("N0915", study.system.span,
                       "the equations contain functions that jump: the FMU evaluates them as they are written, and its "
                       "steps do not end at the jumps"));
}

/// Why Model Exchange does not come back to the constraints.
void add_pull_notes(const System& system, const std::optional<PullChoice>& pull, std::vector<Diagnostic>& out) {
  if (!pull) {
    out.push_back(note("N0912", system.span,
                       "no draft of the motion tells how fast Model Exchange may come back to the constraints: "
                       "solver.pull is 0, and it does not"));
    return;
  }
  if (!pull->refusal) return;
  const PullChoice::Refusal& found = *pull->refusal;
  Diagnostic d = note("N0918", system.span,
                      "a pull back onto the constraints does not help the motion of this model: solver.pull is 0, and "
                      "Model Exchange follows the equations alone");
  d.note =
      fmt::format("drafts of the motion by rk5 with solver.pull = {:.3g} s have {:.3g} times the error in the mean, "
                  "up to {:.3g} times, and take up to {:.3g} times the steps",
                  found.time, found.error, found.worst, found.steps);
  d.help = fmt::format("solver.pull = {:.3g} switches it on; a multistep solver, such as BDF, may need it", found.time);
  out.push_back(std::move(d));
}

/// Inputs that an importer can set before the start alone.
void add_fixed_inputs(const FmuModel& model, std::vector<Diagnostic>& out) {
  const std::vector<Parameter>& parameters = model.c.study.system.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].is_input || model.parameters[i] != FmuParameter::fixed) continue;
    Diagnostic d =
        note("N0917", parameters[i].span,
             fmt::format("the input {} is a fixed parameter of the FMU: a constraint or a momentum holds it, and their "
                         "rates would need its derivatives",
                         parameters[i].name));
    d.help = "an input that changes along the motion can stand in forces, potentials and dissipation";
    out.push_back(std::move(d));
  }
}

std::vector<std::string> units_of(const DeclaredTexts& texts, const auto& declared) {
  std::vector<std::string> out;
  for (const Declared& each : declared)
    out.push_back(texts.unit_at(each.span));
  return out;
}

/// Two checksums of everything that an importer sees.
std::string guid_of(const CSource& source, const std::string& calls, const std::string& description) {
  constexpr std::uint64_t second_seed = 0x9e3779b97f4a7c15U; // of the golden section
  std::uint64_t sums[] = {checksum(source.header), checksum(source.header, second_seed)};
  for (std::uint64_t& sum : sums)
    for (const std::string* text : {&source.source, &calls, &description})
      sum = checksum(*text, sum);
  return fmt::format("{{{:08x}-{:04x}-{:04x}-{:04x}-{:012x}}}", sums[0] >> 32U, sums[0] >> 16U & 0xffffU,
                     sums[0] & 0xffffU, sums[1] >> 48U, sums[1] & 0xffffffffffffU);
}

/// The files of an FMU but for its binary.
std::vector<ArchivedFile> archived(FmuModel& model, const std::string& page, const std::string& made_by) {
  const CSource source = c_source(model.c);
  const FmuTable table = fmu_table(model);
  model.guid = guid_of(source, fmu_source(model), fmu_description(model, table, made_by));
  return {{"modelDescription.xml", fmu_description(model, table, made_by)},
          {"documentation/index.html", page},
          {"sources/fmi2.h", std::string(fmi2_interface())},
          {"sources/fmu.c", fmu_source(model)},
          {fmt::format("sources/{}.c", model.prefix), source.source},
          {fmt::format("sources/{}.h", model.prefix), source.header}};
}

} // namespace

Fmu Session::fmu(const FmuRequest& request) {
  const Equations& derived = equations();
  const Study& study = *stages_->study;
  const System& system = study.system;
  if (!study.closed && slip_planes(system).empty() && !system.frictions.empty())
    stages_->collecting([&system] { refuse_friction(system.frictions.front()); });
  const DeclaredTexts texts = declared_texts(*stages_->sources);
  const bool has_inputs = std::ranges::any_of(system.parameters, &Parameter::is_input);
  const bool starts = !study.closed && can_start();
  const bool is_determined = !starts || std::ranges::all_of(initial_state().determined, [](bool is) { return is; });
  Fmu out;
  std::vector<ArchivedFile> files;
  with_c_model(!has_inputs && is_determined ? CExtent::with_directions : CExtent::plain, [&](const CModel& c) {
    const Activity activity("making the FMU");
    const Engine& ready = engine();
    FmuModel model{c};
    model.prefix = c_prefix(system.name);
    model.begin = ready.model_begin();
    if (study.simulate && ready.model_end() > model.begin) model.end = ready.model_end();
    model.tolerance = study.simulate ? study.simulate->tolerance.value_or(default_tolerance) : default_tolerance;
    model.is_started = c.initial.has_value();
    model.has_impact = !system.impacts.empty();
    const std::vector<double> nothing(ready.coordinates(), 0.0);
    model.start = c.initial.value_or(State{model.begin, nothing, nothing});
    if (model.has_impact && model.is_started) {
      const ImpactReport impact = solve_impact(ready, model.start);
      require_no_pressed_friction(ready, impact);
      model.start = impact.after;
    }
    model.parameters = fmu_parameters(c, model.has_impact);
    add_fixed_inputs(model, stages_->diagnostics);
    model.coordinate_units = units_of(texts, system.coordinates);
    model.parameter_units = units_of(texts, system.parameters);
    if (!system.constraints.empty()) {
      const std::optional<PullChoice> pull = model.is_started ? choose_pull(ready, model.start) : std::nullopt;
      add_pull_notes(system, pull, stages_->diagnostics);
      model.pull = pull ? pull->time : 0.0;
    }
    files = archived(model, documentation(), fmt::format("dalembert {}", version()));
    out.name = model.prefix;
    out.states = 2 * ready.coordinates();
    out.inputs = static_cast<std::size_t>(std::ranges::count(model.parameters, FmuParameter::input));
    out.parameters = static_cast<std::size_t>(std::ranges::count_if(
        model.parameters, [](FmuParameter p) { return p == FmuParameter::fixed || p == FmuParameter::tunable; }));
    out.outputs = 3 * ready.coordinates() + system.reactions.size() + c.outputs.size();
  });
  add_notes(study, texts, derived, stages_->diagnostics);
  if (request.binary) {
    const Activity activity("compiling the FMU");
    CompiledLibrary made = compile_library({files.end() - 4, files.end()}, out.name + ".so", request.compiler);
    if (made.bytes.empty())
      stages_->add(
          {note("N0916", system.span, fmt::format("the FMU has sources and no binary: {}", shown_text(made.reason)))});
    else
      files.push_back({fmt::format("binaries/linux64/{}.so", out.name), std::move(made.bytes)});
    out.has_binary = files.back().path.starts_with("binaries");
  }
  out.archive = zip_archive(files);
  return out;
}

/// The page of `report`, the same whenever it is made. Warns of equations that are stiff.
std::string Session::documentation() {
  const std::vector<Diagnostic> before = stages_->diagnostics;
  const std::string model = std::filesystem::path(stages_->sources->name(stages_->file)).filename().string();
  ReportPage made = page({{}, {}, fmt::format("dalembert export fmu {}", model), false});
  made.seconds = {};
  stages_->diagnostics = before;
  if (made.run && has_implicit_steps(made.run->result->statistics)) {
    Diagnostic d = note("W0913", stages_->study->system.span,
                        "the equations are stiff: Co-Simulation, whose steps are explicit, will be slow");
    d.severity = Severity::warning;
    d.help = "Model Exchange leaves the choice of the method to the importer";
    stages_->add({d});
  }
  return report_html(made);
}

WrittenFmu write_fmu(const std::string& path, Fmu made, Session& session) {
  std::string file = path.empty() ? made.name + ".fmu" : path;
  require_other_than_model(file, session);
  write_file(file, made.archive);
  return {std::move(file), std::move(made)};
}

std::string fmu_export_text(const WrittenFmu& written) {
  const Fmu& made = written.made;
  return fmt::format("wrote {}\nFMI 2.0, Model Exchange and Co-Simulation, {}; {}, {}, {} that can be set, {}\n",
                     written.file, made.has_binary ? "sources and a binary for linux64" : "sources without a binary",
                     counted(made.states, "state"), counted(made.inputs, "input"),
                     counted(made.parameters, "parameter"), counted(made.outputs, "output"));
}

std::string fmu_export_json(const WrittenFmu& written, Session& session) {
  const Fmu& made = written.made;
  Json out{{"schema", "dalembert.export/1"}, {"prefix", made.name},    {"files", Json::array({written.file})},
           {"binary", made.has_binary},      {"states", made.states},  {"inputs", made.inputs},
           {"parameters", made.parameters},  {"outputs", made.outputs}};
  out["diagnostics"] = diagnostic_list(session.diagnostics(), session.sources());
  return printed(out);
}

} // namespace api
} // namespace dalembert
