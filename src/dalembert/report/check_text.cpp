#include <dalembert/printing/counted.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace report {

namespace {

std::size_t count_of(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  return static_cast<std::size_t>(std::count_if(diagnostics.begin(), diagnostics.end(),
                                                [severity](const Diagnostic& d) { return d.severity == severity; }));
}

/// Which checks are settled, and how many need a run.
void add_settled_checks(Page& page, const Overview& overview) {
  const Study& study = *overview.study;
  if (study.checks.empty()) return;
  const Style& style = page.style();
  const std::size_t failed = failing_checks(overview.settled);
  std::string out = fmt::format("{} of {} decided without a run", overview.settled.size(), study.checks.size());
  if (failed > 0) out += fmt::format(", {} of them false", failed);
  page.row("checks", out);
  for (const CheckResult& result : overview.settled) {
    const Check& check = study.checks[result.index];
    const bool fails = result.status == CheckStatus::fails;
    const std::string_view mark = style.unicode ? (fails ? "✗" : "✓") : (fails ? "x" : "+");
    const std::string how = fails                                  ? "  is false"
                            : result.status == CheckStatus::proved ? "  proved"
                                                                   : "  holds at real states";
    page.row("", fmt::format("{} {}{}", paint(fails ? Ink::bad : Ink::good, mark, style), formula(check.text, style),
                             paint(Ink::faint, how, style)));
  }
}

} // namespace

std::string check_text(const Overview& overview, const Style& style) {
  Page page(style);
  const System& system = overview.study->system;
  add_title(page, system);
  page.gap();
  add_coordinates(page, system);
  add_parameters(page, overview);
  add_tables(page, system);
  add_constraints(page, overview);
  add_freedoms(page, overview);
  add_reactions(page, overview);
  if (overview.initial != nullptr) add_initial(page, system, *overview.initial);
  add_settled_checks(page, overview);
  const std::size_t errors = count_of(overview.diagnostics, Severity::error);
  const std::size_t warnings = count_of(overview.diagnostics, Severity::warning);
  page.gap();
  if (errors == 0 && warnings == 0)
    page.title(paint(Ink::good, style.unicode ? "✓ no errors, no warnings" : "no errors, no warnings", style), "");
  else
    page.title(fmt::format("{}, {}", counted(errors, "error"), counted(warnings, "warning")), "");
  return page.text();
}

} // namespace report
} // namespace dalembert
