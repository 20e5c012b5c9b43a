#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/angle_direction.h>

#include <cmath>

namespace dalembert {
inline namespace sketching {

std::optional<AngleDirection> angle_direction(Kinematics& kinematics, const std::optional<Gravity>& gravity, Expr mass,
                                              Expr distance, Expr angle) {
  Graph& graph = kinematics.graph();
  const Expr sine = graph.sin(angle);
  const Expr cosine = graph.cos(angle);
  const AngleDirection from_x{cosine, sine, false, false, false};
  const auto unless_pulled = [&]() -> std::optional<AngleDirection> {
    const Expr slope = gradient(graph, potential_at_rest(kinematics), std::vector<Expr>{angle}).front();
    if (kinematics.coordinates_of(slope).empty() || kinematics.vanish({slope})) return from_x;
    for (const Expr along : {sine, cosine})
      if (kinematics.is_at_rest(graph.div(slope, graph.mul(distance, along)))) return std::nullopt;
    return from_x;
  };
  if (!gravity) return unless_pulled();
  const Expr slope = gradient(graph, gravity->moment, std::vector<Expr>{angle}).front();
  if (!depends(graph, gravity->moment, angle) || kinematics.vanish({slope})) {
    // Several accelerations: V may hold the angle beside another of them.
    const Expr potential = kinematics.system().total(EnergyKind::potential);
    if (gravity->is_ambiguous && depends(graph, potential, angle)) return std::nullopt;
    return unless_pulled();
  }
  if (gravity->is_ambiguous) return std::nullopt;
  const Expr moment = graph.mul(mass, distance);
  for (const bool is_sine : {true, false}) {
    const Expr ratio = graph.div(slope, graph.mul(moment, is_sine ? sine : cosine));
    if (!kinematics.is_at_rest(ratio)) continue;
    const double share = kinematics.at_start(ratio);
    constexpr double rounding = 1e-9;
    if (!std::isfinite(share) || (gravity->is_scaled && std::abs(share) > 1 + rounding)) return std::nullopt;
    AngleDirection out{is_sine ? sine : cosine, is_sine ? cosine : sine, false, true, false};
    out.is_steep =
        gravity->is_scaled &&
        kinematics.vanish({graph.sub(graph.mul(slope, slope),
                                     graph.mul(moment, graph.mul(moment, graph.square(is_sine ? sine : cosine))))});
    // The height is −k·cos θ in the first case, k·sin θ in the second one.
    const bool is_down = is_sine == (share > 0);
    if (is_down) out.sine_like = graph.neg(out.sine_like);
    out.is_clockwise = is_sine ? !is_down : is_down;
    return out;
  }
  return std::nullopt;
}

} // namespace sketching
} // namespace dalembert
