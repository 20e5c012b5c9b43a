#include <dalembert/expr/antiderivative.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/unnamed_masses.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_squares = 24;
constexpr std::size_t most_rates = 8; ///< in one square

class UnnamedSearch {
public:
  UnnamedSearch(Kinematics& kinematics, KineticTerms& terms, const Gravity& gravity)
      : kinematics_(kinematics), graph_(kinematics.graph()), terms_(terms), gravity_(gravity) {}

  std::vector<KnownPoint> run() {
    const std::size_t size = std::min(terms_.squares.size(), most_squares);
    for (std::size_t up = 0; up < size; ++up)
      for (std::size_t across = 0; across < size; ++across)
        if (up != across) try_pair(up, across);
    return std::move(out_);
  }

private:
  void try_pair(std::size_t up, std::size_t across) {
    const KineticSquare& rise = terms_.squares[up];
    const KineticSquare& drift = terms_.squares[across];
    if (rise.is_taken || drift.is_taken || rise.outer != drift.outer || !has_no_third(up, across)) return;
    const bool have_names = graph_.kind(rise.base) == NodeKind::symbol && graph_.kind(drift.base) == NodeKind::symbol &&
                            rise.whole.size() == 1 && drift.whole.size() == 1;
    if (have_names) return; // two coordinates: their names decide
    const Expr mass = graph_.scale(Rational(2), rise.outer);
    const auto height = height_of(kinematics_, gravity_, mass);
    if (!height || kinematics_.coordinates_of(*height).empty()) return;
    const auto wanted = kinematics_.rate_part(kinematics_.rate(*height));
    const auto found = kinematics_.rate_part(graph_.product(rise.whole));
    if (!wanted || !found || wanted->is_zero() || (*found != *wanted && !(*found + *wanted).is_zero())) return;
    const auto side = position_of(graph_.product(drift.whole));
    if (!side) return;
    KnownPoint point;
    point.at = {*side, *height};
    point.axes = "xy";
    point.mass = mass;
    point.rule = "P1";
    for (const Parameter& parameter : kinematics_.system().parameters)
      if (parameter.symbol == mass) {
        point.name = parameter.name;
        point.span = parameter.span;
      }
    terms_.squares[up].is_taken = true;
    terms_.squares[across].is_taken = true;
    out_.push_back(std::move(point));
  }

  /// True where no further square has the same coefficient: the mass moves in a plane.
  [[nodiscard]] bool has_no_third(std::size_t up, std::size_t across) const {
    for (std::size_t s = 0; s < terms_.squares.size(); ++s)
      if (s != up && s != across && !terms_.squares[s].is_taken && terms_.squares[s].outer == terms_.squares[up].outer)
        return false;
    return true;
  }

  /// ∫ Σfᵢ(qᵢ)q′ᵢ dt; nothing where some fᵢ holds another coordinate or the time.
  [[nodiscard]] std::optional<Expr> position_of(Expr speed) {
    const std::vector<std::size_t> rates = kinematics_.rates_in(speed);
    if (rates.empty() || rates.size() > most_rates) return std::nullopt;
    Expr out = graph_.zero();
    std::optional<bool> is_mirrored;
    for (const std::size_t i : rates) {
      const Coordinate& q = kinematics_.system().coordinates[i];
      const Expr slope = gradient(graph_, speed, std::vector<Expr>{q.rate}).front();
      const std::vector<std::size_t> held = kinematics_.coordinates_of(slope);
      if (kinematics_.holds_rates(slope) || (!held.empty() && held != std::vector<std::size_t>{i})) return std::nullopt;
      const auto part = antiderivative(graph_, slope, q.position);
      if (!part) return std::nullopt;
      if (!is_mirrored || kinematics_.is_length_coordinate(i)) is_mirrored = points_backwards(*part, q.position);
      out = graph_.add(out, *part);
    }
    const Expr rest = graph_.sub(kinematics_.rate(out), speed);
    if (!kinematics_.vanish({rest})) return std::nullopt;
    return *is_mirrored ? graph_.neg(out) : out;
  }

  /// A square does not say which way is positive: lengths grow forwards, and an angle in the first quadrant points
  /// there.
  [[nodiscard]] bool points_backwards(Expr part, Expr position) {
    const Expr in_first_quadrant = graph_.number(Rational(7, 10)); // of a circle, and of a line
    const Expr there = substitute(graph_, part, std::vector<Replacement>{{position, in_first_quadrant}});
    return kinematics_.at_start(there) < 0;
  }

  Kinematics& kinematics_;
  Graph& graph_;
  KineticTerms& terms_;
  const Gravity& gravity_;
  std::vector<KnownPoint> out_;
};

} // namespace

std::vector<KnownPoint> unnamed_masses(Kinematics& kinematics, KineticTerms& terms,
                                       const std::optional<Gravity>& gravity) {
  if (!gravity || gravity->is_ambiguous) return {};
  return UnnamedSearch(kinematics, terms, *gravity).run();
}

} // namespace sketching
} // namespace dalembert
