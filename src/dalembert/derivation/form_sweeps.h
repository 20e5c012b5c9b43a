#pragma once

#include <dalembert/derivation/motion_form.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// The derivatives and substitutions of one form: v stands for X·u + y, and time moves t, q and u.
class FormSweeps {
public:
  /// Keeps references. `rates` is X·u + y; the kinematics of `form` and its symbols must be set.
  FormSweeps(const Equations& equations, const MotionForm& form);

  /// Replaces v by X·u + y.
  [[nodiscard]] Expr at_speeds(Expr e) const { return substitute(graph_, e, at_speeds_); }
  [[nodiscard]] std::vector<Expr> at_speeds(std::span<const Expr> list) const {
    return substitute(graph_, list, at_speeds_);
  }
  /// Replaces v̇ by X·u̇ + convective as well.
  [[nodiscard]] Expr at_motion(Expr e) const { return substitute(graph_, e, at_motion_); }
  /// d/dt with u̇.
  [[nodiscard]] Expr in_time(Expr e) const { return directional(graph_, e, moving_); }
  /// d/dt with u held fixed.
  [[nodiscard]] Expr with_fixed_speeds(Expr e) const { return directional(graph_, e, frozen_); }
  [[nodiscard]] std::vector<Expr> with_fixed_speeds(std::span<const Expr> list) const {
    return directional(graph_, list, frozen_);
  }
  /// Σᵢ Xᵢᵣ·∂e/∂qᵢ, the derivative along direction r.
  [[nodiscard]] Expr along(Expr e, int direction) const;
  /// Σᵢ Xᵢᵣ·listᵢ
  [[nodiscard]] Expr projected(std::span<const Expr> list, int direction) const;
  /// Declared generalized forces and friction, per coordinate, in terms of v.
  [[nodiscard]] std::vector<Expr> active_forces() const;

private:
  const Equations& equations_;
  const MotionForm& form_;
  Graph& graph_;
  std::vector<Expr> q_;
  std::vector<Replacement> at_speeds_;
  std::vector<Replacement> at_motion_;
  std::vector<Seed> frozen_;
  std::vector<Seed> moving_;
};

/// Sets `convective` from the kinematics: v̇ at u̇ = 0.
void add_convective(const Equations& equations, MotionForm& form);

/// Reads W, f and B off the residual, which is linear in u̇ and λ; with `keeps_multipliers` sets C and g from the
/// constraints.
enum class MultiplierRows : std::uint8_t { eliminated, kept };
void complete(const Equations& equations, MotionForm& form, MultiplierRows multipliers);

/// Sets the way back, λ = Zᵀ·(M·v̇ − h − friction): `returns` is Z and `rows` says which constraints it solves for.
void add_way_back(const Equations& equations, MotionForm& form, const ExprMatrix& returns,
                  const std::vector<int>& rows);

} // namespace derivation
} // namespace dalembert
