#pragma once

#include <dalembert/expr/branches.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/expr/linear_form.h>
#include <dalembert/expr/residue.h>

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dalembert {
inline namespace expr {

/// A random point modulo the prime p ≈ 2⁶² of Residue, at which expressions have exact values: an identity vanishes at
/// every point, and what is no identity vanishes at one with probability about degree/2⁶².
///
/// Symbols are random numbers (or what `set` says). Angles: the argument of a sine or cosine is multiplied out into
/// monomials (θ, ω·t, x/a); each has a random point (c, s) of the circle c² + s² = 1, multiples follow by de Moivre,
/// halves, thirds and decimal parts because they are unique in a subgroup of the circle, multiples of π/12 exactly. A
/// symbol outside trigonometric functions is independent of its circle point. exp and general powers likewise; sinh,
/// cosh, tanh through exp. A power with an exponent that is no whole number exists for a base that is a square, as it
/// does for a positive number, and is itself a square: `sign` is the Legendre symbol, so √(x²) = |x| and
/// |x·y| = |x|·|y| hold. `turn` takes the other root, or the other sign, instead. What has no algebraic form (log,
/// atan, floor, unknown functions …) is a random number for each value of its arguments: equal arguments give equal
/// values, nothing else is known of it. Source: design of the zero test, docs/theory/zero_test.md.
class ModularPoint {
public:
  enum class Failure {
    none,
    singular,    ///< a division by 0 or a missing root at this point: try another seed
    unsupported, ///< a part of π finer than π/12, or a number beyond 64 bits in an angle or an exponent
  };

  ModularPoint(const Graph& graph, std::uint64_t seed) : graph_(graph), seed_(seed) {}

  /// Gives `symbol` a value, for instance the one that solves a constraint. Forgets all computed values.
  void set(Expr symbol, Residue value);
  /// Lets `symbol` be a random square, so that √(symbol²) = symbol. Before any evaluation.
  void assume_positive(Expr symbol);
  /// Takes the other root of each base in `branches.roots`, and the other sign of each of `branches.signs`: all of them
  /// together are all real branches of an expression. Before any evaluation.
  void turn(const Branches& branches);

  /// Returns the value of `e`, or nothing where it has none here: `failure` says why, `culprit` at which node.
  [[nodiscard]] std::optional<Residue> value(Expr e);
  [[nodiscard]] Failure failure() const { return failure_; }
  [[nodiscard]] Expr culprit() const { return culprit_; }

  /// True while a nonzero value proves that the expression is not identically zero: no root, no sign, no function
  /// without algebraic form has been met.
  [[nodiscard]] bool is_rational() const { return rational_; }
  /// True where base^(1/denominator) exists here. The root is remembered for the powers of the base.
  [[nodiscard]] bool has_root(Expr base, std::int64_t denominator);
  /// How many different quantities had their sign asked for.
  [[nodiscard]] std::size_t signs() const { return signs_.size(); }

private:
  friend class ModularTangent; // the rates of what is evaluated here
  friend class ModularSweep;   // the same values by a list made once
  struct CirclePoint {
    Residue cosine;
    Residue sine;
    [[nodiscard]] CirclePoint pow(std::uint64_t exponent) const;
    [[nodiscard]] CirclePoint conjugate() const { return {cosine, -sine}; }
    [[nodiscard]] CirclePoint squared() const { // with c² + s² = 1
      const Residue square = cosine * cosine;
      const Residue product = cosine * sine;
      return {square + square - Residue(1), product + product};
    }
    friend CirclePoint operator*(const CirclePoint& a, const CirclePoint& b) {
      return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
    }
  };
  using Result = std::optional<Residue>;

  static CirclePoint circle_point(Residue u);
  static CirclePoint twelfth_of_pi();
  Residue random(std::uint64_t purpose, std::span<const std::uint64_t> words) const;
  Residue known(Expr e) const { return values_.at(e.id); }
  Result fail(Failure failure);
  Result compute(Expr e);
  Result compute_sum(Expr e);
  Result compute_product(Expr e);
  Result compute_function(Expr e);
  Result compute_select(Expr e);
  Result compute_unknown(Expr e);
  /// A node whose value is wanted.
  struct Wanted {
    Expr node;
    bool is_open = false; ///< its children were put on top of it
  };
  /// What powers of one base are made of, as far as they were asked for.
  struct Parts {
    std::optional<Residue> inverse;
    std::optional<Residue> root; ///< the square root that is itself a square
    std::optional<Residue> inverse_root;
  };
  Result whole_power(Expr base, std::int64_t exponent);
  Result half_power(Expr base, std::int64_t halves);
  Result power(Residue base, const Rational& exponent);
  Result power(Expr base, const Rational& exponent);
  Result number(NumberId id);
  Result monomial_key(const Monomial& monomial);
  std::optional<CirclePoint> circle(Expr angle, int depth = 0);
  std::optional<CirclePoint> circle_of_expansion(Expr angle, const Rational& scale);
  std::optional<CirclePoint> circle_of_pi(const Rational& multiple);
  std::optional<CirclePoint> circle_of_monomial(const Monomial& monomial);
  CirclePoint circle_of_key(Residue key);
  Result exponential(Residue base, Expr exponent);
  Result hyperbolic(Function f, Expr argument);
  Residue formal(Function f, std::span<const Expr> args);
  int sign(Residue x, Expr of);

  const Graph& graph_;
  std::uint64_t seed_;
  IdMap<Residue> numbers_;
  IdMap<Residue> values_;
  IdMap<Residue> given_;
  std::unordered_map<std::uint32_t, CirclePoint> circles_;              ///< by angle
  std::unordered_map<std::uint64_t, CirclePoint> drawn_;                ///< by what stands for a monomial
  std::unordered_map<std::uint32_t, std::vector<Monomial>> expansions_; ///< of angles
  std::unordered_map<std::uint32_t, Parts> parts_;                      ///< by base
  std::unordered_set<std::uint32_t> positive_;
  std::unordered_set<std::uint64_t> signs_;
  std::unordered_set<std::uint32_t> turned_roots_;
  std::unordered_set<std::uint32_t> turned_signs_;
  std::vector<Wanted> stack_;
  Failure failure_ = Failure::none;
  Expr culprit_;
  bool rational_ = true;
};

} // namespace expr
} // namespace dalembert
