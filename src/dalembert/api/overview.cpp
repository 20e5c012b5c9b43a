#include <dalembert/analysis/classify_independent.h>
#include <dalembert/analysis/open_reactions.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/base/errors.h>
#include <dalembert/derivation/hidden_constraints.h>
#include <dalembert/derivation/row_subset.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/lowering/jumps.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/simulation/plan/schedule.h>
#include <dalembert/simulation/solving/open_forces.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

/// The classification by the rows that are independent on the constraints, which real states show; the one given, whose
/// random points lie off the constraints, where these are all of them.
Classification on_constraints(Classification off, const Equations& equations, const RowRanks& ranks,
                              const InitialState& initial) {
  if (initial.rank >= off.rank && initial.holonomic_rank >= off.holonomic_rank) return off;
  Classification on = classify_by(equations, ranks.independent);
  on.rank = initial.rank;
  on.holonomic_rank = initial.holonomic_rank;
  return on;
}

/// The values of t, q and the parameters.
std::vector<Assignment> positions_at(const Engine& engine, const State& state) {
  const System& system = engine.system();
  std::vector<Assignment> out{{system.time, state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    out.push_back({system.coordinates[i].position, state.q[i]});
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, engine.parameters[p]});
  return out;
}

/// The integrals of the constraints as texts, and the integrable ones that none was found for.
void put_integrals(ConstraintStructure& out, const System& system, const ConstraintIntegrals& all) {
  const std::vector<Constraint>& constraints = system.constraints;
  out.integrals_missing = all.missing;
  out.counts_integrals = all.is_known_how_many;
  for (const ConstraintIntegral& integral : all.found) {
    IntegralText& text = out.integrals.emplace_back();
    text.text = integral_text(*out.texts, system, integral);
    for (const std::size_t k : integral.of)
      text.of.push_back(constraints[k].name);
  }
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const auto is_of = [k](const ConstraintIntegral& integral) { return std::ranges::count(integral.of, k) > 0; };
    const bool is_integrable = out.natures[k].cls == ConstraintNature::Class::integrable;
    if (is_integrable && std::ranges::none_of(all.found, is_of)) out.without_integral.push_back(constraints[k].name);
  }
}

} // namespace

const ConstraintStructure& Session::constraint_structure() {
  if (stages_->structure) return *stages_->structure;
  const Equations& derived = equations();
  static_cast<void>(parameters());
  const Stopwatch watch(stages_->clock, &StageSeconds::constraints);
  ConstraintStructure out;
  Classification found = classification();
  const std::vector<Constraint>& constraints = study().system.constraints;
  const bool is_startable = !constraints.empty() && can_start();
  if (is_startable && initial_state().rank < static_cast<int>(constraints.size())) {
    const RowRanks ranks = row_ranks(engine(), initial_state().state);
    OpenForces open = ranks.elsewhere.empty() ? OpenForces() : open_forces(engine(), ranks, ranks.elsewhere);
    if (constraints.size() > 1) found = on_constraints(std::move(found), derived, ranks, initial_state());
    std::vector<bool> determined = open.multipliers;
    determined.flip();
    determined.resize(constraints.size(), true);
    if (constraints.size() > 1 && ranks.is_redundant(engine()) && study().system.frictions.empty())
      out.independent = {derive_by(derived, ranks.independent), ranks.independent, std::move(determined),
                         positions_at(engine(), initial_state().state)};
    out.open_multipliers = std::move(open.multipliers);
    out.open_reactions = std::move(open.reactions);
  }
  out.natures = found.constraints;
  out.rank = found.rank;
  out.holonomic_rank = found.holonomic_rank;
  for (std::size_t i = 0; i < found.growth.size(); ++i)
    out.growth += (i > 0 ? ", " : "") + std::to_string(found.growth[i]);
  out.growth_counts_time = found.counts_time;
  // Off the constraints rows that repeat one another do so in other ways, or not at all.
  if (!is_startable) out.open_reactions = open_reactions(derived);
  out.open_reactions.resize(derived.reactions.size() + study().system.frictions.size(), false);
  out.texts = texts();
  put_integrals(out, *derived.system, integrals());
  stages_->structure = std::move(out);
  return *stages_->structure;
}

