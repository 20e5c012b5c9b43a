#pragma once

#include <dalembert/analysis/relaxed_motion.h>

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace dalembert {

enum class Truth { yes, no, undecided };

/// Decides whether expressions vanish on the motion of a system, by exact evaluation at random admissible states.
///
/// `yes` is a proof up to a probability of about (degree/2⁶²)³; with s quantities whose sign is asked for (|x|, sign x)
/// enough states that every combination of signs is met, refused for s > 3. States with all facts imposed are kept:
/// another expression costs only the nodes that were not met before.
/// Source: docs/theory/prove.md, sections 1 and 2.
class TruthTest {
public:
  static constexpr std::size_t states = 3;

  explicit TruthTest(RelaxedMotion& motion);

  [[nodiscard]] RelaxedMotion& motion() { return motion_; }

  /// Decides whether `residual` vanishes where all facts hold.
  [[nodiscard]] Truth holds(Expr residual);
  /// Decides the same where only the facts marked in `imposed` hold.
  [[nodiscard]] Truth holds(Expr residual, const std::vector<bool>& imposed);
  /// Returns a minimal set of facts that makes `residual` vanish. Precondition: holds(residual) is yes.
  [[nodiscard]] std::vector<Fact> facts_used(Expr residual);

  /// Says that states are to know rates of accelerations and multipliers too.
  void expect_jerk(bool is_expected) { expects_jerk_ = is_expected; }
  /// The first state where all facts hold, at which candidates are sieved; null where there is none.
  [[nodiscard]] RelaxedMotion::State* sieve();
  /// A further state where all facts hold; null where there is none. Precondition: index < states.
  [[nodiscard]] RelaxedMotion::State* state(std::size_t index);

private:
  struct Kept {
    std::deque<RelaxedMotion::State> found;
    std::uint64_t next_seed = 1;
  };
  RelaxedMotion::State* kept(unsigned branch, std::size_t index, bool with_jerk);
  Truth on_branch(Expr residual, unsigned branch);
  Truth on_branch(Expr residual, unsigned branch, const std::vector<bool>& imposed);

  RelaxedMotion& motion_;
  std::vector<bool> all_;
  bool expects_jerk_ = false;
  std::vector<Kept> kept_; ///< by branch, without and with jerk
};

} // namespace dalembert
