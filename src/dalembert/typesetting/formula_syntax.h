#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace typesetting {

/// A formula of the language as a tree: what textbook and families make, and what every printer walks.
///
/// It is the formula as it is written, in the order of its text: `written` gives that text back, `read_formula` is its
/// inverse. How it is set in type (fractions, functions last in a product) is decided by `formula_tree`.
///
/// Shapes of `parts`: row any; product a factor, a `*` or `/`, a factor, …; power {base, exponent}; fenced, primed
/// {inner}; call {argument}; range {index, low, high}; big_sum {range, summand}. All other kinds have none.
struct Formula {
  enum class Kind {
    number,  ///< `text` is its digits
    name,    ///< `text` is a name with its members, indices and primes: `theta[i-1]'`, `lambda.blade`
    word,    ///< `text` as it is: what is no formula
    blank,   ///< blanks that stand beside no sign
    sign,    ///< an operator, relation or comma with the blanks round it: ` + `, `*`, `, `
    prefix,  ///< a sign that belongs to what follows it
    row,     ///< one part after the other: a sum, a relation, a list
    product, ///< factors with the signs between them; the factor behind a `/` is a divisor
    power,   ///< base and exponent
    fenced,  ///< in round brackets
    call,    ///< function `text` of its argument; of several, a row of them
    primed,  ///< a bracket or call with primes behind it, `text` are these
    range,   ///< an index from low to high, `text` is the ` in ` between: `i in 1..n`
    big_sum, ///< `sum(j in 1..n: …)`, `text` is the `: ` behind the range
  };
  Kind kind = Kind::row;
  std::string text;
  std::vector<Formula> parts;

  /// True for the formula without any text.
  [[nodiscard]] bool is_empty() const { return text.empty() && parts.empty() && kind == Kind::row; }
  [[nodiscard]] bool is(Kind k) const { return kind == k; }
  friend bool operator==(const Formula&, const Formula&) = default;
};

/// Returns the text of a formula in the language.
[[nodiscard]] std::string written(const Formula& formula);
/// Returns the number of bytes of that text. Cost: no text is made.
[[nodiscard]] std::size_t written_length(const Formula& formula);

/// A sign without the blanks round it: `+`.
[[nodiscard]] std::string_view operator_of(const Formula& sign);

[[nodiscard]] Formula number_formula(std::string digits);
[[nodiscard]] Formula name_formula(std::string name);
[[nodiscard]] Formula sign_formula(std::string text);
[[nodiscard]] Formula prefix_formula(std::string text);
[[nodiscard]] Formula fenced_formula(Formula inner);
[[nodiscard]] Formula call_formula(std::string function, Formula argument);
[[nodiscard]] Formula power_formula(Formula base, Formula exponent);
/// `index in low..high`
[[nodiscard]] Formula range_formula(Formula index, Formula low, Formula high);
/// `sum(range: summand)`
[[nodiscard]] Formula sum_formula(Formula range, Formula summand);
/// The integer or fraction `2/5`, with its sign.
[[nodiscard]] Formula rational_formula(std::string_view text);

/// Puts parts one after the other; those of a row stand in it themselves, and a single part is no row.
class RowMaker {
public:
  void add(Formula part);
  [[nodiscard]] bool is_empty() const { return parts_.empty(); }
  [[nodiscard]] Formula take();

private:
  std::vector<Formula> parts_;
};

/// Multiplies and divides, in this order; the factors of a product are factors themselves.
class ProductMaker {
public:
  void multiply(Formula factor) { join("*", std::move(factor)); }
  void divide(Formula factor) { join("/", std::move(factor)); }
  [[nodiscard]] bool is_empty() const { return parts_.empty(); }
  [[nodiscard]] Formula take(); ///< a single factor is no product

private:
  void join(std::string_view sign, Formula factor);
  std::vector<Formula> parts_;
};

/// `left sign right` as one row.
[[nodiscard]] Formula joined_formula(Formula left, std::string sign, Formula right);

/// Calls `visit(part)` for the formula and all its parts, in the order of the text.
template <typename Visit>
void for_each_part(const Formula& formula, const Visit& visit) {
  visit(formula);
  for (const Formula& part : formula.parts)
    for_each_part(part, visit);
}

/// An equation in print.
///   (left − right) · divisor = the equation that it was derived from
struct Line {
  Formula left;
  Formula right;
  Formula divisor = {Formula::Kind::number, "1", {}};

  /// True where no text within the limits says it.
  [[nodiscard]] bool is_empty() const { return left.is_empty(); }
  [[nodiscard]] Formula equation() const { return joined_formula(left, " = ", right); } ///< `left = right`
  [[nodiscard]] std::string text() const { return written(left) + " = " + written(right); }
  friend bool operator==(const Line&, const Line&) = default;
};

} // namespace typesetting
} // namespace dalembert
