#include <dalembert/report/analyse_sections.h>
#include <dalembert/report/formula.h>
#include <dalembert/report/report_resources.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/report/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace dalembert {

namespace {

std::string title(const System& system) {
  const std::string name = system.name.empty() ? std::string("Model") : system.name;
  return system.title.empty() ? name : system.title;
}

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
  if (!page.run) return out;
  const RunResult& result = *page.run->result;
  if (result.outcome == RunOutcome::failed) out += badge("the run was broken off", "bad");
  if (result.outcome == RunOutcome::interrupted) out += badge("the run was interrupted", "bad");
  const auto failing =
      static_cast<std::size_t>(std::count_if(result.checks.begin(), result.checks.end(), [](const CheckResult& check) {
        return check.status == CheckStatus::fails;
      }));
  if (failing > 0)
    out += badge(fmt::format("✗ {} of {} checks fail", failing, result.checks.size()), "bad");
  else if (!result.checks.empty())
    out += badge(result.checks.size() == 1 ? std::string("✓ its check is kept")
                                           : fmt::format("✓ all {} checks are kept", result.checks.size()),
                 "good");
  return out;
}

std::string header(const ReportPage& page) {
  const System& system = page.analysis.overview.study->system;
  std::string out = fmt::format("<header>\n<h1>{}</h1>\n", xml_escaped(title(system)));
  if (!system.title.empty() && !system.name.empty())
    out += fmt::format("<p>model <code>{}</code></p>\n", xml_escaped(system.name));
  return out + fmt::format("<div class=\"badges\">\n{}</div>\n</header>", badges(page));
}

/// Puts `values` where the template names them as {{name}}.
std::string filled(std::string_view frame, const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string out;
  while (!frame.empty()) {
    const std::size_t begin = std::min(frame.find("{{"), frame.size());
    out += frame.substr(0, begin);
    if (begin == frame.size()) break;
    const std::size_t end = frame.find("}}", begin);
    const std::string_view name = frame.substr(begin + 2, end - begin - 2);
    for (const auto& [known, value] : values)
      if (known == name) out += value;
    frame.remove_prefix(end + 2);
  }
  return out;
}

} // namespace

HtmlSection analysis_section(const ReportPage& page) {
  Page rows(html_style());
  add_facts(rows, page.analysis);
  return {"analysis", "What is said about it", html_rows(rows)};
}

std::string report_html(const ReportPage& page) {
  const Overview& overview = page.analysis.overview;
  if (overview.equations == nullptr) throw std::invalid_argument("report_html needs the equations");
  FormulaWriter writer(*overview.equations);
  const std::array<HtmlSection, 9> sections{system_section(page, writer),
                                            constraints_section(page),
                                            derivation_section(page, writer),
                                            equations_section(page, writer),
                                            reactions_section(page),
                                            analysis_section(page),
                                            motion_section(page),
                                            certificate_section(page),
                                            making_section(page)};
  std::string contents = "<nav aria-label=\"Contents\">\n<ol>\n";
  std::string body;
  for (const HtmlSection& section : sections) {
    if (section.body.empty()) continue;
    contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, section.title);
    body += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
        section.id, section.title, section.body);
  }
  return filled(report_page_frame, {{"generator", fmt::format("dalembert {}", page.version)},
                                    {"title", xml_escaped(title(overview.study->system))},
                                    {"style", std::string(report_page_style)},
                                    {"header", header(page)},
                                    {"contents", contents + "</ol>\n</nav>"},
                                    {"body", body}});
}

} // namespace dalembert
