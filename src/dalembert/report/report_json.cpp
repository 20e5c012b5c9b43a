#include <dalembert/report/overview_json.h>
#include <dalembert/report/report_page.h>

namespace dalembert {
inline namespace report {

std::string report_json(const ReportPage& page, const std::string& file) {
  Json out{{"schema", "dalembert.report/1"}, {"file", file}};
  add_overview(out, page.analysis.overview);
  return printed(out);
}

} // namespace report
} // namespace dalembert
