#pragma once

#include <dalembert/base/archive.h>

#include <cstdint>

namespace dalembert {
inline namespace numerics {

/// Chooses, step by step, whether Newton's iteration of Radau IIA takes one Jacobian for all stages, or one for each,
/// which couples them.
///
/// One for all is the rule. Where its iteration fails or is slow, the coupled one is tried; from time to time one for
/// all is tried again. After ten steps the way that costs less for a second of motion is kept, and what was tried in
/// vain is tried less often.
class RadauCoupling {
public:
  [[nodiscard]] bool is_coupled() const { return is_coupled_; }
  /// Before a step that would be coupled: true where one Jacobian for all is to be tried.
  [[nodiscard]] bool is_probe_due() const { return until_probe_ == 0; }

  void restart() { *this = {}; }
  /// Takes in that the iteration with one Jacobian for all has failed. True where the coupled one is to be tried.
  [[nodiscard]] bool take_failure();
  /// Takes in how the iteration ended that was tried in the place of the other.
  void take_probe(bool has_converged);
  void take_coupled(bool has_converged);
  /// Takes in an accepted step: its length in s, what it cost in evaluations of f with all that was tried for it, and
  /// whether its iteration was slow. True where the next step will be solved the other way.
  bool take_step(double length, double price, bool is_slow);
  /// The coupled equations are too many to be solved.
  void forbid() { is_allowed_ = false; }

  void archive(Archive& with) {
    with(is_coupled_, is_allowed_, steps_, until_probe_, between_probes_, until_trial_, between_trials_, until_rescue_,
         between_rescues_, price_, time_, pace_before_);
  }

private:
  static constexpr std::uint64_t first_probe = 20; ///< accepted steps

  /// Takes in that one Jacobian for all does not serve well. True where that is enough to change.
  bool take_wish();
  void change();
  [[nodiscard]] double pace() const { return price_ / time_; }

  bool is_coupled_ = false;
  bool is_allowed_ = true;
  std::uint64_t steps_ = 0;       ///< accepted, since the last change
  std::uint64_t until_probe_ = 0; ///< accepted steps
  std::uint64_t between_probes_ = first_probe;
  std::uint64_t until_trial_ = 0; ///< failures and slow steps, before more than one step is coupled
  std::uint64_t between_trials_ = 1;
  std::uint64_t until_rescue_ = 0; ///< failures, before the one step is solved by the other way
  std::uint64_t between_rescues_ = 1;
  double price_ = 0;       ///< of the last steps, older ones counting less
  double time_ = 0;        ///< s, the same
  double pace_before_ = 0; ///< evaluations a second, before the last change
};

} // namespace numerics
} // namespace dalembert
