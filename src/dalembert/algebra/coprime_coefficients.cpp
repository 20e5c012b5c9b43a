#include <dalembert/algebra/coprime_coefficients.h>
#include <dalembert/algebra/image_values.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

namespace {

/// A polynomial in one variable modulo the prime, by ascending powers; the last coefficient is not 0.
using Image = std::vector<Residue>;

void drop_zeros(Image& image) {
  while (!image.empty() && image.back().is_zero())
    image.pop_back();
}

/// The images of b and a, in this order, with `kept` as the variable; nothing where a coefficient has none.
std::optional<std::array<Image, 2>> images(const Polynomial& polynomial, std::size_t x, std::size_t kept) {
  std::array<Image, 2> out;
  for (const Polynomial::Term& t : polynomial.terms) {
    const std::optional<std::uint64_t> coefficient = t.coefficient.residue(Residue::p);
    if (!coefficient) return std::nullopt;
    Residue value(*coefficient);
    for (std::size_t v = 0; v < polynomial.variables; ++v)
      if (v != x && v != kept && t.exponents[v] > 0) value *= random_residue(v).pow(t.exponents[v]);
    Image& image = out[t.exponents[x] == 0 ? 0 : 1];
    if (image.size() <= t.exponents[kept]) image.resize(t.exponents[kept] + 1);
    image[t.exponents[kept]] += value;
  }
  return out;
}

/// a mod b, b not 0.
Image remainder(Image a, const Image& b) {
  const Residue inverse = b.back().inverse().value();
  while (a.size() >= b.size()) {
    const Residue factor = a.back() * inverse;
    const std::size_t shift = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i)
      a[shift + i] -= factor * b[i];
    a.pop_back(); // what was 0 by construction
    drop_zeros(a);
  }
  return a;
}

/// True where the greatest common divisor is a number; false where both are 0.
bool are_coprime(Image a, Image b) {
  while (!b.empty()) {
    Image rest = remainder(std::move(a), b);
    a = std::exchange(b, std::move(rest));
  }
  return a.size() == 1;
}

} // namespace

bool has_coprime_coefficients(const Polynomial& polynomial, std::size_t x) {
  for (std::size_t kept = 0; kept < polynomial.variables; ++kept) {
    if (kept == x) continue;
    std::array<unsigned long, 2> degrees{};
    std::array<bool, 2> is_there{};
    for (const Polynomial::Term& t : polynomial.terms) {
      const std::size_t side = t.exponents[x] == 0 ? 0 : 1;
      degrees[side] = std::max(degrees[side], t.exponents[kept]);
      is_there[side] = true;
    }
    if (!is_there[0] || !is_there[1]) return false;   // one of them is 0, and all of the other is common
    if (degrees[0] == 0 || degrees[1] == 0) continue; // no common factor holds this variable
    std::optional<std::array<Image, 2>> both = images(polynomial, x, kept);
    if (!both) return false;
    auto& [b, a] = *both;
    const bool keeps_degree = !a.back().is_zero() || !b.back().is_zero();
    drop_zeros(a);
    drop_zeros(b);
    if (!keeps_degree || a.empty() || b.empty() || !are_coprime(std::move(a), std::move(b))) return false;
  }
  return true;
}

} // namespace algebra
} // namespace dalembert
