#pragma once

#include <dalembert/mechanics/system.h>

#include <cstdint>
#include <optional>
#include <string>

namespace dalembert::inline simulation {

/// Finds that a run cannot get on: steps are counted, not seconds. Every 20000 steps, accepted or not, their pace says
/// how many the rest needs; more than 10⁷ with steps that fell to a ten-thousandth of earlier ones or that are often
/// rejected (stiff equations), or more than 10⁹ at all, are a stall. Where a function switches and both are the case
/// the motion sticks to a jump, and more than 10⁶ are one.
class StallWatch {
public:
  StallWatch(const System& system, double start, double end) : system_(system), mark_(start), end_(end) {}

  /// What the run has done so far.
  struct Effort {
    std::uint64_t accepted = 0;
    std::uint64_t turned_down = 0; ///< rejected by the error test, or not computable
    double largest_step = 0.0;     ///< s
  };
  struct Stall {
    std::string pace;   ///< what is the matter, in numbers
    std::string advice; ///< what it may come from, and what to do: a guess where no other reason is known
  };
  /// Takes in a step that ended at `t`; nothing unless the run has stalled.
  [[nodiscard]] std::optional<Stall> take(double t, const Effort& now);

private:
  [[nodiscard]] bool has_jumps() const;
  [[nodiscard]] std::string advice() const;

  const System& system_;
  double mark_;             ///< time at the beginning of the window, s
  double end_;              ///< of the run, s
  std::uint64_t tried_ = 0; ///< steps before the window
  std::uint64_t turned_down_ = 0;
};

} // namespace dalembert::inline simulation
