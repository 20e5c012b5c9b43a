#include <dalembert/base/errors.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/schedule.h>
#include <dalembert/program/value_graph.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace program {

namespace {

constexpr std::int64_t largest_unrolled_power = 64;

/// What the nodes below the outputs are used for.
struct Uses {
  std::vector<Expr> nodes;               ///< reached, children first; nothing below an input
  std::vector<std::uint32_t> count;      ///< per node id
  std::vector<std::uint32_t> as_divisor; ///< per node id: products that divide
                                         ///< by it or by a power of it
  std::vector<std::uint8_t> turns;       ///< per node id: 1 sine wanted, 2 cosine wanted
};

bool is_negative(const Graph& graph, NumberId exponent) {
  return graph.value(exponent).sign() < 0;
}

/// Walks down from the outputs and stops at inputs (marked in `is_input`).
Uses count_uses(const Graph& graph, std::span<const Expr> outputs, const std::vector<bool>& is_input) {
  const std::size_t size = is_input.size();
  Uses uses{{}, std::vector<std::uint32_t>(size), std::vector<std::uint32_t>(size), std::vector<std::uint8_t>(size)};
  std::vector<Expr> open;
  const auto use = [&](Expr e) {
    if (uses.count[e.id]++ == 0) open.push_back(e);
  };
  for (const Expr e : outputs)
    use(e);
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    uses.nodes.push_back(e);
    if (is_input[e.id]) continue;
    graph.for_children(e, use);
    if (graph.kind(e) == NodeKind::product)
      for (const Factor& f : graph.factors(e))
        if (is_negative(graph, f.exponent)) ++uses.as_divisor[f.base.id];
    if (graph.kind(e) == NodeKind::function && graph.function(e) == Function::sin)
      uses.turns[graph.args(e)[0].id] |= 1U;
    if (graph.kind(e) == NodeKind::function && graph.function(e) == Function::cos)
      uses.turns[graph.args(e)[0].id] |= 2U;
  }
  std::sort(uses.nodes.begin(), uses.nodes.end());
  return uses;
}

/// Lowers graph nodes to values, children before parents.
class Lowering {
public:
  Lowering(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> outputs);
  [[nodiscard]] Tape finish(const TapeEnding& ending = {});

private:
  static constexpr Value none = std::numeric_limits<Value>::max();
  struct Product {
    Value left;
    Value right; ///< none: `left` is all
  };

  Value lower(Expr e);
  Value lower_sum(Expr e, bool negated);
  Value begin_sum(const Term& start, const Term*& second, bool negated);
  Value lower_single_term(const Term& term);
  Value lower_function(Expr e);
  Value lower_select(Expr e);
  Product lower_product(Expr e);
  void lower_factor(const Factor& factor, std::vector<Value>& above, std::vector<Value>& below);
  Value power(Value base, std::int64_t exponent);
  Value join(std::vector<Value>& factors, std::size_t until);
  Value multiplied(const Product& p) {
    return p.right == none ? p.left : values_.make(Operation::mul, p.left, p.right);
  }
  Value add_term(Value total, const Term& term, bool negated);
  [[nodiscard]] double signed_coefficient(const Term& term, bool negated) const {
    return (negated ? -1 : 1) * graph_.approximate(term.coefficient);
  }
  [[nodiscard]] std::size_t first_term(std::span<const Term> terms, bool negated) const;

  /// A product read once, by a sum, waits for that sum: its last multiplication becomes part of a multiply-add.
  [[nodiscard]] bool waits(Expr e) const { return waiting_[e.id]; }
  void find_waiting();
  [[nodiscard]] Value value(Expr e) const { return lowered_[e.id]; }

  const Graph& graph_;
  std::span<const Expr> inputs_;
  std::span<const Expr> outputs_;
  Uses uses_;
  std::vector<bool> is_input_;
  std::vector<bool> waiting_;
  std::vector<Value> lowered_;
  std::vector<Value> above_; ///< memory of lower_product
  std::vector<Value> below_;
  ValueGraph values_;
};

