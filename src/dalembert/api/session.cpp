#include <dalembert/analysis/asserted_kinds.h>
#include <dalembert/api/chosen_values.h>
#include <dalembert/api/code_choice.h>
#include <dalembert/api/form_engine.h>
#include <dalembert/api/hidden_rows.h>
#include <dalembert/api/model_file.h>
#include <dalembert/api/parameter_values.h>
#include <dalembert/api/preconditions.h>
#include <dalembert/api/replaced_rows.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/base/checksum.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/elaborate/whole/edits.h>
#include <dalembert/elaborate/whole/elaborate.h>
#include <dalembert/elaborate/whole/unread.h>
#include <dalembert/families/proved_families.h>
#include <dalembert/language/format.h>
#include <dalembert/language/parse.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/results/option_ranges.h>
#include <dalembert/simulation/solving/account.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace dalembert {
inline namespace api {

std::string version() {
  return DALEMBERT_VERSION;
}

OwnedStages::OwnedStages() : stages_(std::make_unique<SessionStages>()) {}
OwnedStages::OwnedStages(OwnedStages&&) noexcept = default;
OwnedStages& OwnedStages::operator=(OwnedStages&&) noexcept = default;
OwnedStages::~OwnedStages() = default;

SessionStages* OwnedStages::operator->() const {
  if (!stages_) throw OptionError("this session was moved to another one: nothing can be asked of it");
  return stages_.get();
}

Session::Session(std::string name, std::string text, std::vector<std::string> overrides) {
  stages_->file = stages_->sources->add(std::move(name), std::move(text));
  stages_->overrides = std::move(overrides);
  stages_->include_root = std::filesystem::path(stages_->sources->name(stages_->file)).parent_path().string();
}

Session Session::open(const std::string& path, std::vector<std::string> overrides) {
  return path == "-" ? Session("<stdin>", read_standard_input(), std::move(overrides))
                     : Session(path, read_file(path), std::move(overrides));
}

Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

const std::vector<Diagnostic>& Session::diagnostics() const {
  return stages_->diagnostics;
}
const SourceMap& Session::sources() const {
  return *stages_->sources;
}
const StageSeconds& Session::seconds() const {
  return stages_->clock.seconds;
}

const std::vector<InputFile>& Session::inputs() const {
  return stages_->inputs;
}

void Session::set_include_root(std::string folder) {
  require_before_study(stages_->study, "set_include_root");
  stages_->include_root = std::move(folder);
}

void Session::ask(std::string equation, const std::vector<std::string>& lets) {
  require_before_study(stages_->study, "ask");
  stages_->question = stages_->sources->add("<equation>", std::move(equation));
  for (const std::string& let : lets)
    stages_->definitions.push_back(stages_->sources->add("<let>", "let " + let));
}

void Session::set_parameters(const std::vector<ParameterValue>& values) {
  const System& system = study().system;
  for (const ParameterValue& value : values) {
    const bool is_known = std::any_of(system.parameters.begin(), system.parameters.end(),
                                      [&value](const Parameter& p) { return p.name == value.name; });
    if (is_known) continue;
    Diagnostic d;
    d.code = "E0720";
    d.span = system.span;
    d.message = fmt::format("the model has no parameter {}", value.name);
    d.help = "the state file sets values under \"parameters\"; each name there must be a `param` of the model";
    stages_->collecting([&d] { throw ModelError(d); });
  }
  stages_->replaced = values;
  stages_->parameters.reset();
  stages_->forget_numbers();
}

void Session::set_form(Form form) {
  const Equations& derived = equations();
  const Stopwatch watch(stages_->clock, &StageSeconds::equations);
  stages_->collecting([&] {
    require_runnable(derived, form);
    if (stages_->study->closed && form != Form::lagrange) refuse_with_contacts(*stages_->study);
  });
  stages_->form = form;
  stages_->forget_numbers();
}

std::string Session::formatted() {
  const Stopwatch watch(stages_->clock, &StageSeconds::text);
  const Activity activity("reading the model");
  std::vector<Diagnostic> found;
  const ast::File file = ast::parse(*stages_->sources, stages_->file, found);
  if (has_errors(found)) stages_->collecting([&found] { throw ModelError(found); });
  return ast::format(*stages_->sources, file);
}

namespace {

/// What was read beside the texts of a model, each file once.
std::vector<InputFile> without_texts(std::vector<InputFile> files, const SourceMap& texts) {
  std::vector<InputFile> out;
  const auto is_named = [](const InputFile& a, const std::string& name) { return a.name == name; };
  for (InputFile& file : files) {
    bool is_known = std::ranges::any_of(out, [&](const InputFile& other) { return is_named(other, file.name); });
    for (std::uint32_t text = 0; text < texts.size(); ++text)
      is_known = is_known || is_named(file, texts.name(text));
    if (!is_known) out.push_back(std::move(file));
  }
  return out;
}

} // namespace

const Study& Session::study() {
  if (stages_->study) return *stages_->study;
  const Stopwatch watch(stages_->clock, &StageSeconds::study);
  const Activity activity("reading the model");
  std::vector<Diagnostic> found;
  const ast::File file = ast::parse(*stages_->sources, stages_->file, found);
  std::vector<ast::File> definitions;
  definitions.reserve(stages_->definitions.size());
  for (const std::uint32_t text : stages_->definitions)
    definitions.push_back(ast::parse(*stages_->sources, text, found));
  std::optional<ast::Question> question;
  if (stages_->question) question = ast::parse_question(*stages_->sources, *stages_->question, found);
  std::optional<Study> study;
  ElaborateOptions options;
  std::vector<InputFile> read;
  options.include = [this, &read](const std::string& path, const std::string& from) {
    std::optional<ElaborateOptions::Included> included = find_included(path, from, stages_->include_root);
    if (included && included->refusal.empty())
      read.push_back({included->name, included->text.size(), checksum(included->text)});
    return included;
  };
  if (has_errors(found)) {
    complain_beside_unread(file, *stages_->sources, options, found);
  } else {
    if (question) options.questions.push_back(&*question);
    for (const ast::File& definition : definitions)
      options.additions.push_back(&definition);
    options.overrides = stages_->overrides;
    study = elaborate(file, *stages_->sources, options, found);
  }
  if (has_errors(found)) {
    confirm_edits(*stages_->sources, stages_->file, options, found);
    stages_->collecting([&found] { throw ModelError(found); });
  }
  replace_vanishing_rows(*study, *stages_->sources, found);
  add_hidden_constraints(*study, found);
  stages_->add(found);
  stages_->study = std::make_shared<const Study>(std::move(*study));
  stages_->inputs = without_texts(std::move(read), *stages_->sources);
  return *stages_->study;
}

const Equations& Session::equations() {
  if (stages_->equations) return *stages_->equations;
  static_cast<void>(study());
  const Stopwatch watch(stages_->clock, &StageSeconds::equations);
  const Activity activity("deriving the equations");
  const std::shared_ptr<const System> system(stages_->study, &stages_->study->system);
  stages_->equations = stages_->collecting([&system] { return std::make_shared<const Equations>(derive(system)); });
  return *stages_->equations;
}

const Classification& Session::classification() {
  const Equations& derived = equations();
  const Stopwatch watch(stages_->clock, &StageSeconds::classification);
  if (stages_->classification) return *stages_->classification;
  const Activity activity("classifying the constraints");
  Classification found = classify(derived);
  const std::vector<Diagnostic> kinds = asserted_kinds(stages_->study->system, found, *stages_->sources);
  if (has_errors(kinds)) stages_->collecting([&kinds] { throw ModelError(kinds); });
  stages_->add(kinds);
  stages_->classification = std::move(found);
  return *stages_->classification;
}

const ConstraintIntegrals& Session::integrals() {
  const Classification& classes = classification();
  const Stopwatch watch(stages_->clock, &StageSeconds::integrals);
  const Activity activity("looking for integrals of the constraints");
  if (!stages_->integrals) stages_->integrals = constraint_integrals(*stages_->equations, classes);
  return *stages_->integrals;
}

const std::vector<std::optional<double>>& Session::parameters() {
  if (!stages_->parameters) { // closed, the study has the coefficients of its contacts as well
    const Study& whole = study().closed ? *study().closed : study();
    stages_->parameters = parameter_values(whole.system, stages_->replaced);
  }
  return *stages_->parameters;
}

const std::shared_ptr<const PlainForm>& Session::texts() {
  if (!stages_->texts) stages_->texts = std::make_shared<const PlainForm>(equations());
  return stages_->texts;
}

const Engine& Session::engine() {
  if (!stages_->engine) stages_->engine = made_engine({});
  return *stages_->engine;
}

/// The engine of a run also watches the integrals of the constraints.
const Engine& Session::watching_engine() {
  if (stages_->watching) return *stages_->watching;
  if (study().closed) return closed_engine();
  std::vector<NamedInvariant> invariants;
  for (const ConstraintIntegral& integral : integrals().found)
    invariants.push_back({integral_text(*texts(), study().system, integral), integral.value});
  const JumpChoice jumps = held_jumps(equations(), stages_->form);
  if (invariants.empty() && jumps == JumpChoice::evaluated) return engine();
  stages_->watching = made_engine(invariants, jumps);
  return *stages_->watching;
}

namespace {

Engine compiled(const std::shared_ptr<const Study>& study, Programs programs,
                const std::vector<std::optional<double>>& parameters, AdvancingForm form = {}) {
  return make_engine(study, std::make_shared<const Programs>(std::move(programs)),
                     required_values(study->system, parameters), code_choice().compile, std::move(form));
}

} // namespace

Engine Session::made_engine(const std::vector<NamedInvariant>& invariants, JumpChoice jumps) {
  const Equations& derived = equations();
  const std::vector<std::optional<double>>& known = parameters();
  const Stopwatch watch(stages_->clock, &StageSeconds::programs);
  const Activity activity("preparing the programs");
  return stages_->collecting([&] {
    static_cast<void>(required_values(stages_->study->system, known)); // says what is missing before the work
    return compiled(stages_->study, lower(*stages_->study, derived, invariants, jumps), known,
                    advancing_form(stages_->study, stages_->equations, stages_->form, jumps));
  });
}

namespace {

/// An engine that knows what `initial` says and nothing else, where that is all a start needs: the programs of the
/// motion are the largest part of a large system. Those of a small one are made, and its inertia is looked at.
std::optional<Engine> starting_engine(const std::shared_ptr<const Study>& study,
                                      const std::vector<std::optional<double>>& parameters) {
  const System& system = study->system;
  constexpr std::size_t small = 8; // coordinates
  if (system.coordinates.size() <= small || !system.constraints.empty() || !system.functions.empty())
    return std::nullopt;
  Programs programs = lower_start(*study);
  // A value that needs others, y = 2*x, may have to be met by moving both.
  const auto is_plain = [](const InitialProgram::Row& row) { return row.unknown && row.needs.empty(); };
  if (!std::ranges::all_of(programs.initial.rows, is_plain)) return std::nullopt;
  return compiled(study, std::move(programs), parameters);
}

} // namespace

const InitialState& Session::initial_state() {
  if (stages_->initial) return *stages_->initial;
  static_cast<void>(study());
  const std::vector<std::optional<double>>& known = parameters();
  std::optional<Engine> start;
  if (!stages_->engine && stages_->form == Form::lagrange)
    start = stages_->collecting([&] { return starting_engine(stages_->study, known); });
  const Engine& ready = start ? *start : engine();
  const Stopwatch watch(stages_->clock, &StageSeconds::initial);
  const Activity activity("looking for a consistent initial state");
  stages_->keep_initial(stages_->collecting([&ready] { return consistent_initial_state(ready); }));
  return *stages_->initial;
}

const std::optional<FamilyForm>& Session::families() {
  static_cast<void>(equations());
  const Stopwatch watch(stages_->clock, &StageSeconds::families);
  const Activity activity("looking for equations of families");
  if (!stages_->families) stages_->families = found_families();
  return *stages_->families;
}

std::optional<FamilyForm> Session::found_families() {
  return proved_families(stages_->study->system, *stages_->equations, [this](const IndexValues& counts) {
    std::vector<std::string> overrides = stages_->overrides;
    for (const auto& [count, value] : counts) {
      const std::string begin = count + "=";
      std::erase_if(overrides, [&begin](const std::string& o) { return o.starts_with(begin); });
      overrides.push_back(fmt::format("{}{}", begin, value));
    }
    Session other(stages_->sources->name(stages_->file), stages_->sources->text(stages_->file), std::move(overrides));
    other.set_include_root(stages_->include_root);
    return other.equations_or_none();
  });
}

std::shared_ptr<const Equations> Session::shared_equations() {
  static_cast<void>(equations());
  return stages_->equations;
}

std::shared_ptr<const Equations> Session::equations_or_none() {
  try {
    return shared_equations();
  } catch (const ModelError&) {
    return nullptr;
  }
}

Session Session::copy() const {
  Session other(stages_->sources->name(stages_->file), stages_->sources->text(stages_->file), stages_->overrides);
  other.set_include_root(stages_->include_root);
  return other;
}

bool Session::can_start() {
  const std::vector<Diagnostic> before = stages_->diagnostics;
  try {
    static_cast<void>(initial_state());
    return true;
  } catch (const ModelError&) {
    stages_->diagnostics = before;
  } catch (const SolveError&) {
    stages_->diagnostics = before;
  }
  return false;
}

Evaluation Session::evaluate(const State& state) {
  return eval_report(state).evaluation;
}

namespace {

bool is_same(const State& a, const State& b) {
  return a.t == b.t && a.q == b.q && a.v == b.v;
}

} // namespace

EvalReport Session::eval_report(const State& state) {
  require_state(study().system, state);
  const Engine& ready = engine();
  const Stopwatch watch(stages_->clock, &StageSeconds::result);
  // Rows that repeat others do so on the constraints: a state that is given with a few digits does not show it.
  const bool is_startable = can_start();
  if (!stages_->ranks) stages_->ranks = is_startable ? row_ranks(ready, initial_state().state) : RowRanks{};
  const RanksOf of = is_startable && is_same(state, initial_state().state) ? RanksOf::this_state : RanksOf::another;
  JudgedEvaluation judged =
      stages_->collecting([&] { return judged_evaluation_at(ready, state, *stages_->ranks, of); });
  if (!judged.undetermined.any())
    judged.undetermined = choices_at(ready, equations(), *stages_->ranks, state, judged.open_by_frictions);
  return {stages_->study, stages_->sources, std::move(judged.evaluation), std::move(judged.undetermined),
          stages_->diagnostics};
}

RunResult Session::run(const RunOptions& options) {
  require_options(options);
  static_cast<void>(study());
  refuse_gauges(stages_->diagnostics);
  const Engine& ready = watching_engine();
  RunOptions wanted = options;
  wanted.settled = settled_checks();
  if (options.keeping.show)
    wanted.keeping.show = [this, &options](RunResult partial) {
      stages_->results.add(partial);
      options.keeping.show(std::move(partial));
    };
  RunResult result = stages_->collecting([&] { return dalembert::run(ready, wanted); });
  stages_->clock.seconds.initial += result.statistics.initialise_seconds;
  stages_->clock.seconds.programs += result.statistics.compile_seconds;
  stages_->clock.seconds.result += result.statistics.integrate_seconds;
  if (!stages_->initial) stages_->keep_initial(result.initial);
  stages_->add(result.warnings);
  stages_->results.add(result);
  return result;
}

} // namespace api
} // namespace dalembert
