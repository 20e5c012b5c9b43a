#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/formula_tree.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace typesetting {

namespace {

using Kind = FormulaNode::Kind;
using Written = Formula::Kind;

/// The single part of a row instead of the row.
FormulaNode without_row(FormulaNode node) {
  if (node.kind != Kind::row || node.parts.size() != 1) return node;
  FormulaNode only = std::move(node.parts.front());
  return only;
}

/// What stands in brackets, where bars, braces or a fraction do their work.
FormulaNode bare(FormulaNode node) {
  if (node.kind != Kind::fenced) return node;
  FormulaNode inner = std::move(node.parts.front());
  return inner;
}

/// A function that is set without brackets may not stand before another factor.
bool comes_last(const FormulaNode& node) {
  const FormulaNode& base = node.kind == Kind::power ? node.parts.front() : node;
  return base.kind == Kind::call && is_known_function(base.text);
}

/// True for a fraction, 1/2 aside, and for what holds one.
bool holds_quotient(const FormulaNode& node) {
  const bool is_number =
      node.kind == Kind::fraction && node.parts[0].kind == Kind::number && node.parts[1].kind == Kind::number;
  return (node.kind == Kind::fraction && !is_number) || std::ranges::any_of(node.parts, holds_quotient);
}

/// (c/m) in front of another factor: the bar holds together what brackets would.
bool is_fenced_quotient(const FormulaNode& node) {
  if (node.kind != Kind::fenced) return false;
  const FormulaNode& inner = node.parts.front();
  return inner.kind == Kind::fraction || (inner.kind == Kind::product && inner.parts.front().kind == Kind::fraction);
}

FormulaNode fenced(FormulaNode inner) {
  return {Kind::fenced, {}, {std::move(inner)}};
}

FormulaNode product_of(std::vector<FormulaNode> factors) {
  std::stable_partition(factors.begin(), factors.end(), [](const FormulaNode& f) { return !comes_last(f); });
  // Whatever stands behind a Σ is read as part of it.
  const auto sums = std::stable_partition(factors.begin(), factors.end(),
                                          [](const FormulaNode& f) { return f.kind != Kind::big_sum; });
  if (sums != factors.end())
    std::for_each(sums, std::prev(factors.end()), [](FormulaNode& f) { f = fenced(std::move(f)); });
  if (factors.size() == 1) return std::move(factors.front());
  return {Kind::product, {}, std::move(factors)};
}

/// The factors of one term above and below the bar.
class Quotient {
public:
  void multiply(FormulaNode factor) { (factor.kind == Kind::number ? numbers_ : above_).push_back(std::move(factor)); }
  /// The factors of a product below the bar stand there one by one, without its brackets.
  void divide(FormulaNode factor) {
    if (factor.kind == Kind::fenced && factor.parts.front().kind == Kind::product) {
      FormulaNode product = bare(std::move(factor));
      for (FormulaNode& each : product.parts)
        divide(std::move(each));
    } else {
      (factor.kind == Kind::number ? divisors_ : below_).push_back(std::move(factor));
    }
  }

