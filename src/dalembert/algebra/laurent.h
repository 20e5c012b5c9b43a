#pragma once

#include <dalembert/algebra/harmonics.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// coefficient · monomial · harmonic. The monomial holds every atom but sines and cosines in numerators.
struct LaurentTerm {
  PowerProduct monomial;
  HarmonicId harmonic = 0;
  Rational coefficient;
};

/// A polynomial in atoms with integer exponents, negative ones too, and in Fourier form in every angle: one value has
/// one set of terms as long as no opaque function is involved. Terms are sorted by hash.
using Laurent = std::vector<LaurentTerm>;

/// The polynomial 1.
[[nodiscard]] Laurent unit_laurent();
/// Adds up like terms and sorts.
void merge(Laurent& terms);
/// True where both hold the same terms; both are merged.
[[nodiscard]] bool is_same(const Laurent& a, const Laurent& b);
[[nodiscard]] Laurent scaled(const Laurent& a, const Rational& factor);
/// Returns a + factor·b.
[[nodiscard]] Laurent sum(const Laurent& a, const Laurent& b, const Rational& factor = Rational(1));
[[nodiscard]] Laurent product(HarmonicTable& harmonics, const Laurent& a, const Laurent& b);

/// Multiplies expressions out into Laurent polynomials, every shared node once.
///
/// Opaque, hence atoms: functions other than sine and cosine, selects, unknown functions, roots (√u with √u² = u), and
/// sums and harmonics with negative exponents. An expression of more than `most_terms` terms has no such form.
class Expansion {
public:
  static constexpr std::size_t most_terms = 3000;

  Expansion(AtomTable& atoms, HarmonicTable& harmonics) : atoms_(atoms), harmonics_(harmonics), graph_(atoms.graph()) {}

  /// Returns the polynomial of `e`, or nothing where it is too long or the work of all calls together exceeds the
  /// budget. The pointer lives as long as the expansion.
  [[nodiscard]] const Laurent* of(Expr e);

  /// What the atom w = u^(1/degree) is a root of.
  struct Root {
    Expr base; ///< u
    int degree = 2;
  };
  /// Returns the atom of a root.
  AtomId root(Expr base, int degree);
  [[nodiscard]] const std::unordered_map<AtomId, Root>& roots() const { return roots_; }
  /// Replaces whole powers w^degree of roots by u, where that can be multiplied out.
  [[nodiscard]] Laurent without_roots(Laurent a);

private:
  using Slot = std::optional<Laurent>;
  [[nodiscard]] Slot compute_within_budget(Expr e);
  [[nodiscard]] Slot compute(Expr e);
  [[nodiscard]] Slot compute_sum(Expr e);
  [[nodiscard]] Slot compute_product(Expr e);
  [[nodiscard]] Slot power(Expr base, const Rational& exponent);
  [[nodiscard]] Slot raised(const Laurent& base, int exponent);
  [[nodiscard]] Slot multiplied(const Laurent& a, const Laurent& b);
  [[nodiscard]] Slot inverted(Expr base, int exponent);
  [[nodiscard]] Laurent atom(Expr e, int exponent = 1);

  AtomTable& atoms_;
  HarmonicTable& harmonics_;
  Graph& graph_;
  std::unordered_map<std::uint32_t, std::unique_ptr<const Slot>> done_;
  std::unordered_map<std::uint32_t, std::size_t> too_little_; ///< work that was left when a node ended it
  std::unordered_map<AtomId, Root> roots_;
  std::size_t work_ = 0;
};

} // namespace algebra
} // namespace dalembert
