#include <dalembert/analysis/identity.h>
#include <dalembert/analysis/prove.h>
#include <dalembert/api/families.h>
#include <dalembert/api/form_engine.h>
#include <dalembert/api/model_file.h>
#include <dalembert/api/parameter_values.h>
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/elaborate/elaborate.h>
#include <dalembert/elaborate/unread.h>
#include <dalembert/expr/depends.h>
#include <dalembert/language/format.h>
#include <dalembert/language/parse.h>
#include <dalembert/program/interpreter.h>
#include <dalembert/report/equation_text.h>
#include <dalembert/simulation/account.h>
#include <dalembert/simulation/initial_state.h>
#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/judge.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <ranges>
#include <utility>

namespace dalembert {

namespace {

/// Adds the time it lives to one entry of StageSeconds.
class Stopwatch {
public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point start_ = Clock::now();
};

std::unique_ptr<Executor> interpreted(const Tape& tape) {
  return std::make_unique<Interpreter>(tape);
}

} // namespace

std::string version() {
  return DALEMBERT_VERSION;
}

/// The values of all stages, each absent until it is asked for.
struct Session::Stages {
  SourceMap sources;
  std::uint32_t file = 0;
  std::vector<std::string> overrides;
  std::optional<std::uint32_t> question;  ///< the equation to judge
  std::vector<std::uint32_t> definitions; ///< `let` lines that it needs
  std::vector<ParameterValue> replaced;
  bool confirms_corrections = true; ///< false where the claim is itself a correction
  Form form = Form::lagrange;
  std::vector<Diagnostic> diagnostics;
  StageSeconds seconds;

  std::shared_ptr<const Study> study;
  std::shared_ptr<const Equations> equations;
  std::optional<Classification> classification;
  std::optional<ConstraintIntegrals> integrals;
  std::optional<std::vector<std::optional<double>>> parameters;
  std::optional<Engine> engine;
  std::optional<Engine> watching; ///< the same with the integrals of the constraints
  std::optional<InitialState> initial;
  std::optional<std::optional<RealSample>> sample;
  std::optional<RowRanks> ranks; ///< for states that are given
  std::optional<std::vector<std::optional<CheckResult>>> settled;
  std::optional<Judgement> judgement;
  std::optional<std::optional<FamilyForm>> families;

  /// Runs `work`, and keeps the diagnostics of a ModelError before it goes on its way.
  template <typename Work>
  decltype(auto) collecting(Work&& work) {
    try {
      return work();
    } catch (const ModelError& error) {
      add(error.diagnostics());
      throw;
    } catch (const SolveError& error) {
      Diagnostic d;
      d.code = "E0800";
      d.span = study && study->simulate ? study->simulate->span : SourceSpan{file, 0, 0};
      d.message = error.what();
      add({d});
      throw;
    }
  }

