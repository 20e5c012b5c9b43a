#include <dalembert/report/pages.h>
#include <dalembert/report/run_contacts.h>
#include <dalembert/report/run_events.h>
#include <dalembert/report/run_frictions.h>
#include <dalembert/report/run_impositions.h>
#include <dalembert/report/run_jumps.h>
#include <dalembert/report/run_sections.h>
#include <dalembert/report/run_sensitivities.h>
#include <dalembert/report/sections.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace report {

namespace {

constexpr std::size_t equation_lines_on_screen = 9;
constexpr std::size_t checks_on_screen = 8;

void add_files(Page& page, const RunReport& report) {
  if (report.files.empty()) {
    page.row("files", "none: --out DIR writes plots (SVG), the table (CSV) and this result (JSON)");
    return;
  }
  // All lie in the folder of the last one.
  const std::size_t folder = report.files.back().rfind('/') + 1; // npos + 1 is 0
  const std::string_view where = std::string_view(report.files.back()).substr(0, folder);
  std::string out;
  for (const std::string& file : report.files)
    out += (out.empty() ? "" : ", ") + (file.starts_with(where) ? file.substr(folder) : file);
  if (!where.empty()) out = fmt::format("in {} {}", where, out);
  page.row("files", out);
}

} // namespace

std::string run_text(const RunReport& report, const Style& style) {
  Page page(style);
  const Overview& overview = report.overview;
  const System& system = overview.study->system;
  add_title(page, system);
  page.gap();
  add_coordinates(page, system);
  add_constraints(page, overview);
  add_freedoms(page, overview);
  if (overview.equations != nullptr) add_equations(page, overview, equation_lines_on_screen);
  add_reactions(page, overview);
  page.gap();
  add_initial(page, system, report.result->initial);
  if (report.result->impact) add_impact(page, system, *report.result->impact);
  if (has_motion(*report.result)) {
    add_run(page, report);
    add_events(page, report);
    add_impositions(page, report);
    add_contacts(page, report);
    add_frictions(page, report);
    add_jumps(page, report);
    add_samples(page, report);
    add_final(page, report);
  }
  add_sensitivities(page, report);
  add_certificate(page, report);
  page.gap();
  add_checks(page, report, checks_on_screen);
  add_files(page, report);
  return page.text();
}

} // namespace report
} // namespace dalembert
