#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/claims/prove.h>
#include <dalembert/claims/special_states.h>
#include <dalembert/exact/identity.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/simulation/solving/residual_measure.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/along_run.h>
#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/judge.h>
#include <dalembert/studies/real_states.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

/// Exact arithmetic knows one branch of Coulomb's law of each friction, not that of a slip in a plane: claims are then
/// judged at real states alone.
void open_where_slips_are_planar(const System& system, Judgement& judgement) {
  const std::vector<SlipPlane> planes = slip_planes(system);
  if (planes.empty()) return;
  judgement.verdict = Verdict::undecided;
  judgement.needs_witness = false;
  judgement.used.clear();
  judgement.combination.clear();
  judgement.condition.clear();
  judgement.where.clear();
  judgement.holds_if.clear();
  judgement.is_convention = false;
  judgement.remarks.push_back(
      fmt::format("{} and {} are the friction of one slip in a plane, of which nothing is proved",
                  system.frictions[planes[0][0]].name, system.frictions[planes[0][1]].name));
}

} // namespace

const std::vector<std::optional<CheckResult>>& Session::settled_checks() {
  if (stages_->settled) return *stages_->settled;
  const Equations& derived = equations();
  const Study& asked = *stages_->study;
  const Stopwatch watch(stages_->clock, &StageSeconds::checks);
  Activity activity("proving the checks");
  std::vector<std::optional<CheckResult>> settled(asked.checks.size());
  for (std::size_t i = 0; i < settled.size(); ++i) {
    activity.at(i, settled.size());
    const Check& check = asked.checks[i];
    if (asked.closed) continue; // contacts close and open along the run
    if (follows_from_one_row(asked, derived, check)) {
      settled[i] = CheckResult{i, CheckStatus::proved, 0.0, 0.0, 0.0, "at every admissible state"};
      continue;
    }
    if (!slip_planes(asked.system).empty()) continue; // exact arithmetic has no law of theirs
    if (!speaks_of_states(asked, derived, check)) continue;
    const Answer found = judge(asked, derived, check, real_sample());
    const bool is_strict = check.relation == Comparison::less || check.relation == Comparison::greater;
    if (found == Answer::yes)
      settled[i] = CheckResult{i, CheckStatus::proved, 0.0, 0.0, 0.0, "at every admissible state"};
    else if (found == Answer::no && is_strict)
      settled[i] = CheckResult{i, CheckStatus::fails, 0.0, 0.0, 0.0, "the sides are equal at every admissible state"};
    else if (found == Answer::undecided)
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
  const StateComparison found = compare_at_real_states(engine(), *stages_->equations, initial_state(), compared->first,
                                                       compared->second, Comparison::equal, enough);
  if (found.failure || found.states < RealStates::affordable(engine(), enough)) return std::nullopt;
  return CheckResult{index,       CheckStatus::holds,
                     found.worst, StateComparison::allowed,
                     0.0,         fmt::format("at {} admissible states", found.states)};
}

namespace {

void require_agreement(const Engine& engine, const RunComparison& run) {
  constexpr std::size_t one_of = 20; // states: a few near a singular position may be off
  if (run.failures < 2 || one_of * run.failures < run.states || spans_rounding(engine)) return;
  throw InternalError(
      fmt::format("the claim was proved, and fails at {} of {} states of the run", run.failures, run.states));
}

/// A claim that is false of the system may be true of one motion: `x = v0*t`, `E = 2 [J]`.
void note_the_motion_of_the_model(const Engine& engine, Judgement& judgement) {
  const auto run = equality_along_run(engine, judgement.sides->first, judgement.sides->second);
  if (!run) return;
  judgement.remarks.push_back(
      fmt::format("it holds along the motion from the initial values, at {} times up to t = {:.6g} s within {:.1g} of "
                  "its largest term: a property of this motion, not of every one",
                  run->states, run->last, std::max(run->worst, 1e-16)));
}

} // namespace

const Judgement& Session::judgement() {
  if (stages_->judgement) return *stages_->judgement;
  const Equations& derived = equations();
  const Study& asked = *stages_->study;
  if (asked.claims.empty()) throw OptionError("no equation was asked: call ask() before anything else");
  const Claim& claim = asked.claims.front();
  const auto is_asserted = [](const Constraint& c) { return c.asserted.has_value(); };
  if (std::ranges::any_of(asked.system.constraints, is_asserted)) static_cast<void>(classification());
  const Stopwatch watch(stages_->clock, &StageSeconds::judgement);
  const Activity activity("judging the equation");
  // Numbers help where the model has them: which way friction acts at the start, and states at which a claim fails.
  const bool has_numbers = can_start();
  ProveOptions options;
  if (slip_planes(asked.system).empty()) options.sample = real_sample();
  options.parameters = parameters();
  if (has_numbers && !asked.system.frictions.empty())
    options.frictions = friction_branches(asked.system, evaluate(initial_state().state));
  options.diagnoses = stages_->confirms_corrections;
  Judgement found = stages_->collecting([&] { return prove(asked, derived, claim, options); });
  open_where_slips_are_planar(asked.system, found);
  if (found.needs_witness && !has_numbers) found.verdict = Verdict::undecided;
  if (has_numbers && asked.system.functions.empty())
    look_at_real_states(found, engine(), derived, initial_state(), claim.relation);
  if (has_numbers && is_true(found.verdict) && found.where.empty() && found.sides &&
      claim.relation == Comparison::equal && asked.system.functions.empty())
    require_agreement(engine(), compare_along_run(engine(), found.sides->first, found.sides->second));
  if (found.verdict == Verdict::undecided) {
    found.diagnosis = {};
    found.others.clear();
  }
  if (stages_->confirms_corrections) {
    confirm_corrections(found);
    const bool is_open = found.verdict == Verdict::is_false || found.verdict == Verdict::undecided;
    // Without a state at which it fails nothing says that it is not one of every motion.
    if (has_numbers && is_open && found.sides && found.counterexample && claim.relation == Comparison::equal &&
        asked.system.functions.empty())
      note_the_motion_of_the_model(engine(), found);
  }
  stages_->judgement = std::move(found);
  return *stages_->judgement;
}

ProveReport Session::prove_report() {
  Judgement found = judgement();
  return {stages_->study, stages_->sources, std::move(found), stages_->diagnostics};
}

const RealSample* Session::real_sample() {
  if (stages_->sample) return *stages_->sample ? &**stages_->sample : nullptr;
  const Activity activity("drawing admissible states");
  const Equations& derived = equations();
  if (!stages_->study->system.functions.empty()) return nullptr;
  std::optional<RealSample> drawn;
  // A model that cannot be started is complained about where its start is asked for, not here.
  const std::vector<Diagnostic> before = stages_->diagnostics;
  try {
    const InitialState initial = stages_->initial ? *stages_->initial : consistent_initial_state(engine());
    drawn = draw_sample(engine(), derived, initial);
  } catch (const ModelError&) {
    stages_->diagnostics = before;
  } catch (const SolveError&) {
    stages_->diagnostics = before;
  }
  stages_->sample = std::move(drawn);
  return *stages_->sample ? &**stages_->sample : nullptr;
}

namespace {

/// `m*x' = m*x'`: true of every model, and no correction of anything.
bool repeats_itself(std::string_view equation) {
  constexpr std::string_view equals = " = ";
  const std::size_t at = equation.find(equals);
  return at != std::string_view::npos && equation.substr(0, at) == equation.substr(at + equals.size());
}

} // namespace

/// Keeps the corrections that are true when their text is asked as a claim of the same model, with where they are.
void Session::confirm_corrections(Judgement& found) {
  if (found.diagnosis.kind == MistakeKind::none) return;
  const Activity activity("trying the corrections");
  std::vector<Diagnosis> all{std::move(found.diagnosis)};
  std::ranges::move(found.others, std::back_inserter(all));
  std::erase_if(all, [this](Diagnosis& diagnosis) { return !is_true_when_asked(diagnosis); });
  found.diagnosis = all.empty() ? Diagnosis() : std::move(all.front());
  found.others.assign(all.empty() ? all.begin() : std::next(all.begin()), all.end());
  const bool is_of_states = !found.holds_if.empty() && is_about_states(found.holds_if.front());
  if (!all.empty() || found.verdict != Verdict::is_false || !is_of_states) return;
  found.verdict = Verdict::special; // nothing else explains it
  found.condition = found.holds_if.front();
}

bool Session::is_true_when_asked(Diagnosis& diagnosis) {
  if (repeats_itself(diagnosis.corrected)) return false;
  const SourceMap& sources = *stages_->sources;
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
    if (is_true(judged.verdict)) diagnosis.where = judged.where;
    return is_true(judged.verdict) || is_seen;
  } catch (const ModelError&) {
    return false;
  }
}

} // namespace api
} // namespace dalembert
