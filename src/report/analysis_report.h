#pragma once

#include <dalembert/analysis/facts.h>
#include <dalembert/report/overview.h>
#include <dalembert/report/style.h>

#include <string>

namespace dalembert {

/// Everything that `analyse` says about a model.
struct AnalysisReport {
  Overview overview; ///< with its equations
  Facts facts;
};

/// `analyse`: energy split, momenta, energy function, fictitious forces, steady motions and what they are made of.
[[nodiscard]] std::string analyse_text(const AnalysisReport& report, const Style& style);
[[nodiscard]] std::string analyse_json(const AnalysisReport& report);

} // namespace dalembert
