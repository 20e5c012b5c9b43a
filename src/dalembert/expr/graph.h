#pragma once

#include <dalembert/base/errors.h>
#include <dalembert/base/rational.h>
#include <dalembert/expr/function.h>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace expr {

class TabulatedFunction;

/// A node of one Graph. Equal handles mean equal structure; a child's id is always less than its parent's.
struct Expr {
  std::uint32_t id = 0; ///< 0 is the number 0 of every graph
  friend bool operator==(Expr, Expr) = default;
  friend auto operator<=>(Expr, Expr) = default;
};

/// An exact number interned in one Graph; equal ids mean equal values.
struct NumberId {
  std::uint32_t id = 0;
  friend bool operator==(NumberId, NumberId) = default;
};
inline constexpr NumberId zero_id{0};
inline constexpr NumberId one_id{1};
inline constexpr NumberId minus_one_id{2};

/// A function declared but not given, of a fixed number of arguments; or one that a table gives, of one argument.
struct UnknownId {
  std::uint32_t id = 0;
  friend bool operator==(UnknownId, UnknownId) = default;
  friend auto operator<=>(UnknownId, UnknownId) = default;
};

/// coefficient · expr, a summand. The constant of a sum is the term of the number 1, and comes first.
struct Term {
  Expr expr;
  NumberId coefficient;
};

/// base ^ exponent, a factor.
struct Factor {
  Expr base;
  NumberId exponent;
};

/// An argument of an unknown function and how often the function is differentiated with respect to it.
struct Argument {
  Expr expr;
  std::uint32_t order = 0;
};

enum class NodeKind : std::uint8_t {
  number,   ///< an exact rational
  pi,       ///< the constant π
  symbol,   ///< an independent symbol
  sum,      ///< Σ cᵢ·xᵢ with rational cᵢ: two terms or more, or one with c ≠ 1
  product,  ///< Π bᵢ^eᵢ with rational eᵢ and no numeric coefficient: two factors or more, or one with e ≠ 1
  function, ///< a known function of one or two arguments
  unknown,  ///< a derivative (of order 0 or more) of a declared unknown function, or of one given by a table
  select,   ///< `then` where the relation of left and right holds, else `otherwise`
};

enum class Relation : std::uint8_t { less, less_equal, equal, not_equal };

/// An append-only graph of expressions in which equal structure is one node.
///
/// Structural normal form: like terms of one sum and like bases of one product merge, numeric factors move into the
/// coefficients of sums, exact cases fold (sin 0, √4, x·x⁻¹). A sum inside a sum stays a shared node and nothing is
/// ever expanded, so recursive definitions keep their linear size.
///
/// Domain: powers with a fractional exponent mean the real power of a non-negative base; x·x⁻¹ = 1 and (√x)² = x
/// forget the point where the left side is undefined.
class Graph {
public:
  Graph();

  // Leaves
  [[nodiscard]] Expr number(const Rational& value);
  [[nodiscard]] Expr number(std::int64_t value) { return number(Rational(value)); }
  [[nodiscard]] Expr zero() const { return Expr{0}; }
  [[nodiscard]] Expr one() const { return Expr{1}; }
  [[nodiscard]] Expr pi() const { return Expr{2}; }
  /// Makes a new symbol on every call; the name is for printing only.
  [[nodiscard]] Expr symbol(std::string name);

  // Sums
  [[nodiscard]] Expr add(Expr a, Expr b);
  [[nodiscard]] Expr sub(Expr a, Expr b);
  [[nodiscard]] Expr neg(Expr a) { return scale(NumberId{2}, a); }
  [[nodiscard]] Expr scale(const Rational& factor, Expr a) { return scale(intern(factor), a); }
  [[nodiscard]] Expr scale(NumberId factor, Expr a);
  /// Returns Σ coefficient·expr over `terms`, in any order, as one node: merges like terms across all of them.
  [[nodiscard]] Expr sum(std::span<const Term> terms);
  [[nodiscard]] Expr sum(std::initializer_list<Expr> terms);

