#pragma once

#include <dalembert/algebra/power_product.h>
#include <dalembert/base/rational.h>
#include <dalembert/expr/graph.h>
#include <dalembert/mechanics/system.h>
#include <dalembert/typesetting/formula_syntax.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// What an atom is to a reader; the order is that of factors in a product.
enum class AtomClass : std::uint8_t { parameter, coordinate, multiplier, function, bracket, rate, acceleration };

/// coefficient · monomial, a summand of the printed form.
struct Summand {
  Rational coefficient;
  PowerProduct monomial;
};

/// A sum of different monomials over atoms of an AtomTable, in no particular order; empty is 0.
using Sum = std::vector<Summand>;

/// What products of the printed form are made of: a name, a function of something, or a bracket (a sum of its own).
struct Atom {
  AtomClass type = AtomClass::parameter;
  bool has_only_parameters = false;
  int order = 0;    ///< place of declaration among atoms of its class; of the first name in a function
  int nesting = 0;  ///< how deep brackets stand in it, itself counted
  int cost = 1;     ///< nodes it prints: names, numbers, operators, functions; brackets count nothing
  Expr expr;        ///< of a name or function
  Formula formula;  ///< how it is printed: what any operator may stand beside
  std::string text; ///< that formula in the language
  Sum sum;          ///< of a bracket; empty otherwise
  [[nodiscard]] bool is_bracket() const { return !sum.empty(); }
};

/// The atoms of one system. Equal expressions are one atom; equal sums (up to sign and content) are one bracket, so
/// that (m1 + m2) found twice can be collected like a name.
class AtomTable {
public:
  explicit AtomTable(const System& system);

  /// Registers how `symbol` is printed: by its name; its class, and its position among the symbols of that class.
  void declare(Expr symbol, AtomClass type, std::size_t order);
  /// The same of a symbol that is printed as `printed`, whose text is its name.
  void declare(Expr symbol, AtomClass type, std::size_t order, Formula printed);

  [[nodiscard]] const Atom& operator[](AtomId id) const { return atoms_[id]; }
  [[nodiscard]] std::size_t size() const { return atoms_.size(); }
  [[nodiscard]] Graph& graph() const { return graph_; }

  /// Returns the atom that stands for the node `e`: a symbol by its role in the system, anything else a function.
  [[nodiscard]] AtomId atom(Expr e);
  /// The same with a print of the caller's making for a new atom.
  [[nodiscard]] AtomId atom(Expr e, Formula printed);

  /// Returns the structural print of `e` (expression_formula.h), with symbols as they were declared.
  [[nodiscard]] Formula structural(Expr e, std::size_t longest = 1'000'000) const;

  /// A bracket and the number it was divided by: sum = factor · bracket.
  struct Bracket {
    Rational factor;
    AtomId atom = 0;
  };
  /// Returns the bracket of a sum of two terms or more; its sign and content are normalised.
  [[nodiscard]] Bracket bracket(const Sum& sum);

  [[nodiscard]] int cost(const PowerProduct& monomial) const; ///< nodes of a product with coefficient 1; 0 for 1
  [[nodiscard]] int cost(const Summand& summand) const;       ///< nodes, the sign not counted
  /// Nodes with operators and a leading minus; 0 for 0. Three more for a quadratic x² + 2xy·c + y² that is hidden in
  /// Horner's form, x² + y·(2x·c + y), two nodes shorter: it is known at sight.
  [[nodiscard]] int cost(const Sum& sum) const;

  /// How deep brackets stand in brackets: of two sums of one cost the flatter one is read more easily.
  [[nodiscard]] int nesting(const Sum& sum) const;
  [[nodiscard]] bool is_better(const Sum& a, const Sum& b) const { ///< shorter, or as short and flatter
    const int left = cost(a);
    const int right = cost(b);
    return left != right ? left < right : nesting(a) < nesting(b);
  }

  /// Place of a summand in a sum: accelerations (the leading one first), rates, the rest, multipliers.
  [[nodiscard]] int rank(const PowerProduct& monomial) const;
  [[nodiscard]] bool has_acceleration(const PowerProduct& monomial) const;
  [[nodiscard]] bool is_dynamic(const PowerProduct& monomial) const; ///< holds an acceleration, rate or multiplier

  /// Makes the acceleration of coordinate `own` lead: brackets that hold it have it positive from now on.
  void lead_with(int own) { own_ = own; }
  [[nodiscard]] int leader() const { return own_; }
  /// The sign of the leading acceleration in a sum, inside brackets too, in most of its terms; 0 where it does not
  /// occur.
  [[nodiscard]] int leading_sign(const Sum& sum) const;

private:
  AtomId append(Atom atom);
  [[nodiscard]] bool hides_quadratic(const Sum& sum) const;
  [[nodiscard]] int rank(const Atom& atom) const;
  [[nodiscard]] bool is_turned(const Sum& sum) const;

  Graph& graph_;
  int own_ = -1;
  std::vector<Atom> atoms_;
  std::unordered_map<std::uint32_t, AtomId> by_expr_;
  std::unordered_multimap<std::uint64_t, AtomId> by_sum_;
};

/// Opens brackets that stand alone as a summand: a + (b + c).
[[nodiscard]] Sum spliced(const AtomTable& atoms, const Sum& sum);
/// Returns a number that tells sums apart, whatever the order of their summands.
[[nodiscard]] std::uint64_t sum_hash(const Sum& sum);
/// True where both hold the same summands in any order.
[[nodiscard]] bool is_same(const Sum& a, const Sum& b);
/// Adds up summands with the same monomial and drops those that vanish.
void merge(Sum& sum);

} // namespace algebra
} // namespace dalembert
