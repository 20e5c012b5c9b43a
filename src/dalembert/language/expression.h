#pragma once

#include <dalembert/base/source.h>
#include <dalembert/language/arena.h>

#include <cstdint>
#include <string_view>
#include <variant>

namespace dalembert {
inline namespace language {
namespace ast {

struct Expr;
struct Condition;

/// A name. `text` is normalised (`θ₁` reads `theta_1`); what the user wrote stands under `span`.
struct Name {
  std::string_view text;
  SourceSpan span;
};

/// A unit as written: `text` without the brackets, `span` with them. `unit_span` gives the place of a part of it.
struct UnitText {
  std::string_view text;
  SourceSpan span;
};

/// A string: `text` without the quotes, `span` with them.
struct Text {
  std::string_view text;
  SourceSpan span;
};

/// `lower .. upper [unit]`. `unit` is the unit after `..upper`, which holds for both ends; where `upper` is a number
/// (with or without sign) that carries this unit itself, the number has it as well. Null where none stands there.
struct Range {
  SourceSpan span;
  const Expr* lower = nullptr;
  const Expr* upper = nullptr;
  const UnitText* unit = nullptr;
};

/// One item between index brackets: `i in lower..upper` (binder and range), `lower..upper` (range), or an expression
/// (value).
struct IndexItem {
  SourceSpan span;
  const Name* binder = nullptr; ///< null unless `i in …`
  const Range* range = nullptr; ///< null for a plain expression
  const Expr* value = nullptr;  ///< null where `range` is set
};

/// An index bracket; `span` covers the brackets.
struct IndexList {
  SourceSpan span;
  List<IndexItem> items;
};

/// A declared name that may be one of a family: `link[i in 1..n]`. `index` is null for a plain name.
struct IndexedName {
  Name name;
  const IndexList* index = nullptr;
};

// ---- the nodes of an expression

/// A number exactly as written (`0.10`, `7.2921e-5`), never rounded; `span` covers the digits, the node's span the unit
/// too.
struct Number {
  std::string_view text;
  SourceSpan span;
  const UnitText* unit = nullptr;
};

enum class Sign : std::uint8_t { plus, minus };

/// `+operand` or `-operand`.
struct Unary {
  Sign sign = Sign::plus;
  const Expr* operand = nullptr;
};

enum class Operator : std::uint8_t { add, subtract, multiply, divide };

/// One further operand of a chain, with the operator before it.
struct Link {
  const Expr* operand = nullptr;
  SourceSpan operator_span;
  Operator op = Operator::add;
};

/// `first op operand op operand …`, read from the left: either all of + and -, or all of * and /. `rest` is never
/// empty. A flat list, so that a sum of a million terms is one node.
struct Chain {
  const Expr* first = nullptr;
  List<Link> rest;
};

/// `base ^ exponent`; `-2^2` is Unary(-, Power), `2^-1` has a Unary exponent, `a^b^c` is a^(b^c).
struct Power {
  const Expr* base = nullptr;
  const Expr* exponent = nullptr;
};

/// Plain parentheses round one expression.
struct Group {
  const Expr* inner = nullptr;
};

/// `(a, b, …)` with at least two items.
struct Tuple {
  List<const Expr*> items;
};

/// `|inner|`.
struct Abs {
  const Expr* inner = nullptr;
};

/// `base[…]`.
struct Index {
  const Expr* base = nullptr;
  const IndexList* index = nullptr;
};

/// `base.member`; the member may be a reserved word.
struct Member {
  const Expr* base = nullptr;
  Name member;
};

/// `callee(arguments)`; `der(q)`, `sqrt(x)` and calls of the user's functions alike. The list may be empty.
struct Call {
  const Expr* callee = nullptr;
  List<const Expr*> arguments;
};

/// `table("file", argument)` or `table("file", argument, "column")`: a function that a file gives. `column` is null
/// where none stands there.
struct Table {
  const Text* file = nullptr;
  const Expr* argument = nullptr;
  const Text* column = nullptr;
};

/// `operand'`: one time derivative; `q''` is two nodes.
struct Prime {
  const Expr* operand = nullptr;
};

/// `operand in FRAME`; `frame` is a Name with Index and Member nodes round it.
struct InFrame {
  const Expr* operand = nullptr;
  const Expr* frame = nullptr;
};

/// `if condition then yes else no`.
struct Conditional {
  const Condition* condition = nullptr;
  const Expr* yes = nullptr;
  const Expr* no = nullptr;
};

enum class FoldKind : std::uint8_t { sum, prod, max, min, all };

/// `sum(binder in range: body)` and its kin.
struct Fold {
  FoldKind kind = FoldKind::sum;
  const Name* binder = nullptr;
  const Range* range = nullptr;
  const Expr* body = nullptr;
};

/// One node of an expression. Its depth is bounded (`max_nesting` in cursor.h), so a walk may recurse.
struct Expr {
  using Node = std::variant<Number, Name, Unary, Chain, Power, Group, Tuple, Abs, Index, Member, Call, Table, Prime,
                            InFrame, Conditional, Fold>;
  SourceSpan span;
  std::uint32_t height = 1; ///< nodes on the longest way down, this one included
  Node node;
};

/// Returns the node of type `T`, or null where `expr` is of another type.
template <class T>
[[nodiscard]] const T* get_if(const Expr* expr) {
  return expr == nullptr ? nullptr : std::get_if<T>(&expr->node);
}

// ---- relations and conditions

enum class Relop : std::uint8_t { equal, less, less_equal, greater, greater_equal };

/// `left op right`.
struct Relation {
  SourceSpan span;
  const Expr* left = nullptr;
  const Expr* right = nullptr;
  SourceSpan operator_span;
  Relop op = Relop::equal;
};

/// A condition of `if`: a relation, or `and` / `or` over at least two parts, or `not` over one. `and` binds before
/// `or`.
struct Condition {
  enum class Kind : std::uint8_t { relation, all_of, any_of, negation };
  SourceSpan span;
  std::uint32_t height = 1; ///< nodes on the longest way down, those of its expressions included
  Kind kind = Kind::relation;
  const Relation* relation = nullptr; ///< set for `relation` only
  List<const Condition*> parts;       ///< empty for `relation`
};

/// Returns the place of bytes `[begin, end)` of the text of `unit`, as parse_unit counts them.
[[nodiscard]] inline SourceSpan unit_span(const UnitText& unit, std::size_t begin, std::size_t end) {
  const std::uint32_t first = unit.span.begin + 1;
  return {unit.span.file, first + static_cast<std::uint32_t>(begin), first + static_cast<std::uint32_t>(end)};
}

} // namespace ast
} // namespace language
} // namespace dalembert
