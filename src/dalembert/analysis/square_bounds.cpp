#include <dalembert/analysis/square_bounds.h>
#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

namespace {

std::optional<SquareBound> bound_on_rate(const System& system, std::size_t i, SignJudge& judge, Expr quantity) {
  Graph& graph = *system.graph;
  const std::vector<Expr> speed{system.coordinates[i].rate};
  if (!depends(graph, quantity, speed)) return std::nullopt;
  const Expr half = graph.scale(Rational(1, 2), gradient(graph, quantity, speed).front());
  const Expr square = gradient(graph, half, speed).front();
  if (depends(graph, square, speed)) return std::nullopt;
  const Expr rest = substitute(graph, quantity, std::vector<Replacement>{{speed[0], graph.zero()}});
  const Expr slope = graph.sub(half, graph.mul(square, speed[0]));
  if (!is_zero(graph, slope) || is_zero(graph, rest)) return std::nullopt;
  const int sign = judge.of(square).value;
  if (sign == 0 || judge.of(rest).value == sign) return std::nullopt;
  return SquareBound{
      sign > 0, i, graph.neg(graph.div(with_common_factors_out(graph, rest), with_common_factors_out(graph, square)))};
}

} // namespace

std::optional<SquareBound> square_bound(const System& system, const std::vector<std::size_t>& running, SignJudge& judge,
                                        Expr quantity) {
  try {
    for (const Expr written : {quantity, judge.same_sign(quantity)})
      for (const std::size_t i : running)
        if (std::optional<SquareBound> bound = bound_on_rate(system, i, judge, written)) return bound;
  } catch (const std::domain_error&) { // NOLINT(bugprone-empty-catch): divided by the rate
  }
  return std::nullopt;
}

std::optional<SquareBound> strictest_of(Graph& graph, const std::vector<SquareBound>& bounds, SignJudge& judge) {
  for (const SquareBound& candidate : bounds) {
    const auto implies = [&](const SquareBound& other) {
      if (other.is_lower != candidate.is_lower || other.speed != candidate.speed) return false;
      if (are_equal(graph, other.threshold, candidate.threshold)) return true;
      const JudgedSign sign = judge.of(graph.sub(candidate.threshold, other.threshold));
      return sign.is_proved && sign.value == (candidate.is_lower ? 1 : -1);
    };
    if (std::ranges::all_of(bounds, implies)) return candidate;
  }
  return std::nullopt;
}

} // namespace analysis
} // namespace dalembert
