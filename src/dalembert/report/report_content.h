#pragma once

#include <dalembert/derivation/form_table.h>
#include <dalembert/findings/fact_writer.h>
#include <dalembert/report/analysis_report.h>
#include <dalembert/report/pages.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

/// Everything that the page of `report` shows.
struct ReportPage {
  AnalysisReport analysis;      ///< its overview holds the equations
  std::optional<RunReport> run; ///< absent where there is no initial state to start from
  std::vector<Form> forms;      ///< of the equations; empty for all that apply
  StageSeconds seconds;
  std::string command;             ///< how the page was asked for
  std::string version;             ///< of the program
  std::string picture = {};        ///< HTML of the figure that leads the page: picture, strip, film; may be empty
  StatePicture state_picture = {}; ///< draws the small picture of a steady state; null for none
};

} // namespace report
} // namespace dalembert
