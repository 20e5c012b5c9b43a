#include <dalembert/mechanics/dimension_rules.h>

#include <cstdint>

namespace dalembert {
inline namespace mechanics {

std::optional<Exponent> dimension_exponent(const Rational& power) {
  const auto top = power.numerator().as_integer();
  const auto below = power.denominator().as_integer();
  constexpr std::int64_t largest = 64;
  if (!top || !below || *top > largest || *top < -largest || *below > largest) return std::nullopt;
  return reduced(*top, *below);
}

bool keeps_dimension(Function f) {
  return f == Function::abs || f == Function::min || f == Function::max || f == Function::fmod;
}

bool takes_any_dimension(Function f) {
  return f == Function::sign || f == Function::heaviside || f == Function::atan2;
}

} // namespace mechanics
} // namespace dalembert
