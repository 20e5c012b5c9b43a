#pragma once

#include <dalembert/expr/graph.h>

#include <random>
#include <vector>

namespace dalembert {

/// Grows random expressions over a few symbols; the seed decides everything.
class RandomExpression {
public:
  RandomExpression(Graph& graph, std::uint64_t seed, std::size_t symbols) : graph_(graph), random_(seed) {
    for (std::size_t i = 0; i < symbols; ++i)
      symbols_.push_back(graph.symbol(std::string(1, static_cast<char>('a' + i))));
  }
  [[nodiscard]] const std::vector<Expr>& symbols() const { return symbols_; }

  /// Smooth everywhere on positive and negative arguments alike: no kinks, no poles, no roots of negative numbers.
  [[nodiscard]] Expr smooth(int depth) { return grow(depth, true); }
  /// Anything that the language can write.
  [[nodiscard]] Expr any(int depth) { return grow(depth, false); }

  [[nodiscard]] Rational number() {
    constexpr int sizes[] = {1, 2, 3, 5, 7, 12};
    const auto top = static_cast<std::int64_t>(pick(13)) - 6;
    return {top, sizes[pick(6)]};
  }
  [[nodiscard]] std::size_t pick(std::size_t count) { return random_() % count; }
  [[nodiscard]] double real(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }

private:
  Expr leaf() { return pick(5) == 0 ? graph_.number(number()) : symbols_[pick(symbols_.size())]; }

  Expr grow(int depth, bool smooth) {
    if (depth <= 0) return leaf();
    const auto next = [&] { return grow(depth - 1 - static_cast<int>(pick(2)), smooth); };
    const Expr a = next();
    switch (pick(smooth ? 9 : 14)) {
    case 0:
      return graph_.add(a, next());
    case 1:
      return graph_.sub(a, next());
    case 2:
      return graph_.mul(a, next());
    case 3:
      return graph_.scale(number(), a);
    case 4:
      return graph_.pow(a, Rational(static_cast<std::int64_t>(pick(3)) + 1));
    case 5:
      return graph_.div(a, positive(next()));
    case 6:
      return graph_.pow(positive(a), Rational(static_cast<std::int64_t>(pick(5)) - 2, 2));
    case 7:
      return graph_.apply(tame(), a);
    case 8:
      return graph_.apply(Function::atan2, a, positive(next()));
    case 9:
      return graph_.apply(Function::abs, a);
    case 10:
      return graph_.apply(pick(2) == 0 ? Function::min : Function::max, a, next());
    case 11:
      return graph_.select(Relation::less, a, next(), next(), next());
    case 12:
      return graph_.apply(Function::pow, positive(a), next());
    default:
      return graph_.apply(Function::sign, a);
    }
  }
  Expr positive(Expr e) { return graph_.add(graph_.number(2), graph_.square(graph_.sin(e))); }
  Function tame() {
    constexpr Function all[] = {Function::sin, Function::cos, Function::atan, Function::tanh, Function::asinh};
    return all[pick(5)];
  }

  Graph& graph_;
  std::mt19937_64 random_;
  std::vector<Expr> symbols_;
};

} // namespace dalembert
