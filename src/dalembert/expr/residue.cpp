#include <dalembert/expr/residue.h>

#include <numeric>
#include <utility>

namespace dalembert {
inline namespace expr {

// Extended Euclid; the factors stay within ±m.
std::optional<std::uint64_t> inverse_modulo(std::uint64_t a, std::uint64_t m) {
  std::uint64_t old_rest = a % m;
  std::uint64_t rest = m;
  std::int64_t old_factor = 1;
  std::int64_t factor = 0;
  while (rest != 0) {
    const std::uint64_t quotient = old_rest / rest;
    old_rest = std::exchange(rest, old_rest - quotient * rest);
    old_factor = std::exchange(factor, old_factor - static_cast<std::int64_t>(quotient) * factor);
  }
  if (old_rest != 1) return std::nullopt;
  return static_cast<std::uint64_t>(old_factor < 0 ? old_factor + static_cast<std::int64_t>(m) : old_factor);
}

Residue Residue::pow(std::uint64_t exponent) const {
  Residue result(1);
  Residue square = *this;
  for (; exponent != 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result *= square;
    if (exponent > 1) square *= square;
  }
  return result;
}

std::optional<Residue> Residue::inverse() const {
  const auto found = inverse_modulo(value_, p);
  return found ? std::optional(Residue(*found)) : std::nullopt;
}

int Residue::sign() const {
  if (is_zero()) return 0;
  return pow((p - 1) / 2) == Residue(1) ? 1 : -1;
}

std::optional<Residue> Residue::sqrt() const {
  const Residue root = pow((p + 1) / 4);
  if (root * root != *this) return std::nullopt;
  return root;
}

std::optional<Residue> Residue::rational_power(std::int64_t numerator, std::int64_t denominator) const {
  if (is_zero()) return numerator > 0 ? std::optional(*this) : std::nullopt;
  if (denominator == 2) { // by far the most frequent
    const std::optional<Residue> root = sqrt();
    if (!root) return std::nullopt;
    const Residue power = root->pow(static_cast<std::uint64_t>(numerator < 0 ? -numerator : numerator));
    return numerator < 0 ? power.inverse() : power;
  }
  // In the subgroup of order prime to the denominator every element has exactly one root. An even denominator is an odd
  // multiple of the order away from its inverse, so the power of the root tells a square from a non-square.
  const auto d = static_cast<std::uint64_t>(denominator);
  std::uint64_t order = p - 1;
  for (std::uint64_t common = std::gcd(order, d); common != 1; common = std::gcd(order, d))
    order /= common;
  const Residue root = d == 1 ? *this : pow(*inverse_modulo(d, order));
  if (root.pow(d) != *this) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(numerator < 0 ? -numerator : numerator) % order;
  const Residue power = root.pow(size);
  return numerator < 0 ? power.inverse() : power;
}

} // namespace expr
} // namespace dalembert
