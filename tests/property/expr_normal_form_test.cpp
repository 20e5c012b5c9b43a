#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>

#include "random_expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace dalembert {
namespace {

constexpr std::uint64_t seed = 20260102;

/// An expression and, beside it, the same arithmetic done at once in doubles.
struct Shadowed {
  Expr expr;
  double value = 0.0;
};

class NormalForm : public ::testing::Test {
protected:
  NormalForm() : random(graph, seed, 4) {
    RecordProperty("seed", std::to_string(seed));
    for (const Expr s : random.symbols())
      values.push_back({s, random.real(0.2, 1.8)});
  }

  Shadowed grow(int depth) {
    if (depth <= 0) {
      const std::size_t i = random.pick(values.size() + 1);
      if (i < values.size()) return {values[i].symbol, values[i].value};
      const Rational r = random.number();
      return {graph.number(r), r.to_double()};
    }
    const Shadowed a = grow(depth - 1);
    const Shadowed b = grow(depth - 1 - static_cast<int>(random.pick(3)));
    switch (random.pick(9)) {
    case 0:
      return {graph.add(a.expr, b.expr), a.value + b.value};
    case 1:
      return {graph.sub(a.expr, b.expr), a.value - b.value};
    case 2:
    case 3:
      return {graph.mul(a.expr, b.expr), a.value * b.value};
    case 4:
      return {graph.sum({a.expr, b.expr, graph.neg(a.expr), a.expr}), a.value + b.value};
    case 5: // the sine of a large angle is all rounding: such a value is not compared
      return {graph.sin(a.expr), std::abs(a.value) < 100.0 ? std::sin(a.value) : std::nan("")};
    case 6:
      return {graph.apply(Function::abs, a.expr), std::abs(a.value)};
    case 7: {
      const Expr base = graph.add(graph.square(a.expr), graph.number(Rational(1, 3)));
      const double value = a.value * a.value + 1.0 / 3.0;
      constexpr int tops[] = {-3, -2, -1, 1, 3, 4};
      const int top = tops[random.pick(6)];
      const int bottom = 1 + static_cast<int>(random.pick(4));
      return {graph.mul(graph.pow(base, Rational(top, bottom)), graph.sqrt(base)),
              std::pow(value, static_cast<double>(top) / bottom) * std::sqrt(value)};
    }
    default:
      return {graph.square(a.expr), a.value * a.value};
    }
  }

  /// Rebuilds every node of `e` from its own parts through the makers.
  Expr remade(Expr e) {
    const Expr fresh = graph.symbol("fresh");
    const Expr used = random.symbols()[0];
    const Replacement out[] = {{used, fresh}};
    const Replacement back[] = {{fresh, used}};
    return substitute(graph, substitute(graph, e, out), back);
  }

