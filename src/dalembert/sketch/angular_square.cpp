#include <dalembert/sketch/angular_square.h>

namespace dalembert {
inline namespace sketching {

namespace {

/// The place of the angle whose rate `e` is.
std::optional<std::size_t> angle_with_rate(Kinematics& kinematics, Expr e) {
  if (kinematics.graph().kind(e) != NodeKind::symbol) return std::nullopt;
  const std::vector<std::size_t>& rates = kinematics.rates_in(e);
  if (rates.size() != 1) return std::nullopt;
  const Coordinate& q = kinematics.system().coordinates[rates.front()];
  if (!kinematics.is_angle(q.measure)) return std::nullopt;
  return rates.front();
}

} // namespace

std::optional<AngularSquare> angular_square(Kinematics& kinematics, const KineticTerms& terms, std::size_t square) {
  Graph& graph = kinematics.graph();
  const KineticSquare& given = terms.squares[square];
  AngularSquare out;
  out.square = square;
  out.coefficient = given.outer;
  std::optional<std::size_t> angle;
  std::vector<Factor> radius;
  for (const Factor& factor : given.whole) {
    const bool is_simple = graph.value(factor.exponent).is_one();
    if (kinematics.holds_rates(factor.base)) {
      if (!is_simple || angle) return std::nullopt;
      angle = angle_with_rate(kinematics, factor.base);
      if (!angle) return std::nullopt;
      continue;
    }
    if (is_simple && !out.polar && graph.kind(factor.base) == NodeKind::function) {
      const Function f = graph.function(factor.base);
      const Expr argument = graph.args(factor.base).front();
      if ((f == Function::sin || f == Function::cos) && !kinematics.coordinates_of(argument).empty()) {
        out.polar = argument;
        out.is_cosine = f == Function::cos;
        continue;
      }
    }
    radius.push_back(factor);
  }
  if (!angle || radius.empty() || !kinematics.coordinates_of(out.coefficient).empty()) return std::nullopt;
  out.angle = *angle;
  out.radius = graph.product(radius);
  return out;
}

} // namespace sketching
} // namespace dalembert
