#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// A polynomial in the parts of an expression that are no sums, products or whole powers (its atoms), with numbers as
/// coefficients.
class Polynomial {
public:
  using Exponents = std::vector<int>; ///< of the atoms

  /// Which expressions count as numbers, and the values of these.
  struct Numbers {
    std::function<bool(Expr)> is_number;
    std::function<double(Expr)> value;
  };

  /// Nothing where e has too many terms, or is 0.
  [[nodiscard]] static std::optional<Polynomial> of(const Graph& graph, Expr e, const Numbers& numbers);

  [[nodiscard]] const std::vector<Expr>& atoms() const { return atoms_; }
  [[nodiscard]] bool is_sum() const { return terms_.size() > 1; }
  /// Divides by the atoms that all terms have; returns their exponents.
  Exponents take_out_common();
  /// The polynomial r with c·rᵏ equal to this one to rounding, whose leading coefficient is 1; nothing where there is
  /// none. Term by term, as roots of numbers are taken digit by digit.
  [[nodiscard]] std::optional<Polynomial> root(int k) const;
  [[nodiscard]] double value(const std::vector<double>& of_atoms) const;
  /// ∂/∂q; `slopes` are those of the atoms.
  [[nodiscard]] std::vector<double> slope(const std::vector<double>& of_atoms,
                                          const std::vector<std::vector<double>>& slopes) const;
  /// What it says that this is 0: `x^2 + y^2 = 1`.
  [[nodiscard]] std::string equation(const Graph& graph) const;

private:
  using Terms = std::map<Exponents, double, std::greater<>>; ///< the leading one first

  static void add(Terms& to, const Exponents& exponents, double coefficient);
  static Terms product(const Terms& a, const Terms& b);
  static Terms power(const Terms& of, int exponent);
  [[nodiscard]] std::optional<Terms> read(const Graph& graph, Expr e, const Numbers& numbers);
  [[nodiscard]] std::optional<Terms> read_sum(const Graph& graph, Expr e, const Numbers& numbers);
  [[nodiscard]] std::optional<Terms> read_product(const Graph& graph, Expr e, const Numbers& numbers);

  std::vector<Expr> atoms_;
  Terms terms_;
};

} // namespace lowering
} // namespace dalembert
