#include <dalembert/analysis/koenig.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>

namespace dalembert {

namespace {

/// True where the block of `shifts` is one constant times 1, and all couple to the same other rates.
bool is_one_mass(const Graph& graph, const std::vector<Expr>& block, std::size_t n,
                 const std::vector<std::size_t>& shifts, const std::vector<Expr>& moving) {
  const auto entry = [&](std::size_t i, std::size_t j) { return block[i * n + j]; };
  const auto couples = [&](std::size_t s, std::size_t j) { return !is_zero(graph, entry(s, j)); };
  const std::size_t first = shifts.front();
  if (depends(graph, entry(first, first), moving) || is_zero(graph, entry(first, first))) return false;
  for (const std::size_t s : shifts)
    for (std::size_t j = 0; j < n; ++j) {
      const bool is_shift = std::find(shifts.begin(), shifts.end(), j) != shifts.end();
      if (j == s && !are_equal(graph, entry(s, s), entry(first, first))) return false;
      if (j != s && is_shift && couples(s, j)) return false;
      if (!is_shift && couples(s, j) != couples(first, j)) return false;
    }
  return true;
}

} // namespace

std::optional<KoenigSplit> koenig_split(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const Expr kinetic = equations.energy.kinetic;
  const std::vector<Expr> v = system.rates();
  const std::size_t n = v.size();
  KoenigSplit out;
  for (std::size_t i = 0; i < n; ++i)
    if (!system.coordinates[i].measure.angular) out.shifts.push_back(i);
  constexpr std::size_t axes = 3;
  if (out.shifts.empty() || out.shifts.size() > axes || out.shifts.size() == n) return std::nullopt;
  const std::vector<Expr> by_position = gradient(graph, kinetic, system.positions());
  for (const std::size_t s : out.shifts)
    if (!is_zero(graph, by_position[s])) return std::nullopt;
  std::vector<Expr> moving = system.positions();
  moving.insert(moving.end(), v.begin(), v.end());
  moving.push_back(system.time);
  const std::vector<Expr> momenta = gradient(graph, kinetic, v);
  const std::vector<Expr> block = symmetric_jacobian(graph, momenta, v);
  if (!is_one_mass(graph, block, n, out.shifts, moving)) return std::nullopt;

  out.mass = block[out.shifts.front() * n + out.shifts.front()];
  out.relative = kinetic;
  std::vector<Expr> rates;
  for (const std::size_t s : out.shifts) {
    out.velocity.push_back(graph.div(momenta[s], out.mass));
    const Expr part = graph.scale(Rational(1, 2), graph.div(graph.square(momenta[s]), out.mass));
    out.relative = graph.sub(out.relative, part);
    rates.push_back(v[s]);
  }
  const std::vector<Expr> left = gradient(graph, out.relative, rates);
  if (!std::all_of(left.begin(), left.end(), [&graph](Expr e) { return is_zero(graph, e); })) return std::nullopt;
  if (is_zero(graph, out.relative)) return std::nullopt;
  return out;
}

} // namespace dalembert
