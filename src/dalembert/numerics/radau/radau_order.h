#pragma once

#include <dalembert/base/archive.h>

namespace dalembert {
inline namespace numerics {

/// How many stages a run of Radau IIA may take.
enum class RadauStages { any, three, five, seven };

/// Chooses the number of stages step by step, from how fast Newton's iteration converges: fast convergence says that
/// the step could be longer but for its error, and a higher order makes it so; slow convergence that the step is too
/// long for the problem, whatever the order. Source: Hairer, Wanner, J. Comput. Appl. Math. 111 (1999) 93–111.
///
/// What a failure took away comes back where the iteration is not slow, as soon as steps are even.
class RadauOrder {
public:
  static constexpr double slow = 0.8; ///< contraction, from which on stages are taken away
  /// Begins with the more stages the tighter the (relative) tolerance is.
  RadauOrder(RadauStages stages, double tolerance);

  [[nodiscard]] int stages() const { return stages_; }
  void restart();
  void archive(Archive& with) { with(stages_, kept_stages_, steps_, settled_behind_failure_, has_returned_); }
  /// Takes in an accepted step: its Newton iterations, how the last one contracted, and the next step over this one.
  /// True where the number of stages changes.
  [[nodiscard]] bool take_step(int iterations, double contraction, double growth);
  /// Takes in an iteration that failed. True where the number of stages changes.
  [[nodiscard]] bool take_failure();

private:
  RadauStages allowed_;
  int first_stages_;
  int stages_ = 0;
  int kept_stages_ = 0;            ///< those there would be, had no iteration failed
  int steps_ = 0;                  ///< since the last change or failure
  int settled_behind_failure_ = 0; ///< steps, before stages come back
  bool has_returned_ = false;      ///< the last change was that
};

} // namespace numerics
} // namespace dalembert
