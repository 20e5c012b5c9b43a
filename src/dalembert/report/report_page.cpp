#include <dalembert/findings/fact_table.h>
#include <dalembert/printing/counted.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <stdexcept>

namespace dalembert {
inline namespace report {

namespace {

std::string badge(std::string_view text, std::string_view cls = {}) {
  return fmt::format("<span class=\"badge{}{}\">{}</span>\n", cls.empty() ? "" : " ", cls, html_text(text));
}

/// What a reader wants to know first: freedoms, and how the run and its checks went.
std::string badges(const ReportPage& page) {
  const Overview& overview = page.analysis.overview;
  std::string out;
  if (overview.degrees_of_freedom)
    out += badge(counted(static_cast<std::size_t>(*overview.degrees_of_freedom), "degree of freedom"));
  if (!overview.study->system.constraints.empty())
    out += badge(counted(overview.study->system.constraints.size(), "constraint"));
  if (const std::shared_ptr<const Study>& closed = overview.study->closed) {
    if (!closed->contacts.empty()) out += badge(counted(closed->contacts.size(), "contact"));
    if (!closed->imposed.empty())
      out += badge(fmt::format("{} imposed", counted(closed->imposed.size(), "constraint")));
  }
  if (!page.run) return out;
  const RunResult& result = *page.run->result;
  if (result.outcome == RunOutcome::failed) out += badge("the run ended early", "bad");
  if (result.outcome == RunOutcome::bounded) out += badge("run shown in part");
  if (result.outcome == RunOutcome::interrupted) out += badge("the run was interrupted", "bad");
  const std::size_t failing = failing_checks(result.checks);
  if (failing > 0)
    out += badge(fmt::format("✗ {} of {} checks fail", failing, result.checks.size()), "bad");
  else if (!result.checks.empty())
    out += badge(result.checks.size() == 1   ? std::string("✓ the check holds")
                 : result.checks.size() == 2 ? "✓ both checks hold"
                                             : fmt::format("✓ all {} checks hold", result.checks.size()),
                 "good");
  return out;
}

/// What stands under the title.
std::string subtitle(const ReportPage& page) {
  const System& system = page.analysis.overview.study->system;
  std::string out;
  if (!system.title.empty() && !system.name.empty())
    out += fmt::format("<p>model <code>{}</code></p>\n", xml_escaped(system.name));
  return out + fmt::format("<div class=\"badges\">\n{}</div>\n", badges(page));
}

} // namespace

std::string page_title(const System& system) {
  const std::string name = system.name.empty() ? std::string("Model") : system.name;
  return system.title.empty() ? name : system.title;
}

HtmlSection conservation_section(const ReportPage& page) {
  return {"conservation", "Conservation laws",
          facts_html(FactTopic::conservation, *page.analysis.overview.equations, page.analysis.facts,
                     page.analysis.overview.plain_form())};
}

HtmlSection equilibria_section(const ReportPage& page) {
  return {"equilibria", "Equilibria and stability",
          facts_html(FactTopic::equilibria, *page.analysis.overview.equations, page.analysis.facts,
                     page.analysis.overview.plain_form(), page.state_picture)};
}

std::string report_html(const ReportPage& page) {
  const Overview& overview = page.analysis.overview;
  if (overview.equations == nullptr) throw std::invalid_argument("report_html needs the equations");
  FormulaWriter writer(*overview.equations);
  const HtmlSection equations = equations_section(page, writer); // first: the other sections refer to its numbers
  return html_page(
      {page_title(overview.study->system),
       subtitle(page),
       page.version,
       {system_section(page, writer), derivation_section(page, writer), equations, reactions_section(overview, writer),
        conservation_section(page), equilibria_section(page), motion_section(page), accuracy_section(page)},
       making_html(page)});
}

} // namespace report
} // namespace dalembert
