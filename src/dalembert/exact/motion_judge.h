#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/exact/real_sample.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace exact {

class RelaxedMotion;
class TruthTest;

/// Decides whether expressions (in t, q, v, v̇, λ, friction forces, p) vanish on every motion of one system, by exact
/// evaluation at random admissible points: `yes` at every admissible state, up to a probability of about
/// (degree/2⁶²)³; `no` not at every one, though an expression may vanish along one motion. Expressions that vanish
/// identically are proved also where the points cannot be found. The points are kept for the claims that follow.
///
/// With a `sample` of real states the points share component and rank with it, what holds roots or signs is `no` only
/// where a real state shows it, and what is proved must hold at the real states. Source: docs/theory/zero_test.md (4).
class MotionJudge {
public:
  /// Keeps references to both.
  explicit MotionJudge(const Equations& equations, const RealSample* sample = nullptr);
  ~MotionJudge();
  MotionJudge(const MotionJudge&) = delete;
  MotionJudge& operator=(const MotionJudge&) = delete;

  /// @throws InternalError where the points and the real states contradict one another: a bug of ours
  [[nodiscard]] Answer vanishes(Expr claim);
  [[nodiscard]] std::vector<Answer> vanish(std::span<const Expr> claims);

  [[nodiscard]] const RealSample* sample() const { return sample_; }

private:
  [[nodiscard]] Answer judged(Expr claim);
  [[nodiscard]] Answer holds(Expr claim);
  [[nodiscard]] bool may_misjudge(Expr claim);
  [[nodiscard]] bool fails_at_real_state(Expr claim) const;
  [[nodiscard]] bool has_tables() const;
  [[nodiscard]] std::size_t branches() const;
  [[nodiscard]] TruthTest& test(std::size_t branch);

  const Equations& equations_;
  const RealSample* sample_;
  std::vector<std::unique_ptr<RelaxedMotion>> motions_; ///< by branch of the frictions, each made when first wanted
  std::vector<std::unique_ptr<TruthTest>> tests_;
};

} // namespace exact
} // namespace dalembert