  // Products and powers
  [[nodiscard]] Expr mul(Expr a, Expr b);
  [[nodiscard]] Expr div(Expr a, Expr b); ///< @throws std::domain_error if b is the number 0
  [[nodiscard]] Expr product(std::span<const Factor> factors);
  [[nodiscard]] Expr product(std::initializer_list<Expr> factors);
  [[nodiscard]] Expr square(Expr a) { return pow(a, Rational(2)); }
  [[nodiscard]] Expr sqrt(Expr a) { return pow(a, Rational(1, 2)); }
  [[nodiscard]] Expr inverse(Expr a) { return pow(a, Rational(-1)); }
  [[nodiscard]] Expr pow(Expr base,
                         const Rational& exponent); ///< @throws std::domain_error for 0 to a power ≤ 0 but 0⁰ = 1
  [[nodiscard]] Expr pow(Expr base, Expr exponent);

  // Functions
  [[nodiscard]] Expr apply(Function f, Expr a);
  [[nodiscard]] Expr apply(Function f, Expr a, Expr b);
  [[nodiscard]] Expr sin(Expr a) { return apply(Function::sin, a); }
  [[nodiscard]] Expr cos(Expr a) { return apply(Function::cos, a); }
  [[nodiscard]] Expr select(Relation relation, Expr left, Expr right, Expr then, Expr otherwise);
  /// Declares an unknown function; the name is for printing only.
  [[nodiscard]] UnknownId declare_unknown(std::string name, std::size_t arguments);
  /// Declares a function of one argument that `table` gives.
  [[nodiscard]] UnknownId declare_table(std::string name, std::shared_ptr<const TabulatedFunction> table);
  [[nodiscard]] Expr unknown(UnknownId f, std::span<const Argument> arguments);
  [[nodiscard]] Expr unknown(UnknownId f, std::initializer_list<Expr> arguments);

  // Reading. Spans and references stay valid until the next maker call.
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::size_t bytes() const; ///< memory held by the graph
  [[nodiscard]] NodeKind kind(Expr e) const { return nodes_[e.id].kind; }
  [[nodiscard]] bool is_zero(Expr e) const { return e.id == 0; } ///< structurally 0
  [[nodiscard]] bool is_one(Expr e) const { return e.id == 1; }
  [[nodiscard]] bool is_number(Expr e) const { return kind(e) == NodeKind::number; }
  [[nodiscard]] const Rational& number(Expr e) const; ///< of a number node
  [[nodiscard]] NumberId number_id(Expr e) const;     ///< of a number node
  [[nodiscard]] const Rational& value(NumberId n) const { return numbers_[n.id]; }
  [[nodiscard]] double approximate(NumberId n) const { return doubles_[n.id]; } ///< nearest double, cached
  [[nodiscard]] std::string_view name(Expr e) const;                            ///< of a symbol
  [[nodiscard]] std::span<const Term> terms(Expr e) const;                      ///< of a sum, ordered by id
  [[nodiscard]] Term as_term(Expr e) const;                    ///< e as number · rest; the rest of a number is 1
  [[nodiscard]] std::span<const Factor> factors(Expr e) const; ///< of a product, ordered by id
  [[nodiscard]] Function function(Expr e) const;               ///< of a function node
  [[nodiscard]] std::span<const Expr>
  args(Expr e) const;                               ///< of a function (1 or 2) or select (left, right, then, otherwise)
  [[nodiscard]] Relation relation(Expr e) const;    ///< of a select
  [[nodiscard]] UnknownId unknown_id(Expr e) const; ///< of an unknown
  [[nodiscard]] std::span<const Argument> arguments(Expr e) const; ///< of an unknown
  [[nodiscard]] std::string_view name(UnknownId f) const { return unknowns_[f.id].name; }
  [[nodiscard]] std::size_t argument_count(UnknownId f) const { return unknowns_[f.id].arguments; }
  /// The table that gives `f`; null for a function that is declared only.
  [[nodiscard]] const std::shared_ptr<const TabulatedFunction>& table(UnknownId f) const {
    return unknowns_[f.id].table;
  }
  /// Calls `visit(child)` for every child of `e`, in stored order.
  template <typename Visit>
  void for_children(Expr e, Visit&& visit) const;

