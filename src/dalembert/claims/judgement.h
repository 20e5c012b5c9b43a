#pragma once

#include <dalembert/exact/relaxed_motion.h>
#include <dalembert/mechanics/claim.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace claims {

/// The verdict on a claim; docs/theory/prove.md, section 2.
enum class Verdict {
  proved,         ///< an identity, one equation of motion, or one constraint as declared
  on_constraints, ///< at most one equation of motion, and constraints
  consequence,    ///< two equations of motion or more
  special,        ///< true under a condition only
  is_false,
  undecided,
};

/// The kind of mistake that makes a claim false.
enum class MistakeKind { none, sign, factor, missing, extra, function, variable };

/// A correction that makes a false claim true, and the mistake that it corrects.
struct Diagnosis {
  MistakeKind kind = MistakeKind::none;
  std::string term;      ///< the correct term of left − right (for an extra term, the term to remove)
  std::string found;     ///< the term found there instead; empty for a missing term
  std::string side;      ///< `left` or `right`: the side with the mistake
  std::string was;       ///< the term as written, with the sign that it has on its side; empty for a missing term
  std::string should_be; ///< the correct term, with the sign for its side; empty for an extra term
  std::string remedy;    ///< a sentence: "2*r*theta' should be 2*r'*theta' (a dot is missing)"
  std::vector<std::string> all; ///< the single mistakes where there are several
  std::string corrected;        ///< the whole claim, corrected
  std::string where;            ///< the signs of slip and normal force that the corrected claim is true for
  double cost = 0.0;
  bool is_small_angle = false; ///< an angle is written for its sine
  bool is_of_branch = false;   ///< the field does not see that the corrected claim holds: real states decide
  bool is_definition = false;  ///< the corrected claim holds by the meaning of a name, on the constraints at most
  std::size_t mistakes = 1;    ///< terms that are changed
};

/// One multiple in the combination of facts that a claim is.
struct Multiple {
  Fact fact;
  std::string factor; ///< `1/(m*r)`; empty where it has no short name
};

/// A state at which a false claim fails.
struct Counterexample {
  double time = 0.0;
  std::vector<std::pair<std::string, double>> state;
  double left = 0.0;
  double right = 0.0;
};

/// The result of judging one claim.
struct Judgement {
  Verdict verdict = Verdict::undecided;
  bool by_points = false;       ///< observed at real states, not proved
  std::size_t states = 0;       ///< examined
  double error = 0.0;           ///< bound of the probability (or relative size) of a mistake
  bool is_conservation = false; ///< the claim is `X = const`
  std::vector<Fact> used;
  std::vector<Multiple> combination;
  std::string condition; ///< of verdict special
  std::string where;     ///< of a claim that is true: the signs of slip and normal force that it is true for
  std::vector<std::string> holds_if;
  Diagnosis diagnosis;
  std::vector<Diagnosis> others; ///< nearly as simple
  bool is_searched = false;      ///< corrections were searched for
  std::string rate;              ///< dX/dt of `X = const` where X is not conserved
  bool is_convention = false;    ///< only the sign of the multipliers differs
  std::vector<std::string> remarks;
  std::optional<Counterexample> counterexample;
  bool needs_witness =
      false; ///< false only if a real state says so: roots, signs or open multipliers, which the field may misjudge
  bool has_open_multipliers = false; ///< it contains multipliers of redundant rows
  /// The two sides, for real states; of `X = const` dX/dt and 0. None where rates of accelerations would be needed.
  std::optional<std::pair<Expr, Expr>> sides;
};

/// True for proved, on_constraints and consequence.
[[nodiscard]] constexpr bool is_true(Verdict verdict) {
  return verdict <= Verdict::consequence;
}

/// The name of a verdict and of a kind of mistake in JSON.
[[nodiscard]] std::string_view name(Verdict verdict);
[[nodiscard]] std::string_view name(MistakeKind kind);
[[nodiscard]] std::string_view name(FactLevel level);
/// The name of the coordinate or constraint of a fact.
[[nodiscard]] std::string name(const System& system, const Fact& fact);

} // namespace claims
} // namespace dalembert
