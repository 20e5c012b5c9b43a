#include <dalembert/expr/depends.h>
#include <dalembert/printing/counted.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/run_frictions.h>
#include <dalembert/report/run_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace dalembert {
inline namespace report {

namespace {

std::string_view at_most(const Style& style) {
  return style.unicode ? "≤" : "<=";
}
std::string_view separator(const Style& style) {
  return style.unicode ? " · " : "; ";
}

/// The largest slip of each friction that stuck: `R ≤ 2·10⁻¹⁷ m/s`.
std::string held_slips(const System& system, const RunResult& result, const Style& style) {
  std::string out;
  for (std::size_t f = 0; f < system.frictions.size(); ++f) {
    if (!sticks_in(result, f)) continue;
    const std::string largest =
        quantity_text(result.certificate.slip[f].value, slip_measure(system.frictions[f]).unit(), style, 2);
    out +=
        fmt::format("{}slip of {} {} {}", out.empty() ? "" : ", ", system.frictions[f].name, at_most(style), largest);
  }
  return out;
}

/// The worst constraint of a level: `blade ≤ 4·10⁻¹⁶ m/s`, or each by name while they are few.
std::string violations(const System& system, const std::vector<Extreme>& extremes, bool of_positions,
                       const Style& style) {
  constexpr std::size_t few = 3;
  std::vector<std::string> all;
  std::size_t worst = 0;
  double largest = -1.0;
  for (std::size_t k = 0; k < extremes.size(); ++k) {
    const Constraint& constraint = system.constraints[k];
    const bool is_holonomic = constraint.kind == ConstraintKind::holonomic;
    if (of_positions && !is_holonomic) continue;
    const Measure measure = is_holonomic && !of_positions ? rate_of(constraint.measure) : constraint.measure;
    all.push_back(fmt::format("{} {} {}", constraint.name, at_most(style),
                              quantity_text(extremes[k].value, measure.unit(), style, 2)));
    if (!(extremes[k].value <= largest)) {
      largest = extremes[k].value;
      worst = all.size() - 1;
    }
  }
  if (all.empty()) return {};
  if (all.size() > few) return fmt::format("worst of {}: {}", all.size(), all[worst]);
  std::string out = all.front();
  for (std::size_t i = 1; i < all.size(); ++i)
    out += ", " + all[i];
  return out;
}

/// `p_x constant to 2·10⁻¹⁵`, relative to the largest value; for a quantity that stays at 0, its largest deviation.
std::string invariant_text(const Certificate::Invariant& invariant, const Style& style) {
  constexpr double as_good_as_zero = 1e-9;
  const bool is_small = invariant.relative > 0.0 && invariant.defect / invariant.relative < as_good_as_zero;
  if (is_small)
    return fmt::format("{} within {}", formula(conserved_quantity(invariant), style),
                       number_text(invariant.defect, style, 2));
  return fmt::format("{} constant to {}", formula(conserved_quantity(invariant), style),
                     number_text(invariant.relative, style, 2));
}

/// `global error ≈ 2·10⁻¹¹ of q, 3·10⁻¹¹ of v, 4·10⁻¹¹ of λ (runs by rk8 and taylor, tolerance 10⁻¹¹)`
std::string global_error_text(const GlobalError& error, const System& system, const Style& style) {
  const auto number = [&style](double value) { return number_text(value, style, 2); };
  std::string out = fmt::format("global error {} {} of q, {} of v", style.unicode ? "≈" : "about",
                                number(error.positions), number(error.rates));
  if (!system.constraints.empty())
    out += fmt::format(", {} of {}", number(error.multipliers), formula("lambda", style));
  std::string methods;
  for (const GlobalError::Run& run : error.runs)
    methods += (methods.empty() ? "" : " and ") + run.method;
  return out + fmt::format(" ({} by {}, tolerance {})", error.runs.size() > 1 ? "runs" : "a run", methods,
                           number(error.runs.front().tolerance));
}

/// `another code, ida: differs by 2·10⁻⁸ of q, … (tolerance 10⁻¹¹, its own error about 8·10⁻⁸)`
std::string second_opinion_text(const GlobalError::SecondOpinion& opinion, const System& system, const Style& style) {
  if (!opinion.left_out.empty())
    return fmt::format("another code, {}, says nothing: {}", opinion.run.method, opinion.left_out);
  const auto number = [&style](double value) { return number_text(value, style, 2); };
  std::string out = fmt::format("another code, {}, differs by {} of q, {} of v", opinion.run.method,
                                number(opinion.run.positions), number(opinion.run.rates));
  if (!system.constraints.empty())
    out += fmt::format(", {} of {}", number(opinion.run.multipliers), formula("lambda", style));
  return out + fmt::format(" (tolerance {}, its own error about {})", number(opinion.run.tolerance),
                           number(opinion.own_error));
}

/// The energy balance, the residual of the equations and the drift of conserved quantities along a motion.
void add_account(Page& page, const RunReport& report, std::string_view label) {
  const Style& style = page.style();
  const Certificate& certificate = report.result->certificate;
  const System& system = report.study().system;
  const std::string kinetic = formula(system.gives_kinetic_energy() ? "T" : "L_2", style);
  std::string energy = fmt::format("energy    balance closes to {} of the largest {}",
                                   number_text(certificate.energy_defect_relative, style, 2),
                                   certificate.is_at_rest() ? "energy, " + kinetic + " is zero to round-off" : kinetic);
  if (system.has_units) energy += fmt::format(" ({})", quantity_text(certificate.energy_defect.value, "J", style, 2));
  if (!std::isfinite(certificate.energy_defect_relative))
    energy = "energy    balance not evaluated: the energy or its rate is not finite";
  page.row(label, energy);
  std::string equations = fmt::format("equations residual {} {}", at_most(style),
                                      number_text(certificate.equation_residual.value, style, 2));
  page.row("", equations);
  if (const std::string& structure = report.result->statistics.structure; !structure.empty())
    page.row("", fmt::format("method    {}", structure));
  if (const std::optional<GlobalError>& error = certificate.global_error) {
    page.row("", global_error_text(*error, system, style));
    if (error->second_opinion) page.row("", second_opinion_text(*error->second_opinion, system, style));
  }
  constexpr std::size_t most = 4;
  std::vector<std::string_view> listed; // an integral of a constraint may be asked for in a check as well
  std::string invariants;
  for (const Certificate::Invariant& invariant : certificate.invariants) {
    if (std::ranges::find(listed, conserved_quantity(invariant)) != listed.end()) continue;
    listed.push_back(conserved_quantity(invariant));
    if (listed.size() <= most) invariants += (listed.size() > 1 ? ", " : "") + invariant_text(invariant, style);
  }
  if (listed.size() > most) invariants += fmt::format(", and {} more", listed.size() - most);
  if (!invariants.empty()) page.row("", fmt::format("invariant {}", invariants));
}

/// `✓ T + V = const  proved`.
std::string check_line(const Study& study, const CheckResult& result, const Style& style) {
  const bool fails = result.status == CheckStatus::fails;
  const std::string_view mark = style.unicode ? (fails ? "✗" : "✓") : (fails ? "x" : "+");
  return fmt::format("{} {}  {}", paint(fails ? Ink::bad : Ink::good, mark, style),
                     formula(study.checks[result.index].text, style), check_verdict(study, result, style));
}

} // namespace

bool can_be_judged(const Study& study, const Check& check) {
  std::vector<Expr> of_runs;
  for (const Derived& derived : study.derived)
    of_runs.push_back(derived.symbol);
  const Graph& graph = *study.system.graph;
  return check.relation == Comparison::equal && study.system.impacts.empty() && !depends(graph, check.left, of_runs) &&
         (check.is_constant || !depends(graph, check.right, of_runs));
}

std::string_view conserved_quantity(const Certificate::Invariant& invariant) {
  constexpr std::string_view words = " = const";
  std::string_view name = invariant.name;
  if (name.ends_with(words)) name.remove_suffix(words.size());
  return name;
}

std::string check_verdict(const Study& study, const CheckResult& result, const Style& style) {
  const Check& check = study.checks[result.index];
  const bool fails = result.status == CheckStatus::fails;
  if (result.status == CheckStatus::proved) return paint(Ink::faint, "proved", style);
  if (fails && (!std::isfinite(result.value) || result.value == 0.0)) return "fails: " + result.how;
  if (check.relation != Comparison::equal && !check.is_constant) {
    const std::string margin = number_text(std::abs(result.value), style, 2);
    if (!fails && result.value > 0.0) return paint(Ink::faint, fmt::format("holds to {}", margin), style);
    if (!fails) return paint(Ink::faint, fmt::format("holds, {} to spare", margin), style);
    return fmt::format("fails by {} at t = {}", margin, number_text(result.time, style, 6));
  }
  const std::string numbers =
      fmt::format("{} (allowed {})", number_text(result.value, style, 2), number_text(result.allowed, style, 2));
  if (!fails && result.value == 0.0) return paint(Ink::faint, "holds to rounding", style);
  if (!fails) return paint(Ink::faint, fmt::format("holds to {}", numbers), style);
  return fmt::format("fails by {} at t = {}", numbers, number_text(result.time, style, 6));
}

std::string duration_text(double seconds, const Style& style) {
  if (seconds >= 1.0) return quantity_text(seconds, "s", style);
  if (seconds >= 1e-3) return fmt::format("{:.{}f} ms", seconds * 1e3, seconds < 1e-2 ? 1 : 0);
  return fmt::format("{:.0f} {}", seconds * 1e6, style.unicode ? "µs" : "us");
}

bool has_motion(const RunResult& result) {
  return result.statistics.steps > 0 || result.final.state.t != result.initial.state.t ||
         result.outcome != RunOutcome::completed;
}

void add_impact(Page& page, const System& system, const ImpactReport& impact) {
  const Style& style = page.style();
  constexpr int digits = 5;
  const Measure second{system.has_units ? std::optional(Dimension::time()) : std::nullopt};
  for (std::size_t i = 0; i < system.impacts.size(); ++i) {
    const Measure& impulse = system.impacts[i].measure;
    const std::string speed = (energy_like(impulse) / impulse).unit(); // impulse times speed is energy
    page.row(i == 0 ? "impact" : "",
             fmt::format("{} = {}{}{} {} before, {} after", name_text(system.impacts[i].name, style),
                         quantity_text(impact.impulses[i], force_unit(impulse), style, digits), separator(style),
                         system.impacts[i].friction ? "slip" : "contact speed",
                         quantity_text(impact.speeds_before[i], speed, style, digits),
                         quantity_text(impact.speeds_after[i], speed, style, digits)));
  }
  std::string impulses;
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    impulses += fmt::format(
        "{}impulse of {} = {}", r > 0 ? ", " : "", name_text(system.reactions[r].name, style),
        quantity_text(impact.reaction_impulses[r], force_unit(system.reactions[r].measure * second), style, digits));
  if (!impulses.empty()) page.row("", impulses);
  const auto struck = std::ranges::count_if(system.impacts, [](const Impact& each) { return !each.friction; });
  if (struck > 1)
    page.row("", fmt::format("{} simultaneous impacts; treated in sequence they may give a different result", struck));
  std::string rates;
  for (std::size_t i = 0; i < system.coordinates.size() && i < 6; ++i)
    rates += fmt::format(
        "{}{} {} {}", i > 0 ? ", " : "", name_text(system.coordinates[i].name + "'", style), style.unicode ? "→" : "->",
        quantity_text(impact.after.v[i], unit_of(system, system.coordinates[i].name + "'"), style, digits));
  page.row("", rates);
  page.row("", fmt::format("kinetic energy {} before, {} after",
                           quantity_text(impact.kinetic_before, system.has_units ? "J" : "", style, digits),
                           quantity_text(impact.kinetic_after, system.has_units ? "J" : "", style, digits)));
}

/// The passages of one reason as one sentence, with their times.
std::string passages_text(std::span<const Event> all, std::string_view reason, const std::string& second,
                          const Style& style) {
  constexpr std::size_t most = 50; // times
  constexpr int digits = 6;
  std::vector<double> times;
  for (const Event& each : all)
    if (each.text == reason) times.push_back(each.time);
  const std::size_t shown = std::min(most, times.size());
  std::string list;
  for (std::size_t i = 0; i + 1 < shown; ++i)
    list += number_text(times[i], style, digits) + ", ";
  list += quantity_text(times[shown - 1], second, style, digits);
  if (shown < times.size()) list += fmt::format(", and {} more", times.size() - shown);
  return fmt::format("passed {} at t = {}{}; followed the smooth branch; the multipliers are undefined there",
                     times.size() == 1 ? "a singular position" : fmt::format("{} singular positions", times.size()),
                     list, reason.empty() ? std::string() : fmt::format(": {}", reason));
}

/// Where the run went over to another method, and why.
void add_turns(Page& page, const RunStatistics& statistics, const std::string& second) {
  constexpr std::size_t most_turns = 3;
  for (std::size_t i = 0; i < std::min(most_turns, statistics.turns.size()); ++i) {
    const MethodTurn& turn = statistics.turns[i];
    page.row("", fmt::format("from t = {} by {}: {}", quantity_text(turn.time, second, page.style(), 6), turn.method,
                             turn.reason));
  }
  if (statistics.turns.size() > most_turns)
    page.row("", fmt::format("and {} more changes of the method", statistics.turns.size() - most_turns));
}

namespace {

/// `an explicit Runge–Kutta method of order 8` for `rk8`.
std::string method_words(std::string_view name) {
  const std::string_view order = name.substr(std::min(name.find_first_of("0123456789"), name.size()));
  const std::string of_order = order.empty() ? std::string() : fmt::format(" of order {}", order);
  if (name.starts_with("rk")) return fmt::format("an explicit Runge–Kutta method{}", of_order);
  if (name.starts_with("spark")) return fmt::format("a symplectic method (Lobatto IIIA–IIIB){}", of_order);
  if (name == "taylor") return "Taylor series";
  if (name == "rattle") return "RATTLE, a symplectic method of order 2";
  if (name == "symmetric") return "a symmetric method of order 2";
  if (name.starts_with("radau")) return fmt::format("an implicit Runge–Kutta method (Radau IIA){}", of_order);
  return fmt::format("the method {}", name);
}

/// `tolerance 10⁻⁹`, or how long the steps are where nothing else governs them: `steps of 0.01 s`.
std::string accuracy_text(const RunResult& result, const std::string& second, const Style& style) {
  if (result.statistics.step > 0)
    return fmt::format("steps of {}", quantity_text(result.statistics.step, second, style, 6));
  return fmt::format("tolerance {}", number_text(result.tolerance, style));
}

/// How the motion was computed, for a reader of a page.
std::string run_sentence(const RunReport& report, const Style& style) {
  const RunResult& result = *report.result;
  const RunStatistics& statistics = result.statistics;
  const std::string second = report.study().system.has_units ? "s" : "";
  std::string methods;
  for (std::string_view rest = statistics.method; !rest.empty();) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    methods += (methods.empty() ? "" : ", then ") + method_words(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  std::string out = fmt::format("computed from {} = {} to {} by {}", formula("t", style),
                                number_text(result.initial.state.t, style, 6),
                                quantity_text(result.final.state.t, second, style, 6), methods);
  if (statistics.form != "lagrange") out += fmt::format(", in the form {}", statistics.form);
  const std::string accuracy = accuracy_text(result, second, style);
  return out +
         fmt::format("; {}{}, {}", statistics.step > 0 ? "" : "relative ", accuracy, counted(statistics.steps, "step"));
}

} // namespace

void add_run(Page& page, const RunReport& report) {
  const Style& style = page.style();
  const RunResult& result = *report.result;
  const RunStatistics& statistics = result.statistics;
  const std::string second = report.study().system.has_units ? "s" : "";
  const double begin = result.initial.state.t;
  const double end = result.final.state.t;
  std::string out = fmt::format("{} {} {}", number_text(begin, style, 6), style.unicode ? "…" : "..",
                                quantity_text(end, second, style, 6));
  out += fmt::format(" in {}", counted(statistics.steps, "step"));
  if (statistics.rejected > 0) out += fmt::format(" ({} rejected)", statistics.rejected);
  out += fmt::format(", {}", duration_text(report.seconds.result, style));
  out += fmt::format("{}{}, {}", separator(style), statistics.method, accuracy_text(result, second, style));
  if (statistics.form != "lagrange") out += fmt::format(", in the form {}", statistics.form);
  if (!statistics.reason.empty()) out += fmt::format("{}{}", separator(style), statistics.reason);
  if (style.marks_formulas)
    page.row("motion", run_sentence(report, style));
  else
    page.row("run", out);
  if (!report.why_interpreted.empty())
    page.row("",
             fmt::format("by the interpreter, some three times slower than machine code: {}", report.why_interpreted));
  add_turns(page, statistics, second);
  if (result.outcome == RunOutcome::interrupted)
    page.row("", paint(Ink::caution, "interrupted: the results below cover the part that was computed", style));
  if (result.outcome == RunOutcome::failed) page.row("", paint(Ink::bad, result.failure, style));
  if (result.outcome == RunOutcome::bounded)
    page.row(
        "", paint(Ink::caution,
                  fmt::format("shown up to t = {} of {}: the run stopped at its work limit; certificate and checks "
                              "cover this interval only",
                              quantity_text(end, second, style, 6), quantity_text(result.wanted_end, second, style, 6)),
                  style));
  const std::vector<Event> passages = events_of(result.events, EventKind::singular_position);
  for (auto each = passages.begin(); each != passages.end(); ++each) {
    const auto has_its_reason = [each](const Event& other) { return other.text == each->text; };
    if (std::none_of(passages.begin(), each, has_its_reason))
      page.row("", passages_text(passages, each->text, second, style));
  }
}

void add_certificate(Page& page, const RunReport& report) {
  const Style& style = page.style();
  const System& system = report.study().system;
  const Certificate& certificate = report.result->certificate;
  std::string_view label = "certificate";
  const std::string positions = violations(system, certificate.position, true, style);
  const std::string rates = violations(system, certificate.velocity, false, style);
  if (!positions.empty()) page.row(label, fmt::format("position  {}", positions));
  if (!positions.empty()) label = "";
  if (!rates.empty()) page.row(label, fmt::format("rate      {}", rates));
  if (!rates.empty()) label = "";
  if (const std::string held = held_slips(system, *report.result, style); !held.empty())
    page.row(label, fmt::format("sticking  {}", held));
  if (has_motion(*report.result)) add_account(page, report, label);
  for (const Certificate::Failure& failure : certificate.failed)
    page.row("", paint(Ink::bad, "fails     " + failure.text, style));
  for (const Diagnostic& warning : report.result->warnings)
    if (!warning.note.empty()) page.row("", paint(Ink::caution, warning.message + ": " + warning.note, style));
}

void add_checks(Page& page, const RunReport& report, std::size_t most) {
  const Style& style = page.style();
  const Study& study = report.study();
  const std::vector<CheckResult>& checks = report.result->checks;
  if (checks.empty()) return;
  const bool all_fit = checks.size() <= most;
  std::size_t proved = 0;
  std::size_t held = 0;
  std::string_view label = "checks";
  for (const CheckResult& result : checks) {
    const bool fails = result.status == CheckStatus::fails;
    if (!fails) ++(result.status == CheckStatus::proved ? proved : held);
    if (!fails && !all_fit) continue;
    page.row(label, check_line(study, result, style));
    label = "";
    const Check& check = study.checks[result.index];
    if (fails && can_be_judged(study, check))
      page.row("", paint(Ink::faint, fmt::format("why: dalembert prove MODEL \"{}\"", check.text), style));
  }
  if (all_fit) return;
  std::string out =
      fmt::format("{} {} of {}: {} proved, {} hold{} along the run", paint(Ink::good, style.unicode ? "✓" : "+", style),
                  proved + held, checks.size(), proved, held, held == 1 ? "s" : "");
  page.row(label, out);
}

} // namespace report
} // namespace dalembert
