#pragma once

#include <dalembert/algebra/collect.h>
#include <dalembert/algebra/laurent.h>
#include <dalembert/algebra/orientation.h>
#include <dalembert/algebra/text_limit.h>
#include <dalembert/algebra/trigonometric_factors.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// How long to look for a short form: `quick` writes every cell in its shortest way and collects greedily, which tells
/// what a form is worth at a fraction of the cost.
enum class Effort : std::uint8_t { quick, thorough };

/// Brings polynomials into the shortest form found: sines and cosines written per cell (one monomial in everything but
/// angles) in the orientation that fits its neighbours, then collected.
class HumanForm {
public:
  HumanForm(AtomTable& atoms, HarmonicTable& harmonics)
      : atoms_(atoms), harmonics_(harmonics), orientations_(atoms, harmonics), collector_(atoms, most_states) {}

  /// Returns an equal sum over brackets. Where its quick form has so many nodes that a thorough one will not come down
  /// to `wanted` nodes, that is returned. Precondition: the polynomial is not refused. @throws BudgetSpent
  [[nodiscard]] Sum of(const Laurent& polynomial, Effort effort = Effort::thorough, int wanted = TextLimit::any_nodes);

  /// From now on only polynomials of so many terms together are looked into thoroughly, others quickly.
  void limit(std::size_t terms) { patience_ = terms; }

  /// From now on a polynomial of more terms is refused: it has no form, and is not to be asked for.
  void refuse_longer(std::size_t terms) { longest_ = terms; }
  [[nodiscard]] bool is_refused(const Laurent& polynomial) const { return polynomial.size() > longest_; }

  /// Makes the acceleration of coordinate `own` lead from now on.
  void lead_with(int own);

  /// The rational contents of polynomials in their shortest orientation, in powers of sines, and in powers of cosines,
  /// as far as they differ (quickly: in the shortest only): dividing by one leaves whole coefficients without common
  /// divisor in that orientation. 1 for empty polynomials, or where numbers are too large for it to matter.
  /// Precondition: none is refused.
  [[nodiscard]] std::vector<Rational> contents(const std::vector<const Laurent*>& polynomials,
                                               Effort effort = Effort::thorough);

private:
  static constexpr std::size_t most_states = 1500; ///< sums visited per side and start

  struct Cell {
    PowerProduct monomial;
    const Orientations::Variants* ways = nullptr;
    std::size_t chosen = 0;
  };
  [[nodiscard]] std::vector<Cell> cells(const Laurent& polynomial);
  [[nodiscard]] static Sum written(const std::vector<Cell>& cells, const Sum& fixed);
  [[nodiscard]] Sum searched(std::vector<Cell> all, const Sum& fixed, int wanted = TextLimit::any_nodes);
  static void turn(std::vector<Cell>& cells, std::span<const Orientations::Angle> angles);
  [[nodiscard]] static Rational content(const Sum& sum);
  class Descent;
  [[nodiscard]] Sum with_factors(const Laurent& polynomial, Sum best);
  [[nodiscard]] const std::optional<TrigonometricFactors>& factors_of(const Laurent& polynomial);
  [[nodiscard]] Summand as_product(const Laurent& parameters, const TrigonometricFactors& factors);

  AtomTable& atoms_;
  HarmonicTable& harmonics_;
  std::size_t patience_ = std::numeric_limits<std::size_t>::max(); ///< terms
  std::size_t longest_ = std::numeric_limits<std::size_t>::max();  ///< terms
  Orientations orientations_;
  Collector collector_;
  std::unordered_multimap<std::uint64_t, std::pair<Laurent, std::optional<TrigonometricFactors>>> factored_;
};

} // namespace algebra
} // namespace dalembert
