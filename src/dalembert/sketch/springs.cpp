#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/sketch/springs.h>

#include <algorithm>
#include <unordered_map>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_summands = 2000;
constexpr std::size_t most_spring_ends = 400;

class SpringSearch {
public:
  SpringSearch(Kinematics& kinematics, SpokenDistances& distances, const std::vector<KnownPoint>& points, int dimension)
      : kinematics_(kinematics),
        graph_(kinematics.graph()),
        points_(points),
        origin_(static_cast<std::size_t>(dimension), graph_.zero()) {
    if (points.size() <= most_spring_ends) find_pairs(distances);
  }

  std::vector<DrawnItem<Expr>> run() {
    for (const EnergyTerm& energy : kinematics_.system().energies)
      if (energy.kind == EnergyKind::potential || energy.kind == EnergyKind::lagrangian) {
        span_ = energy.span;
        visit(energy.value, energy.kind == EnergyKind::potential ? graph_.one() : graph_.number(Rational(-1)));
      }
    return std::move(out_);
  }

private:
  struct Pair {
    Place<Expr> from;
    Place<Expr> to;
  };

  /// The pairs of points of whose distance V speaks, by the node that is its square.
  void find_pairs(SpokenDistances& distances) {
    for (std::size_t b = 0; b < points_.size(); ++b) {
      const auto note = [&](const Place<Expr>& from) {
        if (const auto node = distances.square_of(from, points_[b].at))
          pairs_.try_emplace(node->id, Pair{from, points_[b].at});
      };
      note(origin_);
      for (std::size_t a = 0; a < b; ++a)
        note(points_[a].at);
    }
  }

  void visit(Expr e, Expr factor) {
    if (kinematics_.coordinates_of(e).empty() || ++summands_ > most_summands) return;
    if (graph_.kind(e) == NodeKind::sum && !pairs_.contains(e.id)) {
      const std::span<const Term> terms = graph_.terms(e);
      const std::vector<Term> copy(terms.begin(), terms.end());
      for (const Term& term : copy)
        visit(term.expr, graph_.scale(term.coefficient, factor));
      return;
    }
    if (graph_.kind(e) == NodeKind::product && opens(e, factor)) return;
    look_at(graph_.mul(factor, e));
  }

  /// Goes into a sum that constants multiply.
  bool opens(Expr e, Expr factor) {
    std::vector<Factor> constant;
    std::vector<Factor> moving;
    for (const Factor& each : graph_.factors(e))
      (kinematics_.coordinates_of(each.base).empty() ? constant : moving).push_back(each);
    if (moving.size() != 1 || moving.front().exponent != one_id || graph_.kind(moving.front().base) != NodeKind::sum)
      return false;
    if (pairs_.contains(moving.front().base.id)) return false;
    visit(moving.front().base, graph_.mul(factor, graph_.product(constant)));
    return true;
  }

  void look_at(Expr summand) {
    for (const Expr node : reachable(graph_, std::vector<Expr>{summand})) {
      const auto pair = pairs_.find(node.id);
      if (pair == pairs_.end()) continue;
      if (is_spring_in_square(summand, node)) return add(pair->second);
    }
    for (const KnownPoint& point : points_)
      if (point.polar && is_spring_in_radius(summand, *point.polar)) return add({point.polar->pole, point.at});
  }

  /// α + β√u + γu with γ > 0, where u stands for the square of the distance.
  bool is_spring_in_square(Expr summand, Expr square) {
    const Expr u = graph_.symbol("u");
    const Expr of_square = substitute(graph_, summand, std::vector<Replacement>{{square, u}});
    if (!kinematics_.coordinates_of(of_square).empty() || kinematics_.holds_rates(of_square)) return false;
    const Expr slope = graph_.mul(graph_.sqrt(u), graph_.scale(Rational(2), slope_along(of_square, u)));
    return is_positive_constant(graph_.mul(graph_.sqrt(u), slope_along(slope, u)), u);
  }

  /// α + βr + γr² with γ > 0 in the one coordinate by which the distance from the pole changes.
  bool is_spring_in_radius(Expr summand, const Polar& polar) {
    const std::vector<std::size_t> held = kinematics_.coordinates_of(summand);
    if (held.size() != 1 || held != kinematics_.coordinates_of(polar.radius) || kinematics_.holds_rates(summand))
      return false;
    const Expr r = kinematics_.system().coordinates[held.front()].position;
    const Expr slope = slope_along(polar.radius, r);
    if (!kinematics_.vanish({graph_.sub(graph_.square(slope), graph_.one())})) return false;
    return is_positive_constant(slope_along(slope_along(summand, r), r), r);
  }

  [[nodiscard]] Expr slope_along(Expr e, Expr symbol) const {
    return gradient(graph_, e, std::vector<Expr>{symbol}).front();
  }

  /// True where `e` does not depend on `symbol`, which is positive, nor on t, and is positive with the model's numbers.
  [[nodiscard]] bool is_positive_constant(Expr e, Expr symbol) {
    ZeroTest test;
    test.positive.push_back(symbol);
    for (const Parameter& parameter : kinematics_.system().parameters)
      test.positive.push_back(parameter.symbol);
    if (!is_zero(graph_, slope_along(e, symbol), test)) return false;
    return kinematics_.is_positive(substitute(graph_, e, std::vector<Replacement>{{symbol, graph_.number(2)}}));
  }

  void add(const Pair& pair) {
    for (const DrawnItem<Expr>& item : out_) { // two summands of one spring
      const auto& known = std::get<Segment<Expr>>(item.what);
      if (known.from == pair.from && known.to == pair.to) return;
    }
    DrawnItem<Expr> item;
    item.what = Segment<Expr>{SegmentKind::spring, pair.from, pair.to, {}};
    item.rule = "P6";
    item.span = span_;
    out_.push_back(std::move(item));
  }

  Kinematics& kinematics_;
  Graph& graph_;
  const std::vector<KnownPoint>& points_;
  Place<Expr> origin_;
  std::unordered_map<std::uint32_t, Pair> pairs_;
  std::vector<DrawnItem<Expr>> out_;
  SourceSpan span_;
  std::size_t summands_ = 0;
};

} // namespace

std::vector<DrawnItem<Expr>> springs(Kinematics& kinematics, SpokenDistances& distances,
                                     const std::vector<KnownPoint>& points, int dimension) {
  return SpringSearch(kinematics, distances, points, dimension).run();
}

} // namespace sketching
} // namespace dalembert
