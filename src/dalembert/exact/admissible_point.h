#pragma once

#include <dalembert/exact/relaxed_motion.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Exact random points, modulo the prime of Residue, on the motion of a system: the constraints hold at position and
/// velocity level, and (v̇, λ, F) solve the equations of motion. These are the states of a RelaxedMotion with all facts
/// imposed, on every branch: roots of quadratic constraints, and signs of slip and normal force of each friction.
/// Source: docs/theory/zero_test.md (4).
class AdmissiblePoints {
public:
  /// Prepares points at which `claims` (in t, q, v, v̇, λ, R, F, p) can be evaluated. Keeps a reference to `equations`.
  /// `sample`: see RelaxedMotion.
  AdmissiblePoints(const Equations& equations, std::span<const Expr> claims, const RealSample* sample = nullptr);
  ~AdmissiblePoints();

  /// False where some constraint cannot be solved this way: then nothing can be proved here.
  [[nodiscard]] bool is_solvable() const;
  /// The number of branches that must be looked at one by one.
  [[nodiscard]] unsigned branches() const;

  /// The values of the claims at a random point of a branch, `fixed` given; nothing where this point has none (try
  /// another seed).
  struct Values {
    std::vector<Residue> claims;
    std::size_t signs = 0;   ///< how many quantities had their sign asked for
    bool is_rational = true; ///< no root, sign or formal function was met
  };
  [[nodiscard]] std::optional<Values> values(std::uint64_t seed, unsigned branch, const SymbolValues& fixed = {}) const;
  /// Some of the claims, and what their values at points depend on.
  struct Asked {
    std::vector<Expr> claims;
    RelaxedMotion::Reach reach = RelaxedMotion::Reach::motion; ///< rates where no claim holds more than these
    std::vector<Expr> symbols; ///< below the claims and what points are drawn from, in ascending order
  };
  [[nodiscard]] Asked asked(std::span<const std::size_t> claims) const;
  /// The values of some claims at a random point of a branch, drawn as far as they reach: the equations of motion are
  /// not solved for claims that hold neither accelerations nor multipliers.
  [[nodiscard]] std::optional<Values> values(const Asked& asked, std::uint64_t seed, unsigned branch,
                                             const SymbolValues& fixed) const;
  /// True where a constraint was solved for `symbol`: it cannot be given a value.
  [[nodiscard]] bool is_solved_for(Expr symbol) const;

private:
  [[nodiscard]] RelaxedMotion& motion(std::size_t frictions) const;
  [[nodiscard]] static std::optional<Values> values_at(RelaxedMotion::State& state, std::span<const Expr> claims);

  [[nodiscard]] static std::vector<RelaxedMotion::Condition> conditions(const SymbolValues& fixed);

  const Equations& equations_;
  const RealSample* sample_;
  std::vector<Expr> claims_;
  mutable std::vector<std::unique_ptr<RelaxedMotion>> motions_; ///< by branch of the frictions, made when first wanted
};

} // namespace exact
} // namespace dalembert
