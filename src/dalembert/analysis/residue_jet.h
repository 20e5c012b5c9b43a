#pragma once

#include <dalembert/expr/residue.h>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// The exponents of a monomial in the coordinates.
using JetExponents = std::vector<int>;

/// A power series in the coordinates about a point, modulo the prime: its coefficients up to some degree, in the order
/// of JetAlgebra.
using ResidueJet = std::vector<Residue>;

/// Power series in n variables that are cut off after a degree.
class JetAlgebra {
public:
  JetAlgebra(std::size_t variables, int highest);

  [[nodiscard]] std::size_t variables() const { return variables_; }
  [[nodiscard]] int highest() const { return highest_; }
  /// All monomials up to the highest degree, lower degrees first.
  [[nodiscard]] const std::vector<JetExponents>& monomials() const { return monomials_; }
  /// How many monomials there are up to a degree.
  [[nodiscard]] std::size_t count(int degree) const { return counts_.at(static_cast<std::size_t>(degree)); }
  [[nodiscard]] std::size_t place_of(const JetExponents& exponents) const { return places_.at(exponents); }

  /// Adds scale·a·b to `to`, up to the degree of `to`. Precondition: a and b are known to that degree.
  void add_product(ResidueJet& to, const ResidueJet& a, const ResidueJet& b, Residue scale = Residue(1)) const;
  /// ∂f/∂x_i, known to one degree less.
  [[nodiscard]] ResidueJet derivative(const ResidueJet& f, std::size_t i) const;

private:
  struct Pair {
    std::size_t a;
    std::size_t b;
  };
  std::size_t variables_;
  int highest_;
  std::vector<JetExponents> monomials_;
  std::map<JetExponents, std::size_t> places_;
  std::vector<std::size_t> counts_;          ///< by degree
  std::vector<std::vector<Pair>> factors_;   ///< by monomial: which two make it
  std::vector<std::vector<std::size_t>> up_; ///< by variable and monomial: times the variable
};

/// The inverse of a square matrix of jets, row by row; nothing where it is singular at the point.
[[nodiscard]] std::optional<std::vector<ResidueJet>> inverse(const JetAlgebra& algebra,
                                                             const std::vector<ResidueJet>& matrix, std::size_t size);

} // namespace analysis
} // namespace dalembert
