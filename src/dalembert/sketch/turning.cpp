#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/turning.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_turned_points = 60;

class TurningSearch {
public:
  TurningSearch(Kinematics& kinematics, const std::vector<KnownPoint>& points, std::size_t angle)
      : kinematics_(kinematics),
        graph_(kinematics.graph()),
        points_(points),
        angle_(angle),
        symbol_{kinematics.system().coordinates[angle].position} {}

  std::optional<Turning> run() {
    std::optional<Turning> out;
    std::size_t judged = 0;
    for (const KnownPoint& point : points_) {
      if (!moves(point.at) || point.is_moving_axes) continue;
      if (++judged > most_turned_points) break;
      for (std::size_t axis = point.at.size() == 2 ? 2 : 0; axis < 3; ++axis)
        for (const bool is_reversed : {false, true}) {
          const auto found = about(point.at, axis, is_reversed);
          if (!found) continue;
          if (out && !is_one(*out, *found)) return std::nullopt;
          out = found;
        }
    }
    return out;
  }

private:
  [[nodiscard]] bool moves(const Place<Expr>& at) {
    const std::vector<std::size_t> held = kinematics_.coordinates_of(at);
    return std::ranges::find(held, angle_) != held.end();
  }

  [[nodiscard]] std::optional<Turning> about(const Place<Expr>& at, std::size_t axis, bool is_reversed) {
    std::vector<Expr> slopes = slopes_of(at);
    const std::size_t first = (axis + 1) % 3;
    const std::size_t second = (axis + 2) % 3;
    if (axis < at.size() && !kinematics_.vanish_at_points(slopes[axis])) return std::nullopt;
    if (is_reversed)
      for (Expr& each : slopes)
        each = graph_.neg(each);
    // dP = dθ·n × r: dP₁ = −dθ·r₂, dP₂ = dθ·r₁.
    Turning out;
    out.is_reversed = is_reversed;
    out.centre = at;
    out.centre[first] = graph_.sub(at[first], slopes[second]);
    out.centre[second] = graph_.add(at[second], slopes[first]);
    const bool has_arm = !kinematics_.vanish_at_points(slopes[first]) || !kinematics_.vanish_at_points(slopes[second]);
    if (!has_arm || !stays(out.centre)) return std::nullopt;
    if (at.size() == 3) {
      out.axis.assign(3, graph_.zero());
      out.axis[axis] = graph_.one();
    }
    return is_placed(out, axis) ? std::optional(std::move(out)) : std::nullopt;
  }

  /// ∂P/∂θ.
  [[nodiscard]] std::vector<Expr> slopes_of(const Place<Expr>& at) {
    std::vector<Expr> out;
    out.reserve(at.size());
    for (const Expr part : at)
      out.push_back(gradient(graph_, part, symbol_).front());
    return out;
  }

  [[nodiscard]] bool stays(const Place<Expr>& centre) {
    const std::vector<Expr> slopes = slopes_of(centre);
    return std::ranges::all_of(slopes, [this](Expr slope) { return kinematics_.vanish_at_points(slope); });
  }

  /// True where the centre rests but for its place along the axis, or is a known point, whose own expressions then
  /// stand for it.
  [[nodiscard]] bool is_placed(Turning& turning, std::size_t axis) {
    for (const KnownPoint& point : points_)
      if (point.at.size() == turning.centre.size() && !moves(point.at) && are_same(point.at, turning.centre)) {
        turning.centre = point.at;
        return true;
      }
    for (std::size_t k = 0; k < turning.centre.size(); ++k)
      if (k != axis && !kinematics_.is_at_rest(turning.centre[k])) return false;
    return true;
  }

  [[nodiscard]] bool are_same(const Place<Expr>& a, const Place<Expr>& b) {
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!kinematics_.are_same(a[k], b[k])) return false;
    return true;
  }

  [[nodiscard]] bool is_one(const Turning& a, const Turning& b) {
    return a.is_reversed == b.is_reversed && a.axis == b.axis && are_same(a.centre, b.centre);
  }

  Kinematics& kinematics_;
  Graph& graph_;
  const std::vector<KnownPoint>& points_;
  std::size_t angle_;
  std::vector<Expr> symbol_;
};

} // namespace

std::optional<Turning> turning_by(Kinematics& kinematics, const std::vector<KnownPoint>& points, std::size_t angle) {
  return TurningSearch(kinematics, points, angle).run();
}

} // namespace sketching
} // namespace dalembert
