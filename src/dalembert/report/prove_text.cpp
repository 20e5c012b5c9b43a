#include <dalembert/report/pages.h>
#include <dalembert/report/sections.h>
#include <dalembert/report/validity.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/page.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace dalembert {
inline namespace report {

namespace {

std::string headline(const Judgement& judgement) {
  switch (judgement.verdict) {
  case Verdict::proved:
    return judgement.used.empty() ? "true: an identity" : "true";
  case Verdict::on_constraints:
    return "true on the constraints";
  case Verdict::consequence:
    return "true: a consequence of several equations of motion";
  case Verdict::special:
    return "false in general, true under a condition";
  case Verdict::is_false:
    return "false";
  case Verdict::undecided:
    return "not decided";
  }
  return {};
}

std::string fact_text(const System& system, const Fact& fact) {
  const std::string thing = name(system, fact);
  switch (fact.level) {
  case FactLevel::equation:
    return fmt::format("the {}-equation", thing);
  case FactLevel::position:
    return fmt::format("`{}`", thing);
  case FactLevel::velocity:
    return system.constraints[fact.index].kind == ConstraintKind::holonomic ? fmt::format("`{}`, differentiated", thing)
                                                                            : fmt::format("`{}`", thing);
  case FactLevel::acceleration:
    return system.constraints[fact.index].kind == ConstraintKind::holonomic
               ? fmt::format("`{}`, differentiated twice", thing)
               : fmt::format("`{}`, differentiated", thing);
  }
  return {};
}

void add_facts(Page& page, const System& system, const Judgement& judgement, const Style& style) {
  for (std::size_t i = 0; i < judgement.used.size(); ++i)
    page.row(i == 0 ? "follows from" : "", fact_text(system, judgement.used[i]));
  std::string sum;
  for (const Multiple& multiple : judgement.combination) {
    const std::string factor = multiple.factor.empty() ? "(a longer factor)" : formula(multiple.factor, style);
    sum += fmt::format("{}{} × {}", sum.empty() ? "" : " + ", factor, fact_text(system, multiple.fact));
  }
  if (!sum.empty()) page.row("equals", sum);
}

/// "2·r·θ̇ on the left should be 2·ṙ·θ̇ (a dot is missing)": every term with the sign that it has on its side.
std::string mistake(const Diagnosis& diagnosis, const Style& style) {
  const bool is_exchange = !diagnosis.was.empty() && !diagnosis.should_be.empty();
  switch (is_exchange ? MistakeKind::factor : diagnosis.kind) {
  case MistakeKind::missing:
    return fmt::format("{} is missing on the {} side", formula(diagnosis.should_be, style), diagnosis.side);
  case MistakeKind::extra:
    return fmt::format("{} on the {} side should not be there", formula(diagnosis.was, style), diagnosis.side);
  case MistakeKind::none:
    return {};
  default:
    return fmt::format("{} on the {} side should be {} ({})", formula(diagnosis.was, style), diagnosis.side,
                       formula(diagnosis.should_be, style), diagnosis.remedy);
  }
}

void add_corrected(Page& page, const Diagnosis& diagnosis, const Style& style) {
  page.row("corrected", formula(diagnosis.corrected, style));
  if (!diagnosis.where.empty()) page.row("where", formula(diagnosis.where, style));
}

void add_diagnosis(Page& page, const Judgement& judgement, const Style& style) {
  if (judgement.diagnosis.kind == MistakeKind::none) {
    page.row("mistake", judgement.is_searched ? "not found: no single correction that was tried makes it true"
                                              : "not searched for in claims of this kind");
    return;
  }
  page.row("mistake", mistake(judgement.diagnosis, style));
  for (std::size_t i = 0; i < judgement.diagnosis.all.size(); ++i)
    page.row(i == 0 ? "all" : "", formula(judgement.diagnosis.all[i], style));
  add_corrected(page, judgement.diagnosis, style);
  for (const Diagnosis& other : judgement.others) {
    page.row("or", mistake(other, style));
    add_corrected(page, other, style);
  }
}

void add_counterexample(Page& page, const Counterexample& counterexample, const Style& style) {
  std::string state = fmt::format("t = {}", number_text(counterexample.time, style, 6));
  for (const auto& [symbol, value] : counterexample.state)
    state += fmt::format(", {} = {}", name_text(symbol, style), number_text(value, style, 6));
  page.row("fails at", state);
  page.row("", fmt::format("left {}, right {}", number_text(counterexample.left, style, 6),
                           number_text(counterexample.right, style, 6)));
}

/// `sin θ ≠ 0`, or an equation.
std::string relation_text(std::string_view text, const Style& style) {
  constexpr std::string_view differs = " != ";
  const std::size_t at = text.find(differs);
  if (at == std::string_view::npos) return formula(text, style);
  return fmt::format("{} {} {}", formula(text.substr(0, at), style),
                     style.unicode ? "≠" : "!=", formula(text.substr(at + differs.size()), style));
}

/// The equations of a list, each set as a formula.
std::string relations_text(std::string_view list, std::string_view separator, const Style& style) {
  std::string out;
  while (true) {
    const std::size_t end = std::min(list.find(separator), list.size());
    out += relation_text(list.substr(0, end), style);
    if (end == list.size()) return out;
    out += separator;
    list.remove_prefix(end + separator.size());
  }
}

/// A condition: an equation, or `in relative equilibrium (th'' = 0, th' = 0) with sin(th) != 0`.
std::string condition_text(std::string_view text, const Style& style) {
  constexpr std::string_view rest = "equilibrium";
  constexpr std::string_view with = " with ";
  const std::size_t besides = std::min(text.find(with), text.size());
  std::string_view head = text.substr(0, besides);
  std::string out;
  if (const std::size_t at = head.find(rest); at != std::string_view::npos) {
    out = fmt::format("in {}", head.substr(0, at + rest.size()));
    head.remove_prefix(at + rest.size());
    if (head.size() > 3) out += fmt::format(" ({})", relations_text(head.substr(2, head.size() - 3), ", ", style));
  } else {
    out = formula(head, style);
  }
  if (besides < text.size())
    out += std::string(with) + relations_text(text.substr(besides + with.size()), " and ", style);
  return out;
}

std::string joined_conditions(const std::vector<std::string>& all, const Style& style) {
  std::string out;
  for (const std::string& condition : all)
    out += fmt::format("{}{}", out.empty() ? "" : ", or ", condition_text(condition, style));
  return out;
}

/// A remark, with the condition in `its rate vanishes at x' = 0, for that instant only` set as a formula.
std::string remark_text(std::string_view remark, const Style& style) {
  constexpr std::string_view stands_for = "` stands for `"; // "`V` stands for `m*g*y`"
  if (const std::size_t middle = remark.find(stands_for); middle != std::string_view::npos && remark.ends_with('`')) {
    const std::string_view meaning = remark.substr(middle + stands_for.size());
    return fmt::format("{} stands for {}", formula(remark.substr(1, middle - 1), style),
                       formula(meaning.substr(0, meaning.size() - 1), style));
  }
  constexpr std::string_view head = "its rate vanishes at ";
  constexpr std::string_view tail = ", for that instant only";
  const std::size_t end = remark.find(tail);
  if (!remark.starts_with(head) || end == std::string_view::npos) return std::string(remark);
  return fmt::format("{}{}{}", head, formula(remark.substr(head.size(), end - head.size()), style), remark.substr(end));
}

std::string certainty(const Judgement& judgement, const Style& style) {
  if (judgement.verdict == Verdict::undecided) return "none: neither proved nor refuted";
  if (judgement.by_points && judgement.counterexample) return "the state shown";
  if (is_true(judgement.verdict) && judgement.states == 0) return "exact: by its form";
  if (judgement.by_points && judgement.verdict == Verdict::is_false) return "60 digits at real states";
  if (judgement.by_points) return fmt::format("holds at {} real states; observed, not proved", judgement.states);
  return fmt::format("exact arithmetic at random states modulo a prime; probability of error {}",
                     number_text(judgement.error, style, 1));
}

} // namespace

std::string prove_text(const ProveReport& report, const Style& style) {
  const Study& study = *report.study;
  const Judgement& judgement = report.judgement;
  Page page(style);
  const bool is_good = is_true(judgement.verdict);
  const bool is_open = judgement.verdict == Verdict::undecided;
  const std::string_view mark = is_open ? "?" : style.unicode ? (is_good ? "✓" : "✗") : (is_good ? "+" : "x");
  const Ink ink = is_good ? Ink::good : judgement.verdict == Verdict::is_false ? Ink::bad : Ink::caution;
  const bool is_identity = judgement.verdict == Verdict::proved && judgement.used.empty();
  const std::string when = is_good && !is_identity ? validity(study, style) : std::string();
  const std::string_view joint = when.empty() ? "" : judgement.is_conservation ? " between impacts, " : ", ";
  page.title(paint(ink, fmt::format("{} {}{}{}", mark, headline(judgement), joint, when), style), "");
  page.row("claim", formula(text(study.claims.front()), style));
  add_open_contacts(page, study);
  if (is_good) {
    if (!judgement.where.empty()) page.row("where", formula(judgement.where, style));
    add_facts(page, study.system, judgement, style);
  } else if (judgement.verdict == Verdict::special) {
    page.row("if", condition_text(judgement.condition, style));
  } else if (judgement.verdict == Verdict::is_false) {
    add_diagnosis(page, judgement, style);
  }
  if (!judgement.rate.empty()) page.row("d/dt", formula(judgement.rate, style));
  const std::string conditions = joined_conditions(judgement.holds_if, style);
  if (!conditions.empty() && judgement.verdict == Verdict::is_false) page.row("true if", conditions);
  for (const std::string& remark : judgement.remarks)
    page.row("note", remark_text(remark, style));
  if (judgement.counterexample) add_counterexample(page, *judgement.counterexample, style);
  page.row("certainty", certainty(judgement, style));
  return page.text();
}

} // namespace report
} // namespace dalembert
