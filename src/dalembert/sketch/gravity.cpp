#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/gravity.h>

namespace dalembert::inline sketching {

namespace {

bool is_acceleration(const Parameter& parameter) {
  if (parameter.measure.dimension)
    return *parameter.measure.dimension == Dimension::length() / (Dimension::time() * Dimension::time()) &&
           !parameter.measure.angular;
  return parameter.name == "g" || parameter.name == "G";
}

} // namespace

std::optional<Gravity> find_gravity(Kinematics& kinematics) {
  const System& system = kinematics.system();
  Graph& graph = kinematics.graph();
  const Expr potential = graph.sub(system.total(EnergyKind::potential), system.total(EnergyKind::lagrangian));
  std::optional<Gravity> out;
  for (const Parameter& parameter : system.parameters) {
    if (!is_acceleration(parameter) || !depends(graph, potential, parameter.symbol)) continue;
    if (out) {
      out->is_ambiguous = true;
      return out;
    }
    out = Gravity{parameter.symbol, gradient(graph, potential, std::vector<Expr>{parameter.symbol}).front()};
    out->is_ambiguous = depends(graph, out->moment, parameter.symbol) || !kinematics.is_of_positions(out->moment);
  }
  return out;
}

std::optional<Expr> height_of(Kinematics& kinematics, const Gravity& gravity, Expr mass) {
  if (gravity.is_ambiguous) return std::nullopt;
  for (const Parameter& parameter : kinematics.system().parameters)
    if (parameter.symbol == mass) return gradient(kinematics.graph(), gravity.moment, std::vector<Expr>{mass}).front();
  return std::nullopt;
}

} // namespace dalembert::inline sketching
