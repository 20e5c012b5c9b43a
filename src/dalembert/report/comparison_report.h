#pragma once

#include <dalembert/analysis/comparison.h>
#include <dalembert/studies/motion_witness.h>
#include <dalembert/typesetting/style.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

/// Two models and how they compare.
struct ComparisonReport {
  std::string first;                          ///< name of model A
  std::string second;                         ///< name of model B
  std::vector<std::string> map;               ///< `x = y + x0(t)`, for each coordinate of A
  std::shared_ptr<const Equations> equations; ///< of B, over whose symbols everything is
  std::shared_ptr<const System> system;       ///< of A
  ModelComparison comparison;
  std::optional<MotionWitness> witness; ///< a state at which they differ
  bool has_imposed = false;             ///< of either model: compared is the start, before anything changes
  bool has_contacts = false;            ///< of either model: they are open here, and are not compared
};

/// `analyse A --against B`: whether both describe one motion, and what differs.
[[nodiscard]] std::string comparison_text(const ComparisonReport& report, const Style& style);
[[nodiscard]] std::string comparison_json(const ComparisonReport& report);

} // namespace report
} // namespace dalembert
