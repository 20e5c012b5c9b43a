#pragma once

#include <dalembert/base/watch.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/tabulated.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace expr {

/// The value of one symbol in any kind of number.
template <class Number>
struct AssignmentAs {
  Expr symbol;
  Number value;
};

/// Expressions that are evaluated several times, and all nodes that they need in ascending order.
struct PreparedRoots {
  std::vector<Expr> roots;
  std::vector<Expr> nodes;

  PreparedRoots() = default;
  PreparedRoots(const Graph& graph, std::span<const Expr> wanted)
      : roots(wanted.begin(), wanted.end()), nodes(reachable(graph, wanted)) {}
};

/// Evaluates expressions in numbers of any kind that has +, ·, / (in place, too), <, ==, `is_same`, `Number(double)`,
/// `Number(Rational)`, `Number::pi()` and the functions of <cmath> by their names. `evaluate` is the same for doubles.
/// Values are kept from one call to the next: a node is computed again where one of its operands has changed. All calls
/// are made in one precision.
template <class Number>
class EvaluatorAs {
public:
  explicit EvaluatorAs(const Graph& graph) : graph_(graph) {}

  /// Returns the values of `roots`, each shared node evaluated once.
  /// @throws std::invalid_argument if a root needs a symbol without a value, or an unknown function
  [[nodiscard]] std::vector<Number> operator()(std::span<const Expr> roots,
                                               std::span<const AssignmentAs<Number>> values) {
    return (*this)(PreparedRoots(graph_, roots), values);
  }
  [[nodiscard]] std::vector<Number> operator()(const PreparedRoots& wanted,
                                               std::span<const AssignmentAs<Number>> values) {
    const std::vector<Expr>& nodes = wanted.nodes;
    if (!nodes.empty() && place_.size() <= nodes.back().id) place_.resize(nodes.back().id + std::size_t{1}, nowhere);
    kept_.reserve(kept_.size() + nodes.size() + values.size());
    ++call_;
    for (const AssignmentAs<Number>& a : values)
      if (a.symbol.id < place_.size()) keep(kept(a.symbol), a.value);
    poll(nodes.size());
    for (const Expr e : nodes)
      refresh(e);
    std::vector<Number> out;
    out.reserve(wanted.roots.size());
    for (const Expr root : wanted.roots)
      out.push_back(value(root));
    return out;
  }

private:
  static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

  /// The value of a node, and in which calls it last became another one and was last needed; 0 is never.
  struct Kept {
    Number value;
    std::uint32_t changed = 0;
    std::uint32_t needed = 0;
  };

  Kept& kept(Expr e) {
    std::uint32_t& place = place_[e.id];
    if (place == nowhere) {
      place = static_cast<std::uint32_t>(kept_.size());
      kept_.emplace_back();
    }
    return kept_[place];
  }
  [[nodiscard]] const Number& value(Expr e) const { return kept_[place_[e.id]].value; }

  void keep(Kept& at, const Number& number) {
    if (at.needed == 0 || !is_same(at.value, number)) {
      at.value = number;
      at.changed = call_;
    }
    at.needed = call_;
  }

  void refresh(Expr e) {
    Kept& at = kept(e);
    if (at.needed == call_) return; // it was given
    bool is_current = at.needed != 0 && graph_.kind(e) != NodeKind::symbol;
    if (is_current)
      graph_.for_children(e, [&](Expr child) {
        if (kept_[place_[child.id]].changed > at.needed) is_current = false;
      });
    if (is_current)
      at.needed = call_;
    else
      keep(at, compute(e));
  }

  /// A number of the graph, converted once.
  const Number& number(NumberId id) {
    if (numbers_.size() <= id.id) numbers_.resize(id.id + std::size_t{1});
    std::optional<Number>& known = numbers_[id.id];
    if (!known) known.emplace(graph_.value(id));
    return *known;
  }

  Number sum(Expr e) {
    Number total(0.0);
    for (const Term& t : graph_.terms(e))
      if (graph_.value(t.coefficient).is_one())
        total += value(t.expr);
      else
        total += number(t.coefficient) * value(t.expr);
    return total;
  }

