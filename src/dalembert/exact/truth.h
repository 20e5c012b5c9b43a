#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/exact/relaxed_motion.h>

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Decides whether expressions vanish on the motion of a system, by exact evaluation at random admissible states.
///
/// `yes` is a proof up to a probability of about (degree/2⁶²)³ where there are no roots and signs, or where the other
/// branch of each of them changes nothing. Identities between branches (√(x²) = |x|) are seen at 24 states for each
/// combination of signs, up to four roots and signs; there the real states of the motion must agree.
/// States with all facts imposed are kept: another expression costs only the nodes that were not met before.
/// Source: docs/theory/prove.md, sections 1 and 2.
class TruthTest {
public:
  static constexpr std::size_t states = 3;
  static constexpr std::size_t sieve_states = 6; ///< a corrected claim with a root has a value at one of these, mostly

  explicit TruthTest(RelaxedMotion& motion);

  [[nodiscard]] RelaxedMotion& motion() { return motion_; }

  /// Decides whether `residual` vanishes where all facts hold.
  [[nodiscard]] Answer holds(Expr residual);
  /// Takes the sieve and the further states from `branch`, with every free parameter a square: √(l²) = l, as for a
  /// length. Precondition: branch < motion().branches()
  void sieve_with_positive_parameters(unsigned branch);
  /// Takes them from the first branch again.
  void sieve_anywhere() { positive_.clear(); }
  /// Takes the sieve and the further states where `residual` has a value that is not 0, if there are such states: a
  /// claim with a root of its own has no value at half of all states.
  void sieve_where_false(Expr residual);
  /// True where the sieve has positive parameters and `residual` vanishes at its states; it may fail elsewhere.
  [[nodiscard]] bool holds_at_positive(Expr residual);
  /// Decides the same where only the facts marked in `imposed` hold.
  [[nodiscard]] Answer holds(Expr residual, const std::vector<bool>& imposed);
  /// Returns a minimal set of facts that makes `residual` vanish. Precondition: holds(residual) is yes.
  [[nodiscard]] std::vector<Fact> facts_used(Expr residual);

  /// True where the last `yes` of `holds` was an identity between branches: its certainty is less.
  [[nodiscard]] bool is_between_branches() const { return between_branches_; }
  /// True where that `yes` was also looked at in all real states of this motion's frictions.
  [[nodiscard]] bool is_seen_in_reals() const { return seen_in_reals_; }
  /// The first real state at which `residual` clearly does not vanish; nothing where there is none, or no real state.
  [[nodiscard]] std::optional<std::size_t> fails_at_real_state(Expr residual);
  /// True where real states contradict a proof that `residual` vanishes, beyond rounding.
  [[nodiscard]] bool is_contradicted(Expr residual);

  /// Says that states are to know rates of accelerations and multipliers too.
  void expect_jerk(bool is_expected) { expects_jerk_ = is_expected; }
  /// The first state where all facts hold, at which candidates are sieved; null where there is none.
  [[nodiscard]] RelaxedMotion::State* sieve();
  /// A further state where all facts hold; null where there is none. Precondition: index < states.
  [[nodiscard]] RelaxedMotion::State* state(std::size_t index);
  /// The same of one branch of the constraints' solutions, for any index. Precondition: motion().is_solvable()
  [[nodiscard]] RelaxedMotion::State* state(std::size_t index, unsigned branch);

private:
  struct Kept {
    std::deque<RelaxedMotion::State> found;
    std::uint64_t next_seed = 1;
  };
  RelaxedMotion::State* kept(unsigned branch, std::size_t index, bool with_jerk);
  Answer on_branch(Expr residual, unsigned branch);
  Answer at_kept_states(Expr residual, unsigned branch, std::size_t wanted, std::size_t most_tries);
  bool holds_on_all_turns(Expr residual, unsigned branch, const Branches& places);
  Answer at_turned_states(Expr residual, unsigned branch, const Branches& turned);
  Answer on_branch(Expr residual, unsigned branch, const std::vector<bool>& imposed);

  RelaxedMotion& motion_;
  std::vector<bool> all_;
  bool expects_jerk_ = false;
  bool seen_in_reals_ = false;
  bool between_branches_ = false;
  std::deque<RelaxedMotion::State> positive_; ///< the sieve with positive parameters, where that is asked for
  std::vector<RelaxedMotion::State*> chosen_; ///< the sieve otherwise; empty: the first states
  std::vector<Kept> kept_;                    ///< by branch, without and with jerk
};

} // namespace exact
} // namespace dalembert
