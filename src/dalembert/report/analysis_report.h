#pragma once

#include <dalembert/findings/fact_set.h>
#include <dalembert/report/overview.h>
#include <dalembert/typesetting/style.h>

#include <string>

namespace dalembert {
inline namespace report {

/// Everything that `analyse` says about a model.
struct AnalysisReport {
  Overview overview; ///< with its equations
  FactSet facts;
};

/// `analyse`: the constraints, and the facts in the order of their table.
[[nodiscard]] std::string analyse_text(const AnalysisReport& report, const Style& style);
[[nodiscard]] std::string analyse_json(const AnalysisReport& report);

} // namespace report
} // namespace dalembert
