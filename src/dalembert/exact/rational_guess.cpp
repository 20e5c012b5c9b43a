#include <dalembert/exact/rational_guess.h>

namespace dalembert {
inline namespace exact {

/// The Euclidean algorithm on (p, x), stopped at the first remainder within the bound (Wang, Guy and Davenport 1982).
std::optional<Rational> small_fraction(Residue x, std::int64_t bound) {
  auto r0 = static_cast<std::int64_t>(Residue::p);
  auto r1 = static_cast<std::int64_t>(x.value());
  std::int64_t s0 = 0;
  std::int64_t s1 = 1;
  while (r1 > bound) {
    const std::int64_t q = r0 / r1;
    const std::int64_t r2 = r0 - q * r1;
    const std::int64_t s2 = s0 - q * s1;
    r0 = r1;
    r1 = r2;
    s0 = s1;
    s1 = s2;
  }
  if (s1 > bound || s1 < -bound || s1 == 0) return std::nullopt;
  return Rational(r1, s1);
}

Residue residue_of(const Rational& value) {
  return Residue(value.residue(Residue::p).value_or(0));
}

} // namespace exact
} // namespace dalembert
