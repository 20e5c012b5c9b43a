#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/base/source.h>
#include <dalembert/ensemble/histogram.h>
#include <dalembert/ensemble/plan.h>
#include <dalembert/ensemble/summary.h>
#include <dalembert/typesetting/style.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// A sweep with what its page needs.
struct SweepReport {
  std::shared_ptr<const Study> study;
  std::shared_ptr<const SourceMap> sources;
  SweepPlan plan;
  std::vector<MemberColumn> columns;
  SweepSummary summary;
  std::vector<Histogram> histograms;
  std::vector<std::string> passages; ///< the columns of first-passage times
  std::vector<MemberResult> results; ///< by member; empty where they were written to a file
  std::size_t known = 0;             ///< members that an earlier run left
  std::size_t waiting = 0;           ///< that are done, and wait in a file for one before them that is not
  double seconds = 0.0;
  std::size_t threads = 0; ///< of each process
  std::size_t processes = 1;
  std::vector<std::string> files;
  std::string picture_remark; ///< what is not drawn, and why; empty where all is
  std::vector<Diagnostic> diagnostics;

  [[nodiscard]] bool is_complete() const { return summary.members() == plan.members(); }
};

/// `sweep` for a person.
[[nodiscard]] std::string sweep_text(const SweepReport& report, const Style& style);
/// The same as JSON (docs/cli.md).
[[nodiscard]] std::string sweep_json(const SweepReport& report);
/// Without what differs from run to run: how long it took, and with how many threads and processes.
[[nodiscard]] std::string sweep_result_json(const SweepReport& report);

} // namespace ensemble
} // namespace dalembert
