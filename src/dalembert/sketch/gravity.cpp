#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/gravity.h>

#include <stdexcept>

namespace dalembert {
inline namespace sketching {

namespace {

bool is_acceleration(const Parameter& parameter) {
  if (parameter.measure.dimension)
    return *parameter.measure.dimension == Dimension::length() / (Dimension::time() * Dimension::time()) &&
           !parameter.measure.angular;
  return parameter.name == "g" || parameter.name == "G";
}

bool is_mass(const Parameter& parameter) {
  if (parameter.measure.dimension) return *parameter.measure.dimension == Dimension::mass();
  return !parameter.name.empty() && (parameter.name.front() == 'm' || parameter.name.front() == 'M');
}

/// What is proportional to masses in V.
std::optional<Gravity> weights(Kinematics& kinematics) {
  Graph& graph = kinematics.graph();
  const Expr potential = potential_at_rest(kinematics);
  Gravity out{graph.zero(), false};
  for (const Parameter& parameter : kinematics.system().parameters) {
    if (!is_mass(parameter) || !depends(graph, potential, parameter.symbol)) continue;
    const Expr slope = gradient(graph, potential, std::vector<Expr>{parameter.symbol}).front();
    out.is_ambiguous = out.is_ambiguous || depends(graph, slope, parameter.symbol);
    out.moment = graph.add(out.moment, graph.mul(parameter.symbol, slope));
  }
  if (kinematics.coordinates_of(out.moment).empty()) return std::nullopt;
  out.is_ambiguous = out.is_ambiguous || !kinematics.is_of_positions(out.moment);
  return out;
}

} // namespace

Expr potential_at_rest(Kinematics& kinematics) {
  const System& system = kinematics.system();
  Graph& graph = kinematics.graph();
  std::vector<Replacement> resting;
  for (const Coordinate& q : system.coordinates)
    resting.push_back({q.rate, graph.zero()});
  try {
    return substitute(graph, graph.sub(system.total(EnergyKind::potential), system.total(EnergyKind::lagrangian)),
                      resting);
  } catch (const std::domain_error&) { // divided by a rate
    return graph.zero();
  }
}

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
    out = Gravity{gradient(graph, potential, std::vector<Expr>{parameter.symbol}).front()};
    out->is_ambiguous = depends(graph, out->moment, parameter.symbol) || !kinematics.is_of_positions(out->moment);
  }
  return out ? out : weights(kinematics);
}

std::optional<Expr> height_of(Kinematics& kinematics, const Gravity& gravity, Expr mass) {
  if (gravity.is_ambiguous || !gravity.is_scaled) return std::nullopt;
  for (const Parameter& parameter : kinematics.system().parameters)
    if (parameter.symbol == mass) return gradient(kinematics.graph(), gravity.moment, std::vector<Expr>{mass}).front();
  return std::nullopt;
}

} // namespace sketching
} // namespace dalembert