Lowering::Lowering(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> outputs)
    : graph_(graph), inputs_(inputs), outputs_(outputs) {
  std::uint32_t highest = 0;
  for (const std::span<const Expr> group : {inputs, outputs})
    for (const Expr e : group)
      highest = std::max(highest, e.id);
  is_input_.assign(highest + std::size_t{1}, false);
  lowered_.assign(is_input_.size(), none);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ENSURE(!is_input_[inputs[i].id]);
    is_input_[inputs[i].id] = true;
    lowered_[inputs[i].id] = values_.input(i, inputs[i]);
  }
  uses_ = count_uses(graph, outputs, is_input_);
  values_.reserve(2 * uses_.nodes.size());
  find_waiting();
}

void Lowering::find_waiting() {
  waiting_.assign(is_input_.size(), false);
  for (const Expr e : uses_.nodes) {
    if (is_input_[e.id] || graph_.kind(e) != NodeKind::sum) continue;
    const auto terms = graph_.terms(e);
    for (const Term& t : terms) {
      const NodeKind kind = graph_.kind(t.expr);
      const bool can_wait = kind == NodeKind::product || (kind == NodeKind::sum && terms.size() == 1);
      if (can_wait && uses_.count[t.expr.id] == 1 && !is_input_[t.expr.id]) waiting_[t.expr.id] = true;
    }
  }
}

Value Lowering::power(Value base, std::int64_t exponent) {
  if (exponent == 1) return base;
  if (exponent > largest_unrolled_power)
    return values_.make(Function::pow, base, values_.constant(static_cast<double>(exponent)));
  if (exponent % 2 != 0) return values_.make(Operation::mul, power(base, exponent - 1), base);
  const Value half = power(base, exponent / 2);
  return values_.make(Operation::mul, half, half);
}

/// Appends base^exponent to the factors above or below the fraction line.
void Lowering::lower_factor(const Factor& factor, std::vector<Value>& above, std::vector<Value>& below) {
  const Rational& exponent = graph_.value(factor.exponent);
  const Value base = value(factor.base);
  if (exponent.is_one()) {
    above.push_back(base);
    return;
  }
  const std::optional<std::int64_t> twice = (exponent * Rational(2)).as_integer();
  if (!twice) {
    above.push_back(values_.make(Function::pow, base, values_.constant(graph_.approximate(factor.exponent))));
    return;
  }
  const std::int64_t size = std::abs(*twice);
  const bool is_root = size % 2 != 0;
  const Value root = is_root ? values_.make(Operation::sqrt, base) : base;
  // One division serves all products that divide by the same base.
  if (*twice < 0 && uses_.as_divisor[factor.base.id] > 1) {
    const Value inverse = values_.make(Operation::div, values_.constant(1), root);
    above.push_back(power(inverse, is_root ? size : size / 2));
    return;
  }
  std::vector<Value>& side = *twice < 0 ? below : above;
  if (is_root) side.push_back(root);
  if (size / 2 > 0) side.push_back(power(base, size / 2));
}

/// Multiplies factors[0..] together until `until` are left, taking products that exist already first.
Value Lowering::join(std::vector<Value>& factors, std::size_t until) {
  constexpr std::size_t searched = 12;
  while (factors.size() > until) {
    std::size_t first = 0;
    std::size_t second = 1;
    bool found = false;
    for (std::size_t i = 0; i < std::min(factors.size(), searched) && !found; ++i)
      for (std::size_t j = i + 1; j < std::min(factors.size(), searched) && !found; ++j)
        if (values_.has_product(factors[i], factors[j])) {
          first = i;
          second = j;
          found = true;
        }
    factors[first] = values_.make(Operation::mul, factors[first], factors[second]);
    factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(second));
  }
  return factors[0];
}

