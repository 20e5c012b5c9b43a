#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace typesetting {

/// A formula as it is set in type, made from a `Formula`: every printer of type (LaTeX, MathML, HTML) walks this tree.
///
/// Shapes of `parts`: row any; product its factors; fraction {above, below}; power {base, exponent}; root, fenced,
/// bars, rate {inner}; call {argument}, raised functions {argument, exponent}; big_sum {index, low, high, summand};
/// range {index, low, high}. All other kinds have none.
struct FormulaNode {
  enum class Kind {
    number,   ///< `text` is its digits
    symbol,   ///< `text` is a name of the language, primes and all: `theta_1'`
    word,     ///< `text` as it is, upright; blanks count
    sign,     ///< `text` is an operator, relation or separator between two parts, as the language writes it
    prefix,   ///< a sign that belongs to what follows it
    open,     ///< a bracket that closes in another piece of a broken formula; `text` is `tall` where it has to be
    close,    ///< its other half
    row,      ///< one part after the other: a sum, a relation, a list
    product,  ///< factors; number, names, brackets, rates, functions last
    fraction, ///< above the bar, below the bar
    power,    ///< base and exponent
    root,     ///< what is under the root
    fenced,   ///< in round brackets
    bars,     ///< an absolute value
    call,     ///< function `text` of its argument, `fenced` where brackets are needed
    matrix,   ///< rows of `text` entries each, one entry a part
    rate,     ///< d/dt of the part, `text` times: "1", "2"
    big_sum,  ///< Σ with its index and bounds
    range,    ///< where an equation holds: i = 1, …, n
  };
  Kind kind = Kind::row;
  std::string text;
  std::vector<FormulaNode> parts;
};

/// A node without parts.
[[nodiscard]] inline FormulaNode formula_leaf(FormulaNode::Kind kind, std::string_view text) {
  return {kind, std::string(text), {}};
}

/// True for a function whose name every reader knows (`sin`, `exp`); others keep their brackets.
[[nodiscard]] bool is_known_function(std::string_view name);

/// True for (t): the primes of a function of it are rates.
[[nodiscard]] bool holds_time_alone(const FormulaNode& argument);

} // namespace typesetting
} // namespace dalembert
