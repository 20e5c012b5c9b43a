#include <dalembert/findings/fact_table.h>
#include <dalembert/report/analysis_report.h>
#include <dalembert/report/sections.h>
#include <dalembert/report/validity.h>

#include <stdexcept>

namespace dalembert {
inline namespace report {

std::string analyse_text(const AnalysisReport& report, const Style& style) {
  const Overview& overview = report.overview;
  if (overview.equations == nullptr) throw std::invalid_argument("analyse_text needs the equations");
  Page page(style);
  add_title(page, overview.study->system);
  page.gap();
  add_coordinates(page, overview.study->system);
  add_constraints(page, overview);
  add_freedoms(page, overview);
  add_validity(page, *overview.study);
  page.gap();
  add_facts(page, *overview.equations, report.facts, overview.plain_form());
  return page.text();
}

} // namespace report
} // namespace dalembert