Lowering::Product Lowering::lower_product(Expr e) {
  values_.set_origin(e);
  std::vector<Value>& above = above_;
  std::vector<Value>& below = below_;
  above.clear();
  below.clear();
  for (const Factor& f : graph_.factors(e))
    lower_factor(f, above, below);
  if (!below.empty()) {
    const Value divisor = join(below, 1);
    if (above.empty()) above.push_back(values_.constant(1));
    above[0] = values_.make(Operation::div, above[0], divisor);
  }
  // A lone square is a product of equals.
  if (above.size() == 1) {
    const ValueGraph::Node& node = values_[above[0]];
    const bool is_square = node.kind == ValueGraph::Kind::operation && node.operation == Operation::mul;
    return waits(e) && is_square ? Product{node.a, node.b} : Product{above[0], none};
  }
  join(above, 2);
  return {above[0], above[1]};
}

/// Chooses the term that a sum starts from: one that costs nothing by itself.
std::size_t Lowering::first_term(std::span<const Term> terms, bool negated) const {
  std::size_t best = 0;
  int best_cost = 4;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double coefficient = signed_coefficient(terms[i], negated);
    int cost = 3;
    if (graph_.is_one(terms[i].expr))
      cost = 0;
    else if (coefficient == 1)
      cost = waits(terms[i].expr) ? 1 : 0;
    else if (coefficient != -1)
      cost = 2;
    if (cost < best_cost) {
      best_cost = cost;
      best = i;
    }
  }
  return best;
}

Value Lowering::lower_single_term(const Term& term) {
  const bool is_minus = graph_.approximate(term.coefficient) == -1;
  if (is_minus && waits(term.expr) && graph_.kind(term.expr) == NodeKind::sum) return lower_sum(term.expr, true);
  Value x = value(term.expr);
  if (waits(term.expr))
    x = graph_.kind(term.expr) == NodeKind::sum ? lower_sum(term.expr, false) : multiplied(lower_product(term.expr));
  if (is_minus) return values_.make(Operation::neg, x);
  return values_.make(Operation::mul, values_.constant(graph_.approximate(term.coefficient)), x);
}

Value Lowering::add_term(Value total, const Term& term, bool negated) {
  const double coefficient = signed_coefficient(term, negated);
  if (graph_.is_one(term.expr)) return values_.make(Operation::add, total, values_.constant(coefficient));
  Product x = waits(term.expr) ? lower_product(term.expr) : Product{value(term.expr), none};
  const bool is_unit = coefficient == 1 || coefficient == -1;
  if (!is_unit) x = {values_.constant(coefficient), multiplied(x)};
  const bool is_subtracted = coefficient == -1;
  if (x.right == none) return values_.make(is_subtracted ? Operation::sub : Operation::add, total, x.left);
  return values_.make(is_subtracted ? Operation::fnma : Operation::fma, x.left, x.right, total);
}

/// Starts a sum with its terms `start` and, where the two make one operation, `second`; clears `second` where not.
Value Lowering::begin_sum(const Term& start, const Term*& second, bool negated) {
  const double coefficient = signed_coefficient(start, negated);
  if (graph_.is_one(start.expr) || coefficient != 1 || !waits(start.expr)) second = nullptr;
  if (graph_.is_one(start.expr)) return values_.constant(coefficient);
  Product x = waits(start.expr) ? lower_product(start.expr) : Product{value(start.expr), none};
  if (x.right == none) second = nullptr;
  if (second != nullptr) return values_.make(Operation::fms, x.left, x.right, value(second->expr));
  const Value total = multiplied(x);
  if (coefficient == 1) return total;
  if (coefficient == -1) return values_.make(Operation::neg, total);
  return values_.make(Operation::mul, values_.constant(coefficient), total);
}

