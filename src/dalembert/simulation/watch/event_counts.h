#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/results/event.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// How often each event of a model happened in a run.
class EventCounts {
public:
  /// Keeps references; the warning that there were too many of one name goes to `warnings`.
  EventCounts(const Study& study, std::vector<Diagnostic>& warnings)
      : study_(study), warnings_(warnings), counts_(study.events.size()) {}

  /// Counts an event of the model; false where there were too many of its name to be listed.
  [[nodiscard]] bool admit(const Event& event);

  void archive(Archive& with) { with(counts_); }

private:
  const Study& study_;
  std::vector<Diagnostic>& warnings_;
  std::vector<std::size_t> counts_; ///< by event of the study
};

} // namespace simulation
} // namespace dalembert
