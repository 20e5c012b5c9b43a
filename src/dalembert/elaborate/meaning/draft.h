#pragma once

#include <dalembert/elaborate/meaning/context.h>
#include <dalembert/mechanics/study.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// A Study in the making. What is measured in inferred units is filled in last.
class Draft {
public:
  explicit Draft(Context& all);

  /// Puts off `work` until all dimensions are known.
  void later(std::function<void()> work);
  /// Does what was put off, and returns the study.
  [[nodiscard]] Study finish();

  /// What stands at `span`, as Context::text gives it, for tables and plots: `table("road.csv", x)` stands by the name
  /// that it is printed by, `z_road(x)`.
  [[nodiscard]] std::string shown(SourceSpan span) const;

  Context& context;
  Study study;
  std::map<std::string, std::string> table_names; ///< printed names, by the file and the third argument as written

private:
  std::vector<std::function<void()>> finishers_;
};

} // namespace elaboration
} // namespace dalembert