Value Lowering::lower_sum(Expr e, bool negated) {
  const auto terms = graph_.terms(e);
  if (terms.size() == 1) return lower_single_term(terms[0]);
  const auto has_plus = [&](const Term& t) { return signed_coefficient(t, negated) > 0; };
  // −(x + y) costs a negation; −(x − y) is y − x.
  if (negated && std::none_of(terms.begin(), terms.end(), has_plus))
    return values_.make(Operation::neg, lower_sum(e, false));
  const Term& start = terms[first_term(terms, negated)];
  const auto is_subtracted = [&](const Term& t) { return signed_coefficient(t, negated) == -1 && !waits(t.expr); };
  const auto subtracted = std::find_if(terms.begin(), terms.end(), is_subtracted);
  const Term* second = subtracted == terms.end() || graph_.is_one(subtracted->expr) ? nullptr : &*subtracted;
  Value total = begin_sum(start, second, negated);
  for (const Term& term : terms) {
    if (&term == &start || &term == second) continue;
    total = add_term(total, term, negated);
    values_.set_origin(e);
  }
  return total;
}

Value Lowering::lower_function(Expr e) {
  const auto args = graph_.args(e);
  const Function f = graph_.function(e);
  if (args.size() == 2) return values_.make(f, value(args[0]), value(args[1]));
  const bool both_turns = uses_.turns[args[0].id] == 3;
  if (both_turns && f == Function::sin) return values_.sincos(value(args[0])).sine;
  if (both_turns && f == Function::cos) return values_.sincos(value(args[0])).cosine;
  return values_.make(f, value(args[0]));
}

Value Lowering::lower_select(Expr e) {
  const auto args = graph_.args(e);
  constexpr Operation relations[] = {Operation::less, Operation::less_equal, Operation::equal, Operation::not_equal};
  const Operation relation = relations[static_cast<std::size_t>(graph_.relation(e))];
  const Value holds = values_.make(relation, value(args[0]), value(args[1]));
  return values_.make(Operation::select, holds, value(args[2]), value(args[3]));
}

Value Lowering::lower(Expr e) {
  values_.set_origin(e);
  switch (graph_.kind(e)) {
  case NodeKind::number:
    return values_.constant(graph_.number(e).to_double());
  case NodeKind::pi:
    return values_.constant(std::numbers::pi);
  case NodeKind::symbol:
    throw TapeError(TapeError::Reason::missing_input, std::string(graph_.name(e)));
  case NodeKind::sum:
    return lower_sum(e, false);
  case NodeKind::product:
    return multiplied(lower_product(e));
  case NodeKind::function:
    return lower_function(e);
  case NodeKind::select:
    return lower_select(e);
  case NodeKind::unknown: {
    const Argument& argument = graph_.arguments(e).front();
    if (const auto& table = graph_.table(graph_.unknown_id(e)))
      return values_.look_up(table, argument.order, value(argument.expr));
    throw TapeError(TapeError::Reason::unknown_function, std::string(graph_.name(graph_.unknown_id(e))));
  }
  }
  return none;
}

Tape Lowering::finish(const TapeEnding& ending) {
  for (const Expr e : uses_.nodes)
    if (!is_input_[e.id] && !waits(e)) lowered_[e.id] = lower(e);
  std::vector<Value> results;
  results.reserve(outputs_.size());
  for (const Expr e : outputs_)
    results.push_back(value(e));
  if (!ending) return schedule(values_, inputs_, results);
  // What an ending computes step by step stays in that order: factors are used
  // while they are at hand.
  const auto end = static_cast<Value>(values_.size());
  results = ending(values_, results);
  return schedule(values_, inputs_, results, end);
}

std::string complaint(TapeError::Reason reason, const std::string& name) {
  return reason == TapeError::Reason::missing_input ? "no value is given for " + name
                                                    : "the function " + name + " is declared but not defined";
}

} // namespace

TapeError::TapeError(Reason reason, std::string name)
    : std::runtime_error(complaint(reason, name)), reason_(reason), name_(std::move(name)) {}

Tape build_tape(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> outputs) {
  return Lowering(graph, inputs, outputs).finish();
}

Tape build_tape(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> entries,
                const TapeEnding& ending) {
  return Lowering(graph, inputs, entries).finish(ending);
}

} // namespace program
} // namespace dalembert
