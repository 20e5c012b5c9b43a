#pragma once

#include <dalembert/report/report_content.h>

#include <string>

namespace dalembert {
inline namespace report {

/// Sets one self-contained HTML page: no script, no request to any network; formulas are MathML, plots are SVG inside
/// the page. Sections that have nothing to say are left out.
/// @throws std::invalid_argument if the overview holds no equations
[[nodiscard]] std::string report_html(const ReportPage& page);

/// What `report --json` prints of the page that went to `file`.
[[nodiscard]] std::string report_json(const ReportPage& page, const std::string& file);

} // namespace report
} // namespace dalembert