  [[nodiscard]] FormulaNode take() {
    std::vector<FormulaNode> beside = take_coefficient();
    std::vector<FormulaNode> wide;
    if (!below_.empty()) wide = take_wide();
    if (below_.empty()) {
      for (FormulaNode& factor : above_)
        beside.push_back(is_fenced_quotient(factor) && above_.size() > 1 ? bare(std::move(factor)) : std::move(factor));
    } else {
      if (above_.empty()) above_.push_back(formula_leaf(Kind::number, "1"));
      FormulaNode top = above_.size() == 1 ? bare(std::move(above_.front())) : product_of(std::move(above_));
      FormulaNode bottom = below_.size() == 1 ? bare(std::move(below_.front())) : product_of(std::move(below_));
      beside.push_back({Kind::fraction, {}, {std::move(top), std::move(bottom)}});
    }
    std::move(wide.begin(), wide.end(), std::back_inserter(beside));
    return product_of(std::move(beside));
  }

private:
  /// The numbers of the term: a fraction in front of what is worth it, else among the factors.
  std::vector<FormulaNode> take_coefficient() {
    std::vector<FormulaNode> out;
    // 4 g/(5 r): beside a bar that is there anyway no second one.
    if (!below_.empty())
      below_.insert(below_.begin(), std::make_move_iterator(divisors_.begin()),
                    std::make_move_iterator(divisors_.end()));
    else if (!divisors_.empty()) {
      FormulaNode top = numbers_.empty() ? formula_leaf(Kind::number, "1") : product_of(std::exchange(numbers_, {}));
      FormulaNode bottom = product_of(std::exchange(divisors_, {}));
      out.push_back({Kind::fraction, {}, {std::move(top), std::move(bottom)}});
    }
    // A whole number stays where the bar begins.
    std::vector<FormulaNode>& place = below_.empty() ? out : above_;
    place.insert(place.begin(), std::make_move_iterator(numbers_.begin()), std::make_move_iterator(numbers_.end()));
    return out;
  }

  /// Brackets that would make the bar wider than a reader's glance, or hold a bar of their own.
  std::vector<FormulaNode> take_wide() {
    constexpr double widest_above = 12.0; // em
    const auto split = std::stable_partition(above_.begin(), above_.end(), [](const FormulaNode& factor) {
      return factor.kind != Kind::fenced || (formula_width(factor) < widest_above && !holds_quotient(factor));
    });
    std::vector<FormulaNode> out(std::make_move_iterator(split), std::make_move_iterator(above_.end()));
    above_.erase(split, above_.end());
    return out;
  }

