#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {

/// What decides whether small deviations grow, found by signs for positive parameters.
struct StabilityCondition {
  enum class Verdict { always, never, when_square_exceeds, when_square_is_below, when_positive };
  Verdict verdict = Verdict::when_positive;
  bool is_asymptotic = false; ///< deviations decay: some odd power of s is there
  Expr quantity;              ///< ω² or the decay rate that must be positive, without factors that always are
  std::size_t speed = 0;      ///< coordinate whose rate squared is compared
  Expr threshold;             ///< with what
};

/// Says when the roots of p(s), leading coefficient 1 and no root 0, leave deviations small; `running`: coordinates
/// whose rates may be compared; `values`: what the motion fixes, which exists where all of them are real.
///   s + c, s² + c               c > 0
///   s⁴ + a s² + b               a, b, a² − 4b > 0; c > 0 where it is (s² + w²)(s² + c) with a running rate w
///   with odd powers             every determinant of Hurwitz positive
/// The first two are solved for a rate squared where c = α·w² + β with α and β of opposite sign; of the others only
/// `always` and `never` are told. Signs are those at 800 draws of all sizes with all parameters positive where the
/// motion exists: evidence, no proof. Nothing where they differ.
[[nodiscard]] std::optional<StabilityCondition> stability(const System& system, const SPolynomial& p,
                                                          const std::vector<std::size_t>& running,
                                                          const std::vector<Expr>& values);

} // namespace dalembert
