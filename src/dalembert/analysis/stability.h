#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/analysis/existence.h>
#include <dalembert/analysis/steady_linear_motion.h>
#include <dalembert/exact/sign_judge.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// What decides whether small deviations grow, to first order.
struct StabilityCondition {
  enum class Verdict { always, never, when_square_exceeds, when_square_is_below, when_positive };
  Verdict verdict = Verdict::when_positive;
  bool is_asymptotic = false;   ///< deviations decay: no factor of p has even powers only
  bool is_proved = false;       ///< the signs that it rests on have certificates; else they are those of 800 draws
  std::vector<Expr> quantities; ///< that must all be positive, without factors that always are
  std::size_t speed = 0;        ///< coordinate whose rate squared is compared
  Expr threshold;               ///< with what
  std::vector<Expr> rests_on;   ///< parameters whose positive sign it needs
  std::vector<std::size_t> not_at_rest;   ///< running coordinates whose rate may not be 0: the motion drifts there
  std::vector<Expr> not_zero;             ///< what else may not be 0: parameters of even powers, cos β
  std::vector<SymbolicCondition> unequal; ///< what may not be equal: frequencies whose oscillations may grow together
  std::size_t multiplicity = 1;           ///< of the factor that p has most often
  /// Of a factor that p has more than once: oscillations grow with a power of t unless all of these vanish.
  std::vector<Expr> growth;
};

/// The linear motion whose stability is asked for.
struct LinearQuestion {
  const SPolynomial& p;                    ///< leading coefficient 1 and no root 0
  const std::vector<SPolynomial>& factors; ///< of p, where some were found
  const std::vector<std::size_t>& running; ///< coordinates whose rates may be compared
  const SteadyLinearMotion& motion;        ///< with its characteristic polynomial, of which p is left without zeros
  bool is_natural = false;                 ///< M q̈ + K q = 0 with symmetric M > 0 and K: every root s² is real
  bool is_natural_proved = false;          ///< the sign of M is proved
  bool is_special_case = false;            ///< of a motion that was found: `when_positive` is of no use
};

/// Says when the roots of p(s) leave small deviations small.
///   s + c, s² + c             c > 0
///   even powers, natural      every coefficient of s², s⁴, … positive
///   even powers               see oscillation_quantities; c > 0 where it is (s² + w²)(s² + c) with a running rate w
///   with odd powers           see hurwitz_quantities; of each factor where there is one with even powers only
/// Equal factors with even powers only are looked at (`equal_roots`) unless the motion is natural: then a symmetric M >
/// 0 and K have an eigenvector for every root. A condition α·w² + β > 0 with α and β of opposite sign is solved for the
/// rate squared. Signs are those of `judge`. Nothing where the degree is beyond these criteria, where equal roots are
/// not decided, or a special case has no verdict but `when_positive`.
[[nodiscard]] std::optional<StabilityCondition> stability(const System& system, const LinearQuestion& question,
                                                          SignJudge& judge);

} // namespace analysis
} // namespace dalembert
