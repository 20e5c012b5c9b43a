#include <dalembert/findings/fact_table.h>
#include <dalembert/report/analysis_report.h>
#include <dalembert/report/overview_json.h>
#include <dalembert/report/validity.h>

#include <stdexcept>

namespace dalembert {
inline namespace report {

std::string analyse_json(const AnalysisReport& report) {
  if (report.overview.equations == nullptr) throw std::invalid_argument("analyse_json needs the equations");
  Json out{{"schema", "dalembert.analyse/1"}};
  add_overview(out, report.overview);
  add_validity(out, *report.overview.study);
  add_facts(out, *report.overview.equations, report.facts, report.overview.plain_form());
  return printed(out);
}

} // namespace report
} // namespace dalembert
