#include <dalembert/mechanics/measure.h>

namespace dalembert {
inline namespace mechanics {

namespace {

/// Prints a dimension that counts angles: `rad` times what is left, written with rad in front.
std::string angular_unit(const Dimension& dimension) {
  if (dimension.is_one()) return "rad";
  const std::string rest = dimension.text();
  return rest.rfind("1/", 0) == 0 ? "rad" + rest.substr(1) : "rad·" + rest;
}

Measure combined(std::optional<Dimension> dimension, bool angular) {
  return {std::move(dimension), angular, false};
}

} // namespace

std::string Measure::unit() const {
  if (!dimension) return {};
  if (angular) return angular_unit(*dimension);
  return dimension->text(moment ? Dimension::Spelling::moment : Dimension::Spelling::plain);
}

Measure rate_of(const Measure& x) {
  if (!x.dimension) return x;
  return combined(*x.dimension / Dimension::time(), x.angular);
}

Measure operator*(const Measure& a, const Measure& b) {
  if (!a.dimension || !b.dimension) return {};
  return combined(*a.dimension * *b.dimension, false);
}

Measure operator/(const Measure& a, const Measure& b) {
  if (!a.dimension || !b.dimension) return {};
  return combined(*a.dimension / *b.dimension, a.angular && !b.angular);
}

Measure energy_like(const Measure& like) {
  return like.dimension ? Measure{Dimension::energy(), false} : Measure{};
}

} // namespace mechanics
} // namespace dalembert
