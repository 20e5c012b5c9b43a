#pragma once

#include <dalembert/findings/fact_context.h>
#include <dalembert/findings/fact_set.h>

#include <string>

namespace dalembert {
inline namespace findings {

/// Why no steady states are known in numbers; empty where some are.
struct SteadyObstacle {
  std::string why;
};

/// Returns what is known of it before the search; found once.
[[nodiscard]] const SteadyObstacle& steady_obstacle(const FactContext& context, FactSet& facts);

} // namespace findings
} // namespace dalembert
