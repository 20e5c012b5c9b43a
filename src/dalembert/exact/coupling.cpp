#include <dalembert/exact/coupling.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace dalembert {
inline namespace exact {

namespace {

/// Sets of coordinates (first) and constraints that share a symbol.
class CoupledSets {
public:
  explicit CoupledSets(const Equations& equations)
      : equations_(equations),
        graph_(*equations.system->graph),
        n_(equations.system->coordinates.size()),
        parent_(n_ + equations.system->constraints.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t i = 0; i < n_; ++i) {
      const Coordinate& q = equations.system->coordinates[i];
      for (const Expr symbol : {q.position, q.rate, q.acceleration})
        place_of_.emplace(symbol.id, i);
    }
    for (std::size_t k = 0; k < equations.system->constraints.size(); ++k)
      place_of_.emplace(equations.system->constraints[k].multiplier.id, n_ + k);
    join_all();
  }

  [[nodiscard]] Coupling reached_from(Expr e) {
    std::vector<bool> roots(parent_.size(), false);
    for (const std::size_t place : places_in({e}))
      roots[root(place)] = true;
    Coupling out;
    for (std::size_t i = 0; i < parent_.size(); ++i)
      (i < n_ ? out.coordinates : out.constraints).push_back(roots[root(i)]);
    return out;
  }

private:
  void join_all() {
    for (std::size_t i = 0; i < equations_.residual.size() && i < n_; ++i)
      join(i, {equations_.residual[i]});
    for (std::size_t k = 0; k < equations_.system->constraints.size(); ++k)
      join(n_ + k, {equations_.system->constraints[k].residual, equations_.constraint_rates[k]});
    // Reactions and frictions stand in the equations as symbols of their own: what they rest on is one part.
    for (const Friction& friction : equations_.system->frictions) {
      const Reaction& normal = equations_.system->reactions[static_cast<std::size_t>(friction.of)];
      std::vector<std::size_t> all = places_in({friction.slip, normal.speed});
      for (const int k : normal.of)
        all.push_back(n_ + static_cast<std::size_t>(k));
      for (const std::size_t place : all)
        parent_[root(place)] = root(all.front());
    }
  }

  void join(std::size_t place, const std::vector<Expr>& roots) {
    for (const std::size_t other : places_in(roots))
      parent_[root(other)] = root(place);
  }

  [[nodiscard]] std::vector<std::size_t> places_in(const std::vector<Expr>& roots) const {
    std::vector<std::size_t> out;
    for (const Expr symbol : free_symbols(graph_, roots))
      if (const auto found = place_of_.find(symbol.id); found != place_of_.end()) out.push_back(found->second);
    return out;
  }

  std::size_t root(std::size_t place) {
    while (parent_[place] != place)
      place = parent_[place] = parent_[parent_[place]];
    return place;
  }

  const Equations& equations_;
  const Graph& graph_;
  std::size_t n_;
  std::vector<std::size_t> parent_;
  std::unordered_map<std::uint32_t, std::size_t> place_of_;
};

} // namespace

bool Coupling::is_whole() const {
  return std::ranges::find(coordinates, false) == coordinates.end() &&
         std::ranges::find(constraints, false) == constraints.end();
}

Coupling coupling_of(const Equations& equations, Expr e) {
  return CoupledSets(equations).reached_from(e);
}

} // namespace exact
} // namespace dalembert
