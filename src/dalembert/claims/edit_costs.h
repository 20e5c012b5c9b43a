#pragma once

#include <dalembert/base/rational.h>
#include <dalembert/exact/vocabulary.h>

/// What an edit costs when the corrections of a false claim are ranked: how surprising a slip it would be. The numbers
/// order slips of handwriting and of thought as they are met in students' work; docs/theory/prove.md, section 4, lists
/// them.
namespace dalembert::inline claims::cost {

inline constexpr double sign = 1.0;
inline constexpr double function = 1.25; ///< sine for cosine
inline constexpr double dot = 1.4;
inline constexpr double missing = 1.45;
inline constexpr double extra = 1.5;
inline constexpr double same_class = 1.5;  ///< one coordinate for another, one parameter for another
inline constexpr double other_angle = 1.6; ///< the sine of another angle
inline constexpr double other_class = 1.9; ///< a parameter for a coordinate
inline constexpr double dropped_factor = 1.6;
inline constexpr double power = 1.6;
inline constexpr double added_factor = 1.7;
inline constexpr double squared = 0.3; ///< more than added_factor
inline constexpr double inverted = 1.75;
inline constexpr double two_factors = 2.0;
inline constexpr double further_factor = 0.15; ///< each after the second
inline constexpr double second_missing = 0.45;
inline constexpr double group_member = 0.15; ///< each further term of a group that is wrong in one way

// Penalties
inline constexpr double inertia = 0.5;          ///< in the term with the acceleration
inline constexpr double name_on_the_left = 0.4; ///< what an explicit formula says is rarely the slip
inline constexpr double inside_bracket = 0.3;
inline constexpr double first_term = 0.08;
inline constexpr double new_force = 0.6;        ///< a multiplier where the claim had none
inline constexpr double whole_bracket = 0.4;    ///< a let or a force for a bracket as a whole
inline constexpr double new_inertia = 0.7;      ///< an acceleration that the claim does not hold
inline constexpr double written_anew = 0.6;     ///< the claim does not keep its form
inline constexpr double trivial = 0.6;          ///< each term of the corrected claim vanishes on its own
inline constexpr double empty_part = 0.5;       ///< a missing term where a part of the claim, x - x, is 0 as it stands
inline constexpr double one_branch = 0.2;       ///< the corrected claim holds for one root of a constraint
inline constexpr double new_number = 0.15;      ///< a missing term with a number of its own
inline constexpr double odd_number = 0.4;       ///< more: neither a whole number nor one part of something
inline constexpr double one_scale = 0.15;       ///< a term of a row times or by one quantity
inline constexpr double missing_inertia = 0.25; ///< a missing term with an acceleration
inline constexpr double each_quantity = 0.03;
inline constexpr double unnamed_let = 0.3;     ///< a missing term with a let or bracket that the claim does not name
inline constexpr double new_denominator = 0.2; ///< a missing term divided by what the claim does not divide by
inline constexpr double other_dimension = 0.5; ///< a term of wrong dimension is not one to leave out
inline constexpr double below_rate = 1.0;      ///< a new denominator
inline constexpr double below_bracket = 1.0;
inline constexpr double below_sinusoid = 0.5;
inline constexpr double below_coordinate = 0.3;
inline constexpr double on_constraints = 0.25; ///< the corrected claim needs constraints
inline constexpr double consequence = 0.45;    ///< the corrected claim needs several equations

/// A wrong number: 2 and ½ are the commonest.
[[nodiscard]] inline double number(const Rational& k) {
  if (k == Rational(2) || k == Rational(1, 2)) return 1.15;
  if (k == Rational(4) || k == Rational(1, 4) || k == Rational(3) || k == Rational(1, 3)) return 1.6;
  return 1.8;
}

/// The number of a missing term.
[[nodiscard]] inline double missing_number(const Rational& k) {
  if (k.abs().is_one()) return 0.0;
  return k.is_integer() || k.numerator().abs().is_one() ? new_number : new_number + odd_number;
}

/// A word below a new fraction bar.
[[nodiscard]] inline double below(WordClass kind) {
  switch (kind) {
  case WordClass::rate:
  case WordClass::acceleration:
    return below_rate;
  case WordClass::let:
    return below_bracket;
  case WordClass::sinusoid:
    return below_sinusoid;
  case WordClass::coordinate:
  case WordClass::time:
  case WordClass::force:
    return below_coordinate;
  case WordClass::parameter:
    return 0.0;
  }
  return 0.0;
}

} // namespace dalembert::inline claims::cost
