#include <dalembert/analysis/characteristic.h>
#include <dalembert/expr/zero_test.h>

#include <bit>
#include <cstdint>

namespace dalembert {
inline namespace analysis {

namespace {

void add_product(Graph& graph, SPolynomial& sum, const SPolynomial& minor, Expr constant, Expr linear,
                 bool is_negative) {
  const auto add = [&](std::size_t power, Expr factor, Expr coefficient) {
    if (graph.is_zero(factor) || graph.is_zero(coefficient)) return;
    if (sum.size() <= power) sum.resize(power + 1, graph.zero());
    const Expr term = graph.mul(factor, coefficient);
    sum[power] = graph.add(sum[power], is_negative ? graph.neg(term) : term);
  };
  for (std::size_t k = 0; k < minor.size(); ++k) {
    add(k, constant, minor[k]);
    add(k + 1, linear, minor[k]);
  }
}

} // namespace

SPolynomial characteristic_polynomial(Graph& graph, const ExprMatrix& constant, const ExprMatrix& linear) {
  const auto n = static_cast<unsigned>(constant.rows);
  // minors[S]: the determinant of the first |S| rows on the columns S.
  std::vector<SPolynomial> minors(std::size_t{1} << n);
  minors[0] = {graph.one()};
  for (std::uint32_t columns = 1; columns < minors.size(); ++columns) {
    const int row = std::popcount(columns) - 1;
    int place = 0;
    for (unsigned j = 0; j < n; ++j) {
      if (((columns >> j) & 1U) == 0U) continue;
      const bool is_negative = (row + place) % 2 != 0;
      add_product(graph, minors[columns], minors[columns ^ (1U << j)], constant.at(row, static_cast<int>(j)),
                  linear.at(row, static_cast<int>(j)), is_negative);
      ++place;
    }
  }
  SPolynomial out = std::move(minors.back());
  for (Expr& coefficient : out)
    if (is_zero(graph, coefficient)) coefficient = graph.zero();
  while (!out.empty() && graph.is_zero(out.back()))
    out.pop_back();
  return out;
}

} // namespace analysis
} // namespace dalembert
