#include <dalembert/expr/graph.h>

namespace dalembert {
inline namespace expr {

namespace {

enum class Parity { none, odd, even };

Parity parity(Function f) {
  switch (f) {
  case Function::sin:
  case Function::tan:
  case Function::asin:
  case Function::atan:
  case Function::sinh:
  case Function::tanh:
  case Function::asinh:
  case Function::atanh:
  case Function::erf:
  case Function::sign:
  case Function::round:
  case Function::trunc:
    return Parity::odd;
  case Function::cos:
  case Function::cosh:
  case Function::abs:
    return Parity::even;
  default:
    return Parity::none;
  }
}

/// The numeric coefficient of `e`: c for c·x, the value of a number, else 1.
Rational coefficient(const Graph& graph, Expr e) {
  if (graph.is_number(e)) return graph.number(e);
  if (graph.kind(e) != NodeKind::sum || graph.terms(e).size() != 1) return {1};
  return graph.value(graph.terms(e)[0].coefficient);
}

std::optional<Rational> rounded(Function f, const Rational& x) {
  const Rational half(1, 2);
  switch (f) {
  case Function::abs:
    return x.abs();
  case Function::sign:
    return Rational(x.sign());
  case Function::heaviside:
    return x.is_zero() ? half : Rational(x.sign() > 0 ? 1 : 0);
  case Function::floor:
    return x.floor();
  case Function::ceil:
    return -(-x).floor();
  case Function::round:
    return (x + half).floor(); // x ≥ 0: the parity rule comes first
  case Function::trunc:
    return x.floor();
  default:
    return std::nullopt;
  }
}

std::optional<Expr> fold_zero(Graph& graph, Function f) {
  switch (f) {
  case Function::sin:
  case Function::tan:
  case Function::asin:
  case Function::atan:
  case Function::sinh:
  case Function::tanh:
  case Function::asinh:
  case Function::atanh:
  case Function::erf:
    return graph.zero();
  case Function::cos:
  case Function::cosh:
  case Function::exp:
    return graph.one();
  case Function::acos:
    return graph.scale(Rational(1, 2), graph.pi());
  default:
    return std::nullopt;
  }
}

std::optional<Expr> fold_one(Graph& graph, Function f) {
  switch (f) {
  case Function::log:
  case Function::acos:
  case Function::acosh:
    return graph.zero();
  case Function::asin:
    return graph.scale(Rational(1, 2), graph.pi());
  case Function::atan:
    return graph.scale(Rational(1, 4), graph.pi());
  default:
    return std::nullopt;
  }
}

std::optional<Expr> fold_number(Graph& graph, Function f, const Rational& x) {
  if (const auto exact = rounded(f, x)) return graph.number(*exact);
  if (x.is_zero()) return fold_zero(graph, f);
  if (x.is_one()) return fold_one(graph, f);
  return std::nullopt;
}

/// sin(k·15°) for the k with a single root: multiples of 30° and 45°.
std::optional<Expr> sine_of_step(Graph& graph, int step) {
  step %= 24;
  const bool negative = step >= 12;
  if (negative) step -= 12;
  if (step > 6) step = 12 - step;
  if (step % 2 != 0 && step % 3 != 0) return std::nullopt;
  constexpr int radicand[] = {0, 0, 1, 2, 3, 0, 4}; // sin = √radicand / 2
  const Expr sine = graph.scale(Rational(negative ? -1 : 1, 2), graph.sqrt(graph.number(radicand[step])));
  return sine;
}

std::optional<Expr> fold_multiple_of_pi(Graph& graph, Function f, const Rational& multiple) {
  const Rational turns = multiple - Rational(2) * (multiple / Rational(2)).floor();
  const auto step = (turns * Rational(12)).as_integer();
  if (!step) return std::nullopt;
  const auto sine = sine_of_step(graph, static_cast<int>(*step));
  const auto cosine = sine_of_step(graph, static_cast<int>(*step) + 6);
  if (f == Function::sin) return sine;
  if (f == Function::cos) return cosine;
  if (f != Function::tan || !sine || !cosine || graph.is_zero(*cosine)) return std::nullopt;
  return graph.div(*sine, *cosine);
}

/// True where f undoes `inner`: f(inner(x)) = x wherever inner(x) is defined.
bool undoes(Function f, Function inner) {
  return (f == Function::sin && inner == Function::asin) || (f == Function::cos && inner == Function::acos) ||
         (f == Function::tan && inner == Function::atan) || (f == Function::exp && inner == Function::log) ||
         (f == Function::log && inner == Function::exp) || (f == Function::sinh && inner == Function::asinh) ||
         (f == Function::tanh && inner == Function::atanh) || (f == Function::cosh && inner == Function::acosh);
}

} // namespace

std::optional<Expr> Graph::folded(Function f, Expr a) {
  Graph& graph = *this;
  const Rational c = coefficient(graph, a);
  if (c.sign() < 0 && parity(f) != Parity::none) {
    const Expr positive = graph.apply(f, graph.neg(a));
    return parity(f) == Parity::odd ? graph.neg(positive) : positive;
  }
  if (graph.is_number(a)) {
    const Rational x = graph.number(a);
    return fold_number(graph, f, x);
  }
  const Expr inner = c.is_one() ? a : graph.scale(c.inverse(), a);
  if (inner == graph.pi()) return fold_multiple_of_pi(graph, f, c);
  if (!c.is_one() && f == Function::abs) return graph.scale(c, graph.apply(f, inner));
  if (!c.is_one() && c.sign() > 0 && (f == Function::sign || f == Function::heaviside)) return graph.apply(f, inner);
  if (graph.kind(a) != NodeKind::function) return std::nullopt;
  const Function below = graph.function(a);
  if (f == Function::abs && (below == Function::abs || below == Function::exp || below == Function::cosh)) return a;
  if (undoes(f, below)) return graph.args(a)[0];
  return std::nullopt;
}

std::optional<Expr> Graph::folded(Function f, Expr a, Expr b) {
  Graph& graph = *this;
  const bool numbers = graph.is_number(a) && graph.is_number(b);
  const Rational x = graph.is_number(a) ? graph.number(a) : Rational(0);
  const Rational y = graph.is_number(b) ? graph.number(b) : Rational(0);
  switch (f) {
  case Function::min:
    if (a == b || (numbers && x <= y)) return a;
    return numbers ? std::optional(b) : std::nullopt;
  case Function::max:
    if (a == b || (numbers && x >= y)) return a;
    return numbers ? std::optional(b) : std::nullopt;
  case Function::fmod: {
    if (!numbers || y.is_zero()) return std::nullopt;
    const Rational quotient = x / y;
    const Rational whole = quotient.sign() < 0 ? -(-quotient).floor() : quotient.floor();
    return graph.number(x - whole * y);
  }
  case Function::atan2:
    if (!numbers) return std::nullopt;
    if (x.is_zero() && y.sign() > 0) return graph.zero();
    if (x.is_zero() && y.sign() < 0) return graph.pi();
    if (y.is_zero() && !x.is_zero()) return graph.scale(Rational(x.sign(), 2), graph.pi());
    return std::nullopt;
  case Function::pow:
    if (graph.is_number(b)) return graph.pow(a, y);
    return graph.is_one(a) ? std::optional(a) : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace expr
} // namespace dalembert