  void add(const std::vector<Diagnostic>& more) { diagnostics.insert(diagnostics.end(), more.begin(), more.end()); }
};

Session::Session(std::string name, std::string text, std::vector<std::string> overrides)
    : stages_(std::make_unique<Stages>()) {
  stages_->file = stages_->sources.add(std::move(name), std::move(text));
  stages_->overrides = std::move(overrides);
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
  return stages_->sources;
}
const StageSeconds& Session::seconds() const {
  return stages_->seconds;
}

void Session::ask(std::string equation, const std::vector<std::string>& lets) {
  ENSURE(!stages_->study);
  stages_->question = stages_->sources.add("<equation>", std::move(equation));
  for (const std::string& let : lets)
    stages_->definitions.push_back(stages_->sources.add("<let>", "let " + let));
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
  stages_->engine.reset();
  stages_->watching.reset();
  stages_->initial.reset();
  stages_->sample.reset();
  stages_->ranks.reset();
}

void Session::set_form(Form form) {
  const Equations& derived = equations();
  const Stopwatch watch(stages_->seconds.derive);
  stages_->collecting([&] { require_runnable(derived, form); });
  stages_->form = form;
  stages_->engine.reset();
  stages_->watching.reset();
  stages_->initial.reset();
  stages_->sample.reset();
  stages_->ranks.reset();
}

std::string Session::formatted() {
  std::vector<Diagnostic> found;
  const ast::File file = ast::parse(stages_->sources, stages_->file, found);
  if (has_errors(found)) stages_->collecting([&found] { throw ModelError(found); });
  return ast::format(stages_->sources, file);
}

const Study& Session::study() {
  if (stages_->study) return *stages_->study;
  const Stopwatch watch(stages_->seconds.parse);
  std::vector<Diagnostic> found;
  const ast::File file = ast::parse(stages_->sources, stages_->file, found);
  std::vector<ast::File> definitions;
  definitions.reserve(stages_->definitions.size());
  for (const std::uint32_t text : stages_->definitions)
    definitions.push_back(ast::parse(stages_->sources, text, found));
  std::optional<ast::Question> question;
  if (stages_->question) question = ast::parse_question(stages_->sources, *stages_->question, found);
  std::optional<Study> study;
  ElaborateOptions options;
  options.include = find_included;
  if (has_errors(found)) {
    complain_beside_unread(file, stages_->sources, options, found);
  } else {
    if (question) options.questions.push_back(&*question);
    for (const ast::File& definition : definitions)
      options.additions.push_back(&definition);
    options.overrides = stages_->overrides;
    study = elaborate(file, stages_->sources, options, found);
  }
  if (has_errors(found)) stages_->collecting([&found] { throw ModelError(found); });
  stages_->add(found);
  stages_->study = std::make_shared<const Study>(std::move(*study));
  return *stages_->study;
}

const Equations& Session::equations() {
  if (stages_->equations) return *stages_->equations;
  static_cast<void>(study());
  const Stopwatch watch(stages_->seconds.derive);
  const std::shared_ptr<const System> system(stages_->study, &stages_->study->system);
  stages_->equations = stages_->collecting([&system] { return std::make_shared<const Equations>(derive(system)); });
  return *stages_->equations;
}

const Classification& Session::classification() {
  const Equations& derived = equations();
  const Stopwatch watch(stages_->seconds.derive);
  if (!stages_->classification) stages_->classification = classify(derived);
  return *stages_->classification;
}

const ConstraintIntegrals& Session::integrals() {
  const Classification& classes = classification();
  const Stopwatch watch(stages_->seconds.derive);
  if (!stages_->integrals) stages_->integrals = constraint_integrals(*stages_->equations, classes);
  return *stages_->integrals;
}

const std::vector<std::optional<double>>& Session::parameters() {
  if (!stages_->parameters) stages_->parameters = parameter_values(study().system, stages_->replaced);
  return *stages_->parameters;
}

const Engine& Session::engine() {
  if (!stages_->engine) stages_->engine = made_engine({});
  return *stages_->engine;
}

/// The engine of a run also watches the integrals of the constraints.
const Engine& Session::watching_engine() {
  if (stages_->watching) return *stages_->watching;
  std::vector<NamedInvariant> invariants;
  for (const ConstraintIntegral& integral : integrals().found)
    invariants.push_back({integral_text(*stages_->equations, integral), integral.value});
  if (invariants.empty()) return engine();
  stages_->watching = made_engine(invariants);
  return *stages_->watching;
}

Engine Session::made_engine(const std::vector<NamedInvariant>& invariants) {
  const Equations& derived = equations();
  const std::vector<std::optional<double>>& known = parameters();
  const Stopwatch watch(stages_->seconds.compile);
  return stages_->collecting([&] {
    std::vector<double> values = required_values(stages_->study->system, known);
    Engine out =
        make_engine(stages_->study, std::make_shared<const Programs>(lower(*stages_->study, derived, invariants)),
                    std::move(values), interpreted);
    use_form(out, stages_->equations, stages_->form, interpreted);
    return out;
  });
}

const InitialState& Session::initial_state() {
  if (stages_->initial) return *stages_->initial;
  const Engine& ready = engine();
  const Stopwatch watch(stages_->seconds.initialise);
  stages_->initial = stages_->collecting([&ready] { return consistent_initial_state(ready); });
  stages_->add(stages_->initial->diagnostics);
  return *stages_->initial;
}

const std::vector<std::optional<CheckResult>>& Session::settled_checks() {
  if (stages_->settled) return *stages_->settled;
  const Equations& derived = equations();
  const Study& asked = *stages_->study;
  const Stopwatch watch(stages_->seconds.derive);
  std::vector<std::optional<CheckResult>> settled(asked.checks.size());
  for (std::size_t i = 0; i < settled.size(); ++i) {
    const Check& check = asked.checks[i];
    const Identity found = judge(asked, derived, check, real_sample());
    const bool is_strict = check.relation == Comparison::less || check.relation == Comparison::greater;
    if (found == Identity::proved)
      settled[i] = CheckResult{i, CheckStatus::proved, 0.0, 0.0, 0.0, "at every admissible state"};
    else if (found == Identity::not_always && is_strict)
      settled[i] = CheckResult{i, CheckStatus::fails, 0.0, 0.0, 0.0, "the sides are equal at every admissible state"};
    else if (found == Identity::undecided)
      settled[i] = seen_to_hold(i);
  }
  stages_->settled = std::move(settled);
  return *stages_->settled;
}

/// What exact arithmetic cannot reach is looked at at real states; a check that fails there may still hold along the
/// run.
std::optional<CheckResult> Session::seen_to_hold(std::size_t index) {
  const Study& asked = *stages_->study;
  const auto compared = sides(asked, *stages_->equations, asked.checks[index]);
  if (!compared || !asked.system.functions.empty() || !asked.system.impacts.empty() || !can_start())
    return std::nullopt;
  constexpr std::size_t enough = 40;
  const StateComparison found =
      compare_at_real_states(engine(), initial_state(), compared->first, compared->second, Comparison::equal, enough);
  if (found.failure || found.states < enough) return std::nullopt;
  return CheckResult{index, CheckStatus::holds, found.worst, StateComparison::allowed, 0.0, "at 40 admissible states"};
}

const Judgement& Session::judgement() {
  if (stages_->judgement) return *stages_->judgement;
  const Equations& derived = equations();
  const Study& asked = *stages_->study;
  ENSURE(!asked.claims.empty());
  const Claim& claim = asked.claims.front();
  // Numbers help where the model has them: which way friction acts at the start, and states at which a claim fails.
  const bool has_numbers = can_start();
  ProveOptions options;
  options.sample = real_sample();
  options.parameters = parameters();
  if (has_numbers && !asked.system.frictions.empty())
    options.frictions = friction_branches(asked.system, evaluate(initial_state().state));
  options.diagnoses = stages_->confirms_corrections;
  Judgement found = stages_->collecting([&] { return prove(asked, derived, claim, options); });
  if (found.needs_witness && !has_numbers) found.verdict = Verdict::undecided;
  if (has_numbers && asked.system.functions.empty())
    look_at_real_states(found, engine(), derived, initial_state(), claim.relation, interpreted);
  if (stages_->confirms_corrections) confirm_corrections(found);
  stages_->judgement = std::move(found);
  return *stages_->judgement;
}

const RealSample* Session::real_sample() {
  if (stages_->sample) return *stages_->sample ? &**stages_->sample : nullptr;
  stages_->sample.emplace();
  const Equations& derived = equations();
  if (!stages_->study->system.functions.empty()) return nullptr;
  // A model that cannot be started is complained about where its start is asked for, not here.
  const std::vector<Diagnostic> before = stages_->diagnostics;
  try {
    *stages_->sample = draw_sample(engine(), derived, consistent_initial_state(engine()));
  } catch (const ModelError&) {
    stages_->diagnostics = before;
  } catch (const SolveError&) {
    stages_->diagnostics = before;
  }
  return *stages_->sample ? &**stages_->sample : nullptr;
}

/// Keeps the corrections that are true when their text is asked as a claim of the same model.
void Session::confirm_corrections(Judgement& found) {
  if (found.diagnosis.kind == MistakeKind::none) return;
  std::vector<Diagnosis> all{std::move(found.diagnosis)};
  std::ranges::move(found.others, std::back_inserter(all));
  std::erase_if(all, [this](const Diagnosis& diagnosis) { return !is_true_when_asked(diagnosis); });
  found.diagnosis = all.empty() ? Diagnosis() : std::move(all.front());
  found.others.assign(all.empty() ? all.begin() : std::next(all.begin()), all.end());
}

bool Session::is_true_when_asked(const Diagnosis& diagnosis) {
  const SourceMap& sources = stages_->sources;
  Session again(sources.name(stages_->file), std::string(sources.text(stages_->file)), stages_->overrides);
  std::vector<std::string> lets;
  constexpr std::size_t keyword = 4; // "let "
  for (const std::uint32_t definition : stages_->definitions)
    lets.emplace_back(sources.text(definition).substr(keyword));
  again.ask(diagnosis.corrected, lets);
  again.stages_->confirms_corrections = false;
  try {
    const Judgement& judged = again.judgement();
    // A root of a constraint has a sign at real states that the field does not see.
    const bool is_seen = diagnosis.is_of_branch && judged.verdict == Verdict::undecided && judged.by_points;
    return is_true(judged.verdict) || is_seen;
  } catch (const ModelError&) {
    return false;
  }
}

const std::optional<FamilyForm>& Session::families() {
  static_cast<void>(equations());
  const Stopwatch watch(stages_->seconds.derive);
  if (!stages_->families) stages_->families = found_families();
  return *stages_->families;
}

std::optional<FamilyForm> Session::found_families() {
  return proved_families(stages_->study->system, *stages_->equations, [this](const std::string& count, int value) {
    std::vector<std::string> overrides = stages_->overrides;
    const std::string begin = count + "=";
    std::erase_if(overrides, [&begin](const std::string& o) { return o.starts_with(begin); });
    overrides.push_back(fmt::format("{}{}", begin, value));
    return Session(stages_->sources.name(stages_->file), stages_->sources.text(stages_->file), std::move(overrides));
  });
}

Session Session::copy() const {
  return Session(stages_->sources.name(stages_->file), stages_->sources.text(stages_->file), stages_->overrides);
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
  const Engine& ready = engine();
  const Stopwatch watch(stages_->seconds.integrate);
  // Rows that repeat others do so on the constraints: a state that is given with a few digits does not show it.
  if (!stages_->ranks) stages_->ranks = can_start() ? row_ranks(ready, initial_state().state) : RowRanks{};
  return stages_->collecting([&] { return evaluate_at(ready, state, *stages_->ranks); });
}

RunResult Session::run(const RunOptions& options) {
  const Engine& ready = watching_engine();
  RunOptions wanted = options;
  wanted.settled = settled_checks();
  RunResult result = stages_->collecting([&] { return dalembert::run(ready, wanted); });
  stages_->seconds.initialise += result.statistics.initialise_seconds;
  stages_->seconds.integrate += result.statistics.integrate_seconds;
  stages_->add(result.initial.diagnostics);
  return result;
}

} // namespace dalembert