  std::vector<FormulaNode> numbers_;
  std::vector<FormulaNode> divisors_; ///< numbers below the bar
  std::vector<FormulaNode> above_;
  std::vector<FormulaNode> below_;
};

FormulaNode set_in_type(const Formula& formula);

/// What stands alone or between the signs of a row.
bool is_operand(const Formula& part) {
  constexpr std::array<Written, 8> operands{Written::number, Written::name, Written::product, Written::power,
                                            Written::fenced, Written::call, Written::primed,  Written::big_sum};
  return std::ranges::find(operands, part.kind) != operands.end();
}

/// Half of a whole exponent, as √u³ is u^{3/2}.
std::optional<FormulaNode> halved(const Formula& exponent) {
  if (exponent.kind != Written::number || exponent.text.size() != 1) return std::nullopt;
  const int power = exponent.text.front() - '0';
  if (power % 2 == 0) return formula_leaf(Kind::number, std::to_string(power / 2));
  return FormulaNode{
      Kind::row,
      {},
      {formula_leaf(Kind::number, exponent.text), formula_leaf(Kind::sign, "/"), formula_leaf(Kind::number, "2")}};
}

/// x^{1/2}: a bar has no room in an exponent.
FormulaNode inline_quotient(FormulaNode node) {
  const auto is_leaf = [](const FormulaNode& part) { return part.parts.empty(); };
  if (node.kind != Kind::fraction || !std::ranges::all_of(node.parts, is_leaf)) return node;
  return {Kind::row, {}, {std::move(node.parts[0]), formula_leaf(Kind::sign, "/"), std::move(node.parts[1])}};
}

FormulaNode exponent_of(const Formula& exponent) {
  const bool is_negative = exponent.kind == Written::row && exponent.parts.size() == 2;
  if (!is_negative) return inline_quotient(bare(set_in_type(exponent)));
  return {Kind::row, {}, {formula_leaf(Kind::prefix, "-"), inline_quotient(bare(set_in_type(exponent.parts[1])))}};
}

/// A Σ keeps brackets where a prime or an exponent belongs to all of it.
FormulaNode base_of(const Formula& base) {
  FormulaNode node = set_in_type(base);
  return node.kind == Kind::big_sum ? fenced(std::move(node)) : node;
}

FormulaNode power_node(const Formula& formula) {
  const Formula& base = formula.parts[0];
  if (base.kind == Written::call && base.text == "sqrt")
    if (const auto half = halved(formula.parts[1]))
      return {Kind::power, {}, {fenced(set_in_type(base.parts.front())), *half}};
  return {Kind::power, {}, {base_of(base), exponent_of(formula.parts[1])}};
}

/// 2 θ, ω t: an argument that is read as one thing.
bool is_multiple(const FormulaNode& argument) {
  return argument.kind == Kind::product && argument.parts.size() == 2 &&
         std::ranges::all_of(argument.parts,
                             [](const FormulaNode& f) { return f.kind == Kind::number || f.kind == Kind::symbol; });
}

/// Entries separated by `,` and rows by `;`.
FormulaNode matrix_node(const Formula& entries) {
  FormulaNode out{Kind::matrix, {}, {}};
  std::size_t columns = 0;
  RowMaker entry;
  const auto end_entry = [&] { out.parts.push_back(set_in_type(entry.take())); };
  const auto add = [&](const Formula& part) {
    const bool ends_row = part.kind == Written::word && part.text == ";";
    if (!ends_row && (part.kind != Written::sign || operator_of(part) != ",")) return entry.add(part);
    end_entry();
    entry = {};
    if (ends_row && columns == 0) columns = out.parts.size();
  };
  if (entries.kind == Written::row)
    std::ranges::for_each(entries.parts, add);
  else
    add(entries);
  end_entry();
  out.text = std::to_string(columns == 0 ? out.parts.size() : columns);
  return out;
}

/// ∂f/∂x of `d(f, x)`; nothing for another call.
std::optional<FormulaNode> partial_derivative(const Formula& call) {
  const Formula& arguments = call.parts.front();
  const bool is_one = call.text == "d" && arguments.kind == Written::row && arguments.parts.size() == 3 &&
                      arguments.parts[1].kind == Written::sign && operator_of(arguments.parts[1]) == "," &&
                      arguments.parts[2].kind == Written::name;
  if (!is_one) return std::nullopt;
  const auto with_sign = [](FormulaNode of) {
    return FormulaNode{Kind::row, {}, {formula_leaf(Kind::word, "∂"), std::move(of)}};
  };
  FormulaNode of = set_in_type(arguments.parts[0]);
  FormulaNode by = with_sign(set_in_type(arguments.parts[2]));
  if (of.kind == Kind::symbol) return FormulaNode{Kind::fraction, {}, {with_sign(std::move(of)), std::move(by)}};
  FormulaNode fraction{Kind::fraction, {}, {formula_leaf(Kind::word, "∂"), std::move(by)}};
  return FormulaNode{Kind::product, {}, {std::move(fraction), fenced(std::move(of))}};
}

/// The digits of a number, or its mantissa times a power of ten: 1e-9 is 10⁻⁹.
FormulaNode number_node(const std::string& digits) {
  const std::size_t e = digits.find_first_of("eE");
  if (e == std::string::npos || e + 1 == digits.size()) return formula_leaf(Kind::number, digits);
  const bool is_negative = digits[e + 1] == '-';
  std::string_view power = std::string_view(digits).substr(e + (digits[e + 1] == '-' || digits[e + 1] == '+' ? 2 : 1));
  power.remove_prefix(std::min(power.find_first_not_of('0'), power.size()));
  FormulaNode exponent = formula_leaf(Kind::number, power.empty() ? "0" : power);
  if (is_negative) exponent = {Kind::row, {}, {formula_leaf(Kind::prefix, "-"), std::move(exponent)}};
  FormulaNode ten{Kind::power, {}, {formula_leaf(Kind::number, "10"), std::move(exponent)}};
  const std::string mantissa = digits.substr(0, e);
  if (mantissa == "1" || mantissa == "1.0") return ten;
  return {Kind::row, {}, {formula_leaf(Kind::number, mantissa), formula_leaf(Kind::sign, "*"), std::move(ten)}};
}

FormulaNode call_node(const Formula& formula) {
  const std::string& name = formula.text;
  if (name == "matrix") return matrix_node(formula.parts.front());
  if (std::optional<FormulaNode> partial = partial_derivative(formula)) return *std::move(partial);
  FormulaNode argument = set_in_type(formula.parts.front());
  if (name == "sqrt") return {Kind::root, {}, {std::move(argument)}};
  if (name == "abs") return {Kind::bars, {}, {std::move(argument)}};
  const bool is_free = argument.kind == Kind::symbol && (is_known_function(name) || name == "jump");
  if (!is_free && !(is_known_function(name) && is_multiple(argument))) argument = fenced(std::move(argument));
  return {Kind::call, name, {std::move(argument)}};
}

FormulaNode product_node(const Formula& formula) {
  Quotient quotient;
  for (std::size_t i = 0; i < formula.parts.size(); i += 2) {
    FormulaNode factor = set_in_type(formula.parts[i]);
    if (i > 0 && operator_of(formula.parts[i - 1]) == "/")
      quotient.divide(std::move(factor));
    else
      quotient.multiply(std::move(factor));
  }
  return quotient.take();
}

FormulaNode row_node(const Formula& formula) {
  FormulaNode out;
  bool follows_operand = false;
  for (const Formula& part : formula.parts) {
    if (part.kind == Written::blank) continue;
    const bool is_unit = part.kind == Written::word && part.text.starts_with('[');
    if ((is_operand(part) || is_unit) && follows_operand) out.parts.push_back(formula_leaf(Kind::word, " "));
    out.parts.push_back(set_in_type(part));
    // A unit, or a bracket without its other half.
    const bool ends_operand =
        part.kind == Written::word && std::string_view("[()").find(part.text.front()) != std::string_view::npos;
    if (part.kind != Written::range) follows_operand = is_operand(part) || ends_operand;
  }
  return without_row(std::move(out));
}

std::vector<FormulaNode> bounds_of(const Formula& range) {
  return {set_in_type(range.parts[0]), set_in_type(range.parts[1]), set_in_type(range.parts[2])};
}

FormulaNode sum_node(const Formula& formula) {
  FormulaNode out{Kind::big_sum, {}, bounds_of(formula.parts[0])};
  FormulaNode summand = set_in_type(formula.parts[1]);
  out.parts.push_back(summand.kind == Kind::row ? fenced(std::move(summand)) : std::move(summand));
  return out;
}

FormulaNode set_in_type(const Formula& formula) {
  switch (formula.kind) {
  case Written::number:
    return number_node(formula.text);
  case Written::name:
    return formula_leaf(Kind::symbol, formula.text);
  case Written::word:
    return formula_leaf(Kind::word, formula.text);
  case Written::blank:
    return {};
  case Written::sign:
    return formula_leaf(Kind::sign, operator_of(formula));
  case Written::prefix:
    return formula_leaf(Kind::prefix, operator_of(formula));
  case Written::row:
    return row_node(formula);
  case Written::product:
    return product_node(formula);
  case Written::power:
    return power_node(formula);
  case Written::fenced:
    return fenced(set_in_type(formula.parts.front()));
  case Written::call:
    return call_node(formula);
  case Written::primed:
    return {Kind::rate, std::to_string(formula.text.size()), {base_of(formula.parts.front())}};
  case Written::range:
    return {Kind::range, {}, bounds_of(formula)};
  case Written::big_sum:
    return sum_node(formula);
  }
  return {};
}

} // namespace

FormulaNode formula_tree(const Formula& formula) {
  return set_in_type(formula);
}

FormulaNode formula_tree(std::string_view text) {
  return formula_tree(read_formula(text));
}

} // namespace typesetting
} // namespace dalembert
