#include <dalembert/analysis/koenig.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace dalembert {
inline namespace analysis {

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

/// True where every mass in T moves with the shifts, and across their axes not at all: with τ = ∂T/∂m, the velocity
/// along an axis is ∂τ/∂ṡ over ∂²τ/∂ṡ², and what 2τ holds beyond its squares is 0 (or negative: an inertia about
/// another point than the mass centre holds it).
bool moves_all_masses(const System& system, Expr kinetic, const std::vector<std::size_t>& shifts) {
  Graph& graph = *system.graph;
  const std::vector<Expr> v = system.rates();
  std::vector<Expr> along;
  for (const std::size_t s : shifts)
    along.push_back(v[s]);
  bool has_mass = false;
  for (const Parameter& parameter : system.parameters) {
    if (parameter.measure.dimension != Dimension::mass() || !depends(graph, kinetic, parameter.symbol)) continue;
    has_mass = true;
    const Expr of_mass = gradient(graph, kinetic, std::vector<Expr>{parameter.symbol}).front();
    const std::vector<Expr> slopes = gradient(graph, of_mass, along);
    const std::vector<Expr> counts = jacobian(graph, slopes, along);
    Expr beyond = graph.scale(Rational(2), of_mass);
    for (std::size_t i = 0; i < along.size(); ++i) {
      const Expr count = counts[i * along.size() + i];
      if (!graph.is_number(count) || graph.number(count).sign() <= 0) return false;
      beyond = graph.sub(beyond, graph.div(graph.square(slopes[i]), count));
    }
    constexpr std::size_t axes = 3;
    if (along.size() == axes || is_zero(graph, beyond)) continue;
    // −b²·θ̇², say, whose coefficient does not change along the motion.
    const std::vector<Expr> second = jacobian(graph, gradient(graph, beyond, v), v);
    const std::vector<Expr> changes = jacobian(graph, second, system.positions());
    if (!std::ranges::all_of(changes, [&graph](Expr e) { return is_zero(graph, e); })) return false;
    if (sign_of(system, graph.neg(beyond)) == SignKnown::nothing) return false;
  }
  return has_mass;
}

/// The letter of an axis: x of `x`, `x_G`, `x1`; nothing where the name is not that of an axis.
char axis_of(const std::string& name) {
  const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
  const bool ends = name.size() == 1 || !std::isalpha(static_cast<unsigned char>(name[1]));
  const bool is_capital = name.size() == 2 && std::isupper(static_cast<unsigned char>(name[1])) != 0; // xG
  return (ends || is_capital) && letter >= 'x' && letter <= 'z' ? letter : '\0';
}

/// T alone cannot tell axes of one body from two bodies on one axis: the names must be those of different axes.
bool are_different_axes(const System& system, const std::vector<std::size_t>& shifts) {
  std::string seen;
  for (const std::size_t s : shifts) {
    const char axis = axis_of(system.coordinates[s].name);
    if (shifts.size() > 1 && (axis == '\0' || seen.find(axis) != std::string::npos)) return false;
    seen += axis;
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
  for (const std::size_t s : out.shifts)
    if (system.coordinates[s].measure.dimension != Dimension::length()) return std::nullopt;
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
  if (!are_different_axes(system, out.shifts) || !moves_all_masses(system, kinetic, out.shifts)) return std::nullopt;

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

} // namespace analysis
} // namespace dalembert
