#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/shared_forces.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

namespace {

class ShareSearch {
public:
  ShareSearch(Kinematics& kinematics, const std::vector<KnownPoint>& points, const std::vector<std::size_t>& near,
              Expr speed)
      : kinematics_(kinematics), graph_(kinematics.graph()), points_(points), near_(near), speed_(speed) {
    for (const std::size_t p : near)
      for (std::size_t k = 0; k < points[p].at.size(); ++k)
        if (!kinematics.coordinates_of(points[p].at[k]).empty()) parts_.push_back({points[p].at[k], p, k, {}});
  }

  /// In proportion to the gradient of `row` by the components.
  std::optional<std::vector<PointShare>> by_row(Expr row) {
    std::vector<Expr> values;
    for (const Part& part : parts_)
      values.push_back(part.component);
    const auto ratio = speed_over(row);
    return ratio ? shares(row, values, *ratio) : std::nullopt;
  }

  /// By what stands before the rates of the components.
  std::optional<std::vector<PointShare>> by_rates() {
    std::vector<Expr> values;
    for (const Part& part : parts_)
      values.push_back(kinematics_.rate(part.component));
    return shares(speed_, values, graph_.one());
  }

private:
  /// One component of a point.
  struct Part {
    Expr component;
    std::size_t point = 0;
    std::size_t axis = 0;
    std::optional<Expr> share;
  };

  /// The derivatives of `written` by `values`, one for each part, times `ratio`, where it holds nothing else that
  /// moves: what holds rates, or coordinates where it holds no rates.
  [[nodiscard]] std::optional<std::vector<PointShare>> shares(Expr written, const std::vector<Expr>& values,
                                                              Expr ratio) {
    std::vector<Term> terms; // coefficient·expression: a coefficient is no node of what holds the expression
    std::vector<Replacement> forth;
    std::vector<Replacement> back;
    std::vector<Expr> symbols;
    for (const Expr value : values) {
      terms.push_back(graph_.as_term(value));
      const Expr held = terms.back().expr;
      const auto known = std::ranges::find(forth, held, &Replacement::symbol);
      if (known != forth.end()) continue;
      const Expr symbol = graph_.symbol(fmt::format("component {}", forth.size()));
      forth.push_back({held, symbol});
      back.push_back({symbol, held});
      symbols.push_back(symbol);
    }
    const bool is_speed = kinematics_.holds_rates(written);
    const Expr rest = substitute(graph_, written, forth);
    if (is_speed ? kinematics_.holds_rates(rest) : !kinematics_.coordinates_of(rest).empty()) return std::nullopt;
    const std::vector<Expr> slopes = substitute(graph_, gradient(graph_, rest, symbols), back);
    for (std::size_t c = 0; c < forth.size(); ++c) {
      if (graph_.is_zero(slopes[c])) continue;
      const auto is_it = [&](const Term& term) { return term.expr == forth[c].symbol; };
      if (std::ranges::count_if(terms, is_it) != 1) return std::nullopt; // of several points
      const auto at = static_cast<std::size_t>(std::ranges::find_if(terms, is_it) - terms.begin());
      parts_[at].share = graph_.scale(graph_.value(terms[at].coefficient).inverse(), graph_.mul(ratio, slopes[c]));
    }
    return proved_shares();
  }

  /// ∂speed/∂q′ over ∂row/∂q, of one coordinate where that is not 0.
  [[nodiscard]] std::optional<Expr> speed_over(Expr row) {
    for (const std::size_t i : kinematics_.rates_in(speed_)) {
      const Coordinate& q = kinematics_.system().coordinates[i];
      const Expr slope = gradient(graph_, row, std::vector<Expr>{q.position}).front();
      if (graph_.is_zero(slope) || kinematics_.vanish({slope})) continue;
      return graph_.div(gradient(graph_, speed_, std::vector<Expr>{q.rate}).front(), slope);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::vector<PointShare>> proved_shares() {
    std::vector<PointShare> out;
    for (const std::size_t p : near_) {
      PointShare share{p, Place<Expr>(points_[p].at.size(), graph_.zero())};
      bool acts = false;
      for (const Part& part : parts_)
        if (part.point == p && part.share) {
          share.direction[part.axis] = *part.share;
          acts = true;
        }
      if (acts) out.push_back(std::move(share));
    }
    if (out.empty() || !have_its_power(out)) return std::nullopt;
    return out;
  }

  /// Σ direction·∂P/∂q = ∂speed/∂q′.
  [[nodiscard]] bool have_its_power(const std::vector<PointShare>& shares) {
    std::vector<std::size_t> moved = kinematics_.rates_in(speed_);
    for (const PointShare& share : shares) {
      const std::vector<std::size_t> more = kinematics_.coordinates_of(points_[share.point].at);
      moved.insert(moved.end(), more.begin(), more.end());
    }
    std::ranges::sort(moved);
    moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
    std::vector<Expr> positions;
    std::vector<Expr> rates;
    for (const std::size_t i : moved) {
      positions.push_back(kinematics_.system().coordinates[i].position);
      rates.push_back(kinematics_.system().coordinates[i].rate);
    }
    std::vector<Expr> left = gradient(graph_, graph_.neg(speed_), rates);
    for (const PointShare& share : shares)
      for (std::size_t k = 0; k < share.direction.size(); ++k) {
        if (graph_.is_zero(share.direction[k])) continue;
        const std::vector<Expr> slopes = gradient(graph_, points_[share.point].at[k], positions);
        for (std::size_t i = 0; i < left.size(); ++i)
          left[i] = graph_.add(left[i], graph_.mul(share.direction[k], slopes[i]));
      }
    return kinematics_.vanish(left);
  }

  Kinematics& kinematics_;
  Graph& graph_;
  const std::vector<KnownPoint>& points_;
  const std::vector<std::size_t>& near_;
  Expr speed_;
  std::vector<Part> parts_;
};

} // namespace

std::optional<std::vector<PointShare>> share_of_row(Kinematics& kinematics, const std::vector<KnownPoint>& points,
                                                    const std::vector<std::size_t>& near, Expr speed, Expr row) {
  return ShareSearch(kinematics, points, near, speed).by_row(row);
}

std::optional<std::vector<PointShare>> share_of_rates(Kinematics& kinematics, const std::vector<KnownPoint>& points,
                                                      const std::vector<std::size_t>& near, Expr speed) {
  return ShareSearch(kinematics, points, near, speed).by_rates();
}

} // namespace sketching
} // namespace dalembert
