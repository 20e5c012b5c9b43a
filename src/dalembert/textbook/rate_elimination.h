#pragma once

#include <dalembert/algebra/algebra.h>

#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// The velocity constraints A·v + b = 0 solved for as many rates: another way to write what holds on them.
class RateElimination {
public:
  struct Solved {
    Expr rate;
    AtomId atom = 0;
    Laurent value; ///< without division by anything but parameters
  };
  explicit RateElimination(std::vector<Solved> rates) : rates_(std::move(rates)) {}

  /// Replaces the rates and brings the result into lowest terms; nothing where it would divide by a rate, or by what
  /// the constraints make 0. @throws BudgetSpent
  [[nodiscard]] std::optional<Fraction> apply(Algebra& algebra, const Fraction& fraction) const;

  /// True where both are proved equal on the constraints; false where one of them divides there by an exact zero, or
  /// where the zero test decides nothing. @throws InternalError where it refutes it, a bug of ours
  [[nodiscard]] bool is_proved(Algebra& algebra, Expr printed, Expr meant) const;

private:
  [[nodiscard]] std::optional<Laurent> replaced(Algebra& algebra, const Laurent& polynomial) const;

  std::vector<Solved> rates_;
};

/// Returns every choice of rates for which the velocity constraints (holonomic ones differentiated once) can be solved
/// without dividing by what may vanish: none where a row is nonlinear, or where there are too many choices.
[[nodiscard]] std::vector<RateElimination> rate_eliminations(Algebra& algebra, const Equations& equations);

} // namespace textbook
} // namespace dalembert
