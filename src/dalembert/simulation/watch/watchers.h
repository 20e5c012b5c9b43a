#pragma once

#include <dalembert/simulation/watch/watcher.h>

#include <memory>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// One watcher for each kind of event that is looked for, in the order in which they are asked.
[[nodiscard]] std::vector<std::unique_ptr<Watcher>> watchers_of(const WatchedRun& run);

} // namespace simulation
} // namespace dalembert