  Graph graph;
  RandomExpression random;
  std::vector<Assignment> values;
};

TEST_F(NormalForm, keeps_the_value) {
  int compared = 0;
  for (int k = 0; k < 5000; ++k) {
    const Shadowed s = grow(5);
    if (!std::isfinite(s.value) || std::abs(s.value) > 1e6) continue;
    ++compared;
    // Another order of operations, of which values below 1e6 may cancel nine digits.
    ASSERT_NEAR(evaluate(graph, s.expr, values), s.value, 1e-7 * (1.0 + std::abs(s.value))) << text(graph, s.expr);
  }
  EXPECT_GT(compared, 3000);
}

TEST_F(NormalForm, is_idempotent) {
  for (int k = 0; k < 3000; ++k) {
    const Expr e = grow(4).expr;
    // Term order follows node ids, so signs may settle otherwise the first time; the second time nothing moves.
    const Expr once = remade(e);
    const double value = evaluate(graph, e, values);
    if (std::isfinite(value) && std::abs(value) < 1e6) {
      ASSERT_NEAR(evaluate(graph, once, values), value, 1e-7 * (1.0 + std::abs(value))) << text(graph, e); // likewise
    }
    const Replacement nothing[] = {{graph.pi(), graph.pi()}};
    ASSERT_EQ(substitute(graph, e, nothing), e);
  }
}

/// Remakes every node of a graph in a new one, in order: the makers must reproduce node for node what they made.
TEST_F(NormalForm, makers_return_their_own_results_unchanged) {
  for (int k = 0; k < 2000; ++k)
    (void)grow(4);
  const std::size_t size = graph.size();
  for (std::uint32_t id = 0; id < size; ++id) {
    const Expr e{id};
    if (graph.kind(e) == NodeKind::sum) {
      const auto t = graph.terms(e);
      const std::vector<Term> terms(t.begin(), t.end());
      ASSERT_EQ(graph.sum(terms), e) << text(graph, e);
    } else if (graph.kind(e) == NodeKind::product) {
      const auto f = graph.factors(e);
      const std::vector<Factor> factors(f.begin(), f.end());
      ASSERT_EQ(graph.product(factors), e) << text(graph, e);
    } else if (graph.kind(e) == NodeKind::function) {
      const auto a = graph.args(e);
      ASSERT_EQ(a.size() == 1 ? graph.apply(graph.function(e), a[0]) : graph.apply(graph.function(e), a[0], a[1]), e);
    }
  }
  EXPECT_EQ(graph.size(), size);
}

/// Reads back what `text` prints: an oracle of its own, recursive descent straight to doubles.
class Reader {
public:
  Reader(const std::string& text, const Graph& graph, const std::vector<Assignment>& values)
      : text_(text), graph_(graph), values_(values) {}

  double read() {
    const double value = sum();
    EXPECT_EQ(at_, text_.size()) << "unread: " << text_.substr(at_);
    return value;
  }

private:
  bool take(const std::string& token) {
    std::size_t start = at_;
    while (start < text_.size() && text_[start] == ' ')
      ++start;
    if (text_.compare(start, token.size(), token) != 0) return false;
    at_ = start + token.size();
    return true;
  }
  double sum() {
    double value = take("-") ? -product() : product();
    for (;;) {
      if (take("+"))
        value += product();
      else if (take("-"))
        value -= product();
      else
        return value;
    }
  }
  double product() {
    double value = power();
    for (;;) {
      if (take("*"))
        value *= power();
      else if (take("/"))
        value /= power();
      else
        return value;
    }
  }
  double power() {
    const double base = atom();
    return take("^") ? std::pow(base, atom()) : base;
  }
  double call(const std::string& head, const std::function<double(double)>& f) {
    (void)head;
    const double value = f(sum());
    EXPECT_TRUE(take(")"));
    return value;
  }
  double atom() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
    if (take("(")) return call("", [](double v) { return v; });
    if (take("sqrt(")) return call("sqrt", [](double v) { return std::sqrt(v); });
    for (const Function f : {Function::sin, Function::abs})
      if (take(std::string(name(f)) + "(")) return call("", [f](double v) { return evaluate(f, v); });
    if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0)) {
      std::size_t length = 0;
      const double value = std::stod(text_.substr(at_), &length);
      at_ += length;
      return value;
    }
    for (const Assignment& a : values_)
      if (take(std::string(graph_.name(a.symbol)))) return a.value;
    ADD_FAILURE() << "cannot read: " << text_.substr(at_);
    at_ = text_.size();
    return 0.0;
  }

  const std::string& text_;
  const Graph& graph_;
  const std::vector<Assignment>& values_;
  std::size_t at_ = 0;
};

TEST_F(NormalForm, text_reads_back_to_the_same_value) {
  int compared = 0;
  for (int k = 0; k < 3000; ++k) {
    const Expr e = grow(4).expr;
    const double value = evaluate(graph, e, values);
    if (!std::isfinite(value) || std::abs(value) > 1e6) continue;
    ++compared;
    const std::string printed = text(graph, e);
    ASSERT_NEAR(Reader(printed, graph, values).read(), value, 1e-7 * (1.0 + std::abs(value))) << printed; // likewise
  }
  EXPECT_GT(compared, 2000);
}

} // namespace
} // namespace dalembert
