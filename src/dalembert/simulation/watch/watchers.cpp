#include <dalembert/simulation/watch/contact_watch.h>
#include <dalembert/simulation/watch/event_watch.h>
#include <dalembert/simulation/watch/imposition_watch.h>
#include <dalembert/simulation/watch/pace_watch.h>
#include <dalembert/simulation/watch/rank_watch.h>
#include <dalembert/simulation/watch/reserve_watch.h>
#include <dalembert/simulation/watch/row_watch.h>
#include <dalembert/simulation/watch/stall_watch.h>
#include <dalembert/simulation/watch/watchers.h>
#include <dalembert/simulation/watch/work_watch.h>

#include <array>

namespace dalembert {
inline namespace simulation {

namespace {

template <typename Kind>
std::unique_ptr<Watcher> watching(const WatchedRun& run) {
  return std::make_unique<Kind>(run);
}

std::unique_ptr<Watcher> watching_frictions(const WatchedRun& run) {
  return std::make_unique<ReserveWatch>(run, run.laws.frictions(), EventKind::friction);
}

std::unique_ptr<Watcher> watching_jumps(const WatchedRun& run) {
  return std::make_unique<ReserveWatch>(run, run.laws.jumps(), EventKind::jump);
}

constexpr std::array makers{
    watching<RowWatch>,        // singular_position, singular_row
    watching<RankWatch>,       // singular_position
    watching_frictions,        // friction
    watching_jumps,            // jump
    watching<ContactWatch>,    // contact
    watching<ImpositionWatch>, // imposition
    watching<EventWatch>,      // awaited
    watching<PaceWatch>,       // slow_steps
    watching<StallWatch>,      // stall
    watching<WorkWatch>,       // end_of_work
};

} // namespace

std::vector<std::unique_ptr<Watcher>> watchers_of(const WatchedRun& run) {
  std::vector<std::unique_ptr<Watcher>> out;
  out.reserve(makers.size());
  for (const auto& make : makers)
    out.push_back(make(run));
  return out;
}

} // namespace simulation
} // namespace dalembert
