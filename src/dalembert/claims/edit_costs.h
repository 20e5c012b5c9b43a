#pragma once

#include <dalembert/base/rational.h>
#include <dalembert/exact/vocabulary.h>

/// What an edit costs when the corrections of a false claim are ranked: how surprising a slip it would be. The numbers
/// order slips of handwriting and of thought as they are met in students' work; docs/theory/prove.md, section 4, says
/// what they do, and tests/apps/prove_order_test.py has for each two corrections that it orders.
namespace dalembert {
inline namespace claims {
namespace cost {

// Edits of one term

inline constexpr double sign = 1.0;
inline constexpr double twice_or_half = 1.15;
inline constexpr double function = 1.25;      ///< sine for cosine
inline constexpr double dot = 1.4;            ///< a dot more or less
inline constexpr double missing = 1.45;       ///< a term
inline constexpr double extra = 1.5;          ///< a term
inline constexpr double same_class = 1.5;     ///< one coordinate for another, one parameter for another
inline constexpr double other_angle = 1.6;    ///< the sine of another angle
inline constexpr double three_or_four = 1.6;  ///< times, or a third, or a quarter
inline constexpr double other_number = 1.8;   ///< times any other small number
inline constexpr double dropped_factor = 1.6; ///< a factor that should not be there
inline constexpr double power = 1.6;          ///< an exponent more or less
inline constexpr double added_factor = 1.7;   ///< a factor that is missing
inline constexpr double inverted = 1.75;      ///< a factor on the other side of the fraction bar
inline constexpr double other_class = 1.9;    ///< a parameter for a coordinate
inline constexpr double two_factors = 2.0;    ///< that are missing
inline constexpr double both_factors = 2.3;   ///< two factors of a term of a row, each for another

// More of them

inline constexpr double squared = 0.3;         ///< a missing factor that is a square
inline constexpr double further_factor = 0.15; ///< each missing one after the second
inline constexpr double second_missing = 0.45; ///< term, of another kind
inline constexpr double group_member = 0.15;   ///< each further term of a group that is wrong in one way

// Penalties for where an edit is made

inline constexpr double inertia = 0.5;          ///< in the term with the acceleration
inline constexpr double name_on_the_left = 0.4; ///< what an explicit formula says is rarely the slip
inline constexpr double inside_bracket = 0.3;
inline constexpr double first_term = 0.08;   ///< of a sum
inline constexpr double whole_bracket = 0.4; ///< a let or a force for a bracket as a whole
inline constexpr double written_anew = 0.6;  ///< the claim does not keep its form
inline constexpr double empty_part = 0.5;    ///< a missing term where a part of the claim, x - x, is 0 as it stands

// Penalties for what is brought in

inline constexpr double new_force = 0.6;        ///< a multiplier where the claim had none
inline constexpr double new_inertia = 0.7;      ///< an acceleration that the claim does not hold
inline constexpr double missing_inertia = 0.25; ///< a missing term with an acceleration that the claim holds
inline constexpr double one_scale = 0.15;       ///< each quantity by which a missing term differs from one of a row
inline constexpr double new_number = 0.15;      ///< a missing term with a number of its own
inline constexpr double odd_number = 0.4;       ///< more: neither a whole number nor one part of something
inline constexpr double another_number = 0.45;  ///< a missing term that is no usual multiple of one of a row
inline constexpr double each_quantity = 0.03;   ///< of a missing term, or that it has more than one of a row
inline constexpr double unnamed_let = 0.3;      ///< a missing term with a let or bracket that the claim does not name
inline constexpr double new_denominator = 0.2;  ///< a missing term divided by what the claim does not divide by
inline constexpr double below_rate = 1.0;       ///< a new fraction bar with a rate below it
inline constexpr double below_bracket = 1.0;
inline constexpr double below_sinusoid = 0.5;
inline constexpr double below_coordinate = 0.3;

// Penalties for what the corrected claim needs

inline constexpr double on_constraints = 0.25; ///< constraints
inline constexpr double consequence = 0.45;    ///< several equations

// Limits

inline constexpr double too_near_to_choose = 0.1; ///< corrections whose costs differ by less are all reported
inline constexpr double highest_of_edit = 3.8;    ///< of one term, with all penalties
inline constexpr double highest_of_several = 3.0; ///< beyond it a correction explains nothing

/// A wrong number: 2 and ½ are the commonest.
[[nodiscard]] inline double number(const Rational& k) {
  if (k == Rational(2) || k == Rational(1, 2)) return twice_or_half;
  if (k == Rational(4) || k == Rational(1, 4) || k == Rational(3) || k == Rational(1, 3)) return three_or_four;
  return other_number;
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

} // namespace cost
} // namespace claims
} // namespace dalembert
