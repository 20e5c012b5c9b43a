#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/mechanics/force_direction.h>

namespace dalembert {
inline namespace mechanics {

namespace {

constexpr std::size_t most_coordinates_of_a_point = 12;

/// Σₖ uₖ·jacobian[k][i] = wanted[i], for 2 or 3 unknowns.
class DirectionSystem {
public:
  DirectionSystem(Graph& graph, std::vector<std::vector<Expr>> jacobian, std::vector<Expr> wanted)
      : graph_(graph), jacobian_(std::move(jacobian)), wanted_(std::move(wanted)) {}

  std::optional<Place<Expr>> solve() {
    std::vector<std::size_t> chosen;
    return choose(chosen, 0) ? solution(chosen) : std::nullopt;
  }

private:
  [[nodiscard]] std::size_t unknowns() const { return jacobian_.size(); }

  /// Finds as many equations as unknowns whose determinant is not 0 identically.
  bool choose(std::vector<std::size_t>& chosen, std::size_t next) {
    if (chosen.size() == unknowns()) {
      const Expr minor = determinant(chosen, unknowns());
      return zero_test(graph_, std::span<const Expr>(&minor, 1)).verdict == Answer::no;
    }
    for (std::size_t i = next; i < wanted_.size(); ++i) {
      chosen.push_back(i);
      if (choose(chosen, i + 1)) return true;
      chosen.pop_back();
    }
    return false;
  }

  /// Entry of the matrix of the chosen equations; column `replaced` holds the right-hand sides.
  [[nodiscard]] Expr entry(std::size_t equation, std::size_t unknown, std::size_t replaced) const {
    return unknown == replaced ? wanted_[equation] : jacobian_[unknown][equation];
  }

  [[nodiscard]] Expr determinant(const std::vector<std::size_t>& rows, std::size_t replaced) const {
    const auto at = [&](std::size_t i, std::size_t k) { return entry(rows[i], k, replaced); };
    const auto minor = [&](std::size_t i, std::size_t k, std::size_t a, std::size_t b) {
      return graph_.sub(graph_.mul(at(i, a), at(k, b)), graph_.mul(at(i, b), at(k, a)));
    };
    if (rows.size() == 2) return minor(0, 1, 0, 1);
    return graph_.sum({graph_.mul(at(0, 0), minor(1, 2, 1, 2)), graph_.neg(graph_.mul(at(0, 1), minor(1, 2, 0, 2))),
                       graph_.mul(at(0, 2), minor(1, 2, 0, 1))});
  }

  /// Cramer's rule; nothing where the other equations contradict it.
  std::optional<Place<Expr>> solution(const std::vector<std::size_t>& chosen) {
    const Expr whole = determinant(chosen, unknowns());
    Place<Expr> out;
    bool is_nothing = true; // a force that does not act on this point
    for (std::size_t k = 0; k < unknowns(); ++k) {
      const Expr part = determinant(chosen, k);
      const Expr numerator = is_zero(graph_, part) ? graph_.zero() : part;
      out.push_back(graph_.div(numerator, whole));
      is_nothing = is_nothing && graph_.is_zero(numerator);
    }
    if (is_nothing) return std::nullopt;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      Expr left = graph_.zero();
      for (std::size_t k = 0; k < unknowns(); ++k)
        left = graph_.add(left, graph_.mul(out[k], jacobian_[k][i]));
      if (!are_equal(graph_, left, wanted_[i])) return std::nullopt;
    }
    return out;
  }

  Graph& graph_;
  std::vector<std::vector<Expr>> jacobian_; ///< ∂Pₖ/∂qᵢ, by k and i
  std::vector<Expr> wanted_;                ///< ∂s/∂q′ᵢ
};

} // namespace

std::optional<Place<Expr>> force_direction(const System& system, const Place<Expr>& at, Expr speed) {
  Graph& graph = *system.graph;
  std::vector<Expr> positions;
  std::vector<Expr> rates;
  for (const Coordinate& q : system.coordinates) {
    if (!depends(graph, at, std::vector<Expr>{q.position})) continue;
    positions.push_back(q.position);
    rates.push_back(q.rate);
  }
  if (positions.size() < at.size() || positions.size() > most_coordinates_of_a_point) return std::nullopt;
  std::vector<std::vector<Expr>> jacobian;
  for (const Expr component : at)
    jacobian.push_back(gradient(graph, component, positions));
  return DirectionSystem(graph, std::move(jacobian), gradient(graph, speed, rates)).solve();
}

} // namespace mechanics
} // namespace dalembert