  Number product(Expr e) {
    std::optional<Number> total;
    const auto times = [&total](const Number& x) {
      if (total)
        *total *= x;
      else
        total = x;
    };
    for (const Factor& f : graph_.factors(e)) {
      const Rational& exponent = graph_.value(f.exponent);
      const Number& base = value(f.base);
      if (exponent.is_one()) {
        times(base);
      } else if (exponent == Rational(2)) {
        times(base);
        times(base);
      } else if (exponent == Rational(-1)) {
        if (!total) total.emplace(1.0);
        *total /= base;
      } else {
        times(pow(base, number(f.exponent)));
      }
    }
    return total ? *std::move(total) : Number(1.0);
  }

  Number compute(Expr e) {
    switch (graph_.kind(e)) {
    case NodeKind::number:
      return Number(graph_.number(e));
    case NodeKind::pi:
      return Number::pi();
    case NodeKind::symbol:
      throw std::invalid_argument("no value for the symbol " + std::string(graph_.name(e)));
    case NodeKind::sum:
      return sum(e);
    case NodeKind::product:
      return product(e);
    case NodeKind::function: {
      const auto args = graph_.args(e);
      return call(graph_.function(e), value(args[0]), args.size() > 1 ? value(args[1]) : value(args[0]));
    }
    case NodeKind::select: {
      const auto args = graph_.args(e);
      return value(holds(graph_.relation(e), value(args[0]), value(args[1])) ? args[2] : args[3]);
    }
    case NodeKind::unknown: {
      const Argument& argument = graph_.arguments(e).front();
      const auto& table = graph_.table(graph_.unknown_id(e));
      if (table) return table->template value_as<Number>(argument.order, value(argument.expr));
      break;
    }
    }
    throw std::invalid_argument("no value for an unknown function");
  }

  static bool holds(Relation relation, const Number& left, const Number& right) {
    switch (relation) {
    case Relation::less:
      return left < right;
    case Relation::less_equal:
      return left < right || left == right;
    case Relation::equal:
      return left == right;
    case Relation::not_equal:
      return !(left == right);
    }
    return false;
  }

  static Number sign_of(const Number& x) {
    const Number zero(0.0);
    return Number(zero < x ? 1.0 : x < zero ? -1.0 : 0.0);
  }

  static Number call(Function f, const Number& a, const Number& b) { // NOLINT(readability-function-size): one case each
    switch (f) {
    case Function::sin:
      return sin(a);
    case Function::cos:
      return cos(a);
    case Function::tan:
      return tan(a);
    case Function::asin:
      return asin(a);
    case Function::acos:
      return acos(a);
    case Function::atan:
      return atan(a);
    case Function::sinh:
      return sinh(a);
    case Function::cosh:
      return cosh(a);
    case Function::tanh:
      return tanh(a);
    case Function::asinh:
      return asinh(a);
    case Function::acosh:
      return acosh(a);
    case Function::atanh:
      return atanh(a);
    case Function::exp:
      return exp(a);
    case Function::log:
      return log(a);
    case Function::abs:
      return abs(a);
    case Function::sign:
      return sign_of(a);
    case Function::heaviside:
      return Number(0.5) * (sign_of(a) + Number(1.0));
    case Function::floor:
      return floor(a);
    case Function::ceil:
      return ceil(a);
    case Function::round:
      return round(a);
    case Function::trunc:
      return trunc(a);
    case Function::erf:
      return erf(a);
    case Function::atan2:
      return atan2(a, b);
    case Function::min:
      return b < a ? b : a;
    case Function::max:
      return a < b ? b : a;
    case Function::pow:
      return pow(a, b);
    case Function::fmod:
      return fmod(a, b);
    }
    throw std::invalid_argument("no such function");
  }

  const Graph& graph_;
  std::vector<std::uint32_t> place_; ///< of each node in `kept_`
  std::vector<Kept> kept_;
  std::vector<std::optional<Number>> numbers_; ///< by number of the graph
  std::uint32_t call_ = 0;
};

} // namespace expr
} // namespace dalembert