  [[nodiscard]] NumberId intern(const Rational& value);
  [[nodiscard]] NumberId times(NumberId a, NumberId b);
  [[nodiscard]] NumberId plus(NumberId a, NumberId b);

private:
  struct Node {
    NodeKind kind;
    std::uint8_t tag; ///< Function or Relation
    std::uint16_t unused;
    std::uint32_t count;  ///< entries in the pool of its kind
    std::uint32_t offset; ///< of the first; for a number its NumberId, for a symbol its name
  };
  /// Of the table that finds a node by what it is made of. The hash stands beside the node, so that looking past others
  /// does not read them.
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t place = 0; ///< node id + 1, 0 is empty
  };
  struct Unknown {
    std::string name;
    std::size_t arguments;
    std::shared_ptr<const TabulatedFunction> table = {};
  };
  struct RationalHash {
    std::size_t operator()(const Rational& r) const { return r.hash(); }
  };

  /// The last results of an operation on interned numbers, by a hash of both.
  struct NumberMemo {
    struct Entry {
      NumberId a;
      NumberId b;
      NumberId result; ///< of 0 and 0 it is 0 for a sum and for a product
    };
    std::array<Entry, 256> entries{};
    Entry& at(NumberId a, NumberId b) { return entries[(a.id * 37U + b.id) % entries.size()]; }
  };

  /// What f(a) is exactly where that is simpler: f(−x) of odd and even functions, exact values at numbers and at
  /// multiples of π/6 and π/4, inverse pairs; nothing where f(a) stays as it is.
  [[nodiscard]] std::optional<Expr> folded(Function f, Expr a);
  [[nodiscard]] std::optional<Expr> folded(Function f, Expr a, Expr b);

  template <typename Entry>
  Expr make(NodeKind kind, std::uint8_t tag, std::span<const Entry> entries, std::vector<Entry>& pool);
  void grow_table();
  void gather(Expr e, NumberId factor);
  Expr finish_sum();
  [[nodiscard]] bool is_uniform(std::span<const Term> terms, NumberId size) const;
  Expr finish_product();
  bool merge_factors();
  void collect(Expr base, NumberId exponent);
  void collect_number(const Rational& base, const Rational& exponent);
  void collect_root(const Rational& integer, const Rational& exponent);

  std::vector<Node> nodes_;
  std::vector<Term> terms_;
  std::vector<Factor> factors_;
  std::vector<Expr> args_;
  std::vector<Argument> arguments_; ///< per unknown one head entry {UnknownId, 0}, then its arguments
  std::vector<Slot> table_;         ///< open addressing
  std::vector<Rational> numbers_;
  std::vector<double> doubles_;
  std::vector<Expr> number_nodes_; ///< per number its node, or 0 where none was asked for
  std::unordered_map<Rational, std::uint32_t, RationalHash> number_ids_;
  NumberMemo products_;
  NumberMemo sums_;
  std::vector<std::string> names_;
  std::vector<Unknown> unknowns_;
  // The sum or product under construction: terms, factors with their numeric coefficient.
  std::vector<Term> open_terms_;
  std::vector<Factor> open_factors_;
  NumberId open_coefficient_;
};

inline NumberId Graph::number_id(Expr e) const {
  ENSURE(kind(e) == NodeKind::number);
  return {nodes_[e.id].offset};
}

inline std::span<const Term> Graph::terms(Expr e) const {
  ENSURE(kind(e) == NodeKind::sum);
  return {terms_.data() + nodes_[e.id].offset, nodes_[e.id].count};
}

inline std::span<const Factor> Graph::factors(Expr e) const {
  ENSURE(kind(e) == NodeKind::product);
  return {factors_.data() + nodes_[e.id].offset, nodes_[e.id].count};
}

inline Function Graph::function(Expr e) const {
  ENSURE(kind(e) == NodeKind::function);
  return static_cast<Function>(nodes_[e.id].tag);
}

inline std::span<const Expr> Graph::args(Expr e) const {
  ENSURE(kind(e) == NodeKind::function || kind(e) == NodeKind::select);
  return {args_.data() + nodes_[e.id].offset, nodes_[e.id].count};
}

template <typename Visit>
void Graph::for_children(Expr e, Visit&& visit) const {
  switch (kind(e)) {
  case NodeKind::sum:
    for (const Term& t : terms(e))
      visit(t.expr);
    break;
  case NodeKind::product:
    for (const Factor& f : factors(e))
      visit(f.base);
    break;
  case NodeKind::function:
  case NodeKind::select:
    for (const Expr a : args(e))
      visit(a);
    break;
  case NodeKind::unknown:
    for (const Argument& a : arguments(e))
      visit(a.expr);
    break;
  case NodeKind::number:
  case NodeKind::pi:
  case NodeKind::symbol:
    break;
  }
}

} // namespace expr
} // namespace dalembert