/// Freedoms are counted at the initial state where there is one.
Overview Session::made_overview(Grouping grouping, std::shared_ptr<const InitialState> initial,
                                std::vector<CheckResult> settled) {
  Overview out;
  static_cast<ConstraintStructure&>(out) = constraint_structure();
  out.study = stages_->study;
  out.sources = stages_->sources;
  out.equations = stages_->equations;
  if (grouping == Grouping::families) out.families = families();
  out.parameters = parameters();
  const int n = static_cast<int>(out.study->system.coordinates.size());
  out.degrees_of_freedom = initial ? initial->degrees_of_freedom : n - out.rank;
  out.independent_initial_values =
      initial ? initial->independent_initial_values : 2 * n - out.holonomic_rank - out.rank;
  out.initial = std::move(initial);
  out.settled = std::move(settled);
  out.diagnostics = diagnostics();
  // What moves along a gauge moves as it likes: no freedom, and no initial value that tells motions apart.
  if (const int gauges = gauge_freedoms(out.diagnostics); gauges > 0) {
    *out.degrees_of_freedom -= gauges;
    *out.independent_initial_values -= 2 * gauges;
  }
  // Where an equation without acceleration is not dealt with, ranks of rows do not count the freedoms.
  if (std::ranges::any_of(out.diagnostics, [](const Diagnostic& d) { return d.code == "W0307"; })) {
    out.degrees_of_freedom.reset();
    out.independent_initial_values.reset();
  }
  return out;
}

/// Says what `run` would refuse of the range of `simulate`, once.
void Session::warn_of_past() {
  const double begin = engine().model_begin();
  const double end = engine().model_end();
  const auto is_said = [](const Diagnostic& d) { return d.code == "W0838"; };
  if (!(end < begin) || std::ranges::any_of(stages_->diagnostics, is_said)) return;
  const Study& whole = study().closed ? *study().closed : study();
  std::optional<Diagnostic> refusal = refusal_of_past(whole, has_jumps(equations()), begin, end);
  if (!refusal) return;
  refusal->code = "W0838";
  refusal->severity = Severity::warning;
  refusal->message = "`run` refuses this range: " + refusal->message;
  stages_->add({*refusal});
}

Overview Session::structure(Grouping grouping) {
  return made_overview(grouping, nullptr, {});
}

Overview Session::overview() {
  static_cast<void>(constraint_structure());
  std::shared_ptr<const InitialState> initial;
  try {
    static_cast<void>(initial_state());
    initial = stages_->initial;
    warn_of_past();
  } catch (const ModelError&) { // NOLINT(bugprone-empty-catch): collected as diagnostics
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): collected as a diagnostic
  }
  std::vector<CheckResult> settled;
  for (const std::optional<CheckResult>& result : settled_checks())
    if (result) settled.push_back(*result);
  return made_overview(Grouping::members, std::move(initial), std::move(settled));
}

RunReport Session::report_of(const std::shared_ptr<const RunResult>& result, Grouping grouping,
                             const std::vector<Diagnostic>& further) {
  if (!result) throw OptionError("there is no result to report: report_of was given none");
  stages_->results.require(*result);
  RunReport out{made_overview(grouping, std::shared_ptr<const InitialState>(result, &result->initial), {}),
                result,
                seconds(),
                {}};
  out.overview.diagnostics.insert(out.overview.diagnostics.end(), further.begin(), further.end());
  out.why_interpreted = why_no_machine_code();
  return out;
}

namespace {

/// The run of a page: its curves are drawn, and it ends after less than a second of work, for that of a large system
/// takes minutes.
RunOptions page_run(const PageRequest& request) {
  constexpr double page_work = 2e8; // operations
  RunOptions out = request.run;
  out.curve_points = drawn_points_per_step;
  if (!request.whole_run) out.most_work = page_work;
  return out;
}

} // namespace

ReportPage Session::page(const PageRequest& request) {
  AnalysisReport found = analysis(Grouping::families);
  std::optional<RunReport> report;
  try {
    report = report_of(std::make_shared<const RunResult>(run(page_run(request))), Grouping::families);
  } catch (const ModelError&) { // NOLINT(bugprone-empty-catch): collected as diagnostics
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): collected as a diagnostic
  }
  if (report) {
    found.overview = report->overview;
    report->picture = picture_of(*report->result);
  }
  ReportPage out{std::move(found), std::move(report), request.forms, seconds(), request.command, version()};
  add_pictures(out);
  return out;
}

} // namespace api
} // namespace dalembert
