#include <dalembert/base/errors.h>
#include <dalembert/simulation/phases/repetition_guard.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace simulation {

void RepetitionGuard::count(double t, std::string_view which) {
  constexpr double instant = 1e-12; // of the time since the start
  constexpr std::size_t most_here = 50;
  constexpr std::size_t most = 100'000;
  if (++all_ > most)
    throw SolveError(
        fmt::format("{} more than {} times by t = {:.10g} s, at last {}; end the run before, or smooth what changes",
                    what_, most, t, which),
        {.time = t});
  if (t - last_ > instant * (t - begin_)) {
    here_ = 0;
    last_ = t;
    return;
  }
  if (++here_ > most_here)
    throw SolveError(fmt::format("{} again and again at t = {:.10g} s, at last {}, and the run cannot go on; a "
                                 "smaller tolerance may help",
                                 what_, t, which),
                     {.time = t});
}

} // namespace simulation
} // namespace dalembert
