#include <dalembert/analysis/known_number.h>

#include <cstdint>
#include <utility>

namespace dalembert {

namespace {

constexpr std::int64_t largest_denominator = 2000;

/// A product of parameters and its values.
struct Product {
  Expr expr;
  Residue first;
  Residue second;
};

/// 1, every parameter and every inverse.
std::vector<Product> factors(Graph& graph, const ParameterDraws& draws) {
  std::vector<Product> out{{graph.one(), Residue(1), Residue(1)}};
  for (std::size_t i = 0; i < draws.symbols.size(); ++i) {
    out.push_back({draws.symbols[i], draws.first[i], draws.second[i]});
    const auto a = draws.first[i].inverse();
    const auto b = draws.second[i].inverse();
    if (a && b) out.push_back({graph.inverse(draws.symbols[i]), *a, *b});
  }
  return out;
}

} // namespace

std::optional<Rational> small_fraction(Residue value) {
  // Rational reconstruction by Euclid's algorithm, stopped half way (Wang 1981).
  std::int64_t r0 = static_cast<std::int64_t>(Residue::p);
  auto r1 = static_cast<std::int64_t>(value.value());
  std::int64_t t0 = 0;
  std::int64_t t1 = 1;
  while (r1 > largest_denominator) {
    const std::int64_t q = r0 / r1;
    r0 -= q * r1;
    std::swap(r0, r1);
    if (q > largest_denominator * largest_denominator) return std::nullopt;
    t0 -= q * t1;
    std::swap(t0, t1);
    if (t1 > largest_denominator || t1 < -largest_denominator) return std::nullopt;
  }
  if (t1 == 0 || t1 > largest_denominator || t1 < -largest_denominator) return std::nullopt;
  return t1 < 0 ? Rational(-r1, -t1) : Rational(r1, t1);
}

std::optional<Expr> known_number(Graph& graph, const ParameterDraws& draws, Residue at_first, Residue at_second) {
  const std::vector<Product> single = factors(graph, draws);
  for (std::size_t i = 0; i < single.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (std::size_t k = 0; k <= j; ++k) {
        const Residue first = single[i].first * single[j].first * single[k].first;
        const Residue second = single[i].second * single[j].second * single[k].second;
        const auto below = first.inverse();
        const auto share = below ? small_fraction(at_first * *below) : std::nullopt;
        if (!share) continue;
        const auto residue = share->residue(Residue::p);
        if (!residue || !(Residue(*residue) * second == at_second)) continue;
        return graph.scale(*share, graph.product({single[i].expr, single[j].expr, single[k].expr}));
      }
  return std::nullopt;
}

} // namespace dalembert
