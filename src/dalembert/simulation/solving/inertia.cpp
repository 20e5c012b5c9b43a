#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/dynamics_values.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/engine/listed.h>
#include <dalembert/simulation/solving/inertia.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr std::size_t most_coordinates = 200;
constexpr double rounding = 1e-10; // of the diagonal

enum class Definiteness { positive, singular, negative };

struct Inertia {
  Definiteness is = Definiteness::positive;
  std::vector<std::size_t> among = {}; ///< where it is negative: the coordinates whose rates make it so
};

/// Takes M apart from above, each pivot against its own entry of the diagonal: M − L·Lᵀ keeps what the coordinates so
/// far leave of the others, and an entry below 0 is twice the energy of some rates of these.
Inertia inertia_of(std::span<const double> mass, std::size_t n) {
  double largest = 0.0;
  for (const double entry : mass)
    largest = std::max(largest, std::abs(entry));
  std::vector<double> left(mass.begin(), mass.end());
  std::vector<bool> is_open(n, true);
  Inertia out;
  std::vector<std::size_t> taken;
  const auto share = [&](std::size_t i) { // of the diagonal entry that it was, where that is more than rounding
    const double whole = mass[i * n + i];
    return whole > rounding * rounding * largest ? left[i * n + i] / whole : left[i * n + i] / largest;
  };
  for (std::size_t step = 0; step < n; ++step) {
    std::size_t pivot = n;
    for (std::size_t i = 0; i < n; ++i) {
      if (!is_open[i]) continue;
      if (share(i) < -rounding) {
        out.is = Definiteness::negative;
        out.among = {i};
        for (const std::size_t j : taken) // those that it is coupled with
          if (mass[i * n + j] != 0.0) out.among.push_back(j);
        std::sort(out.among.begin(), out.among.end());
        return out;
      }
      if (pivot == n || share(i) > share(pivot)) pivot = i;
    }
    if (!(share(pivot) > rounding)) {
      out.is = Definiteness::singular;
      return out;
    }
    is_open[pivot] = false;
    taken.push_back(pivot);
    const std::vector<double> column(left.begin() + static_cast<std::ptrdiff_t>(pivot * n),
                                     left.begin() + static_cast<std::ptrdiff_t>((pivot + 1) * n));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n && is_open[i]; ++j)
        if (is_open[j]) left[i * n + j] -= column[i] * column[j] / column[pivot];
  }
  return out;
}

/// Where the user gave the initial values; else the model.
SourceSpan place_of(const Engine& engine) {
  const std::vector<InitialValue>& given = engine.study->initial;
  return given.empty() ? engine.system().span : given.front().span;
}

Diagnostic negative(const Engine& engine, const std::vector<std::size_t>& among) {
  std::vector<std::string> rates;
  for (const std::size_t i : among)
    rates.push_back(engine.system().coordinates[i].name + "'");
  Diagnostic d;
  d.code = "W0303";
  d.severity = Severity::warning;
  d.span = engine.system().coordinates[among.front()].span;
  d.message = rates.size() == 1 ? fmt::format("the kinetic energy is negative where {} alone is not 0", rates.front())
                                : fmt::format("the kinetic energy is negative for some rates of {}", listed(rates));
  d.note = "at the initial state";
  d.help = "look for a sign in `kinetic`: what moves has a positive energy; for a Lagrangian that is no T − V write "
           "`lagrangian L = …`";
  return d;
}

} // namespace

void examine_inertia(const Engine& engine, std::span<const double> inputs, InitialState& out) {
  const std::size_t n = engine.coordinates();
  if (n == 0 || n > most_coordinates || engine.dynamics->inputs() == 0) return; // no equations: of a start alone
  const std::vector<double> dynamics = dynamics_values(engine, inputs);
  const DynamicsView at(engine.programs->layout, dynamics);
  if (!std::ranges::all_of(at.mass, [](double x) { return std::isfinite(x); })) return;
  const Inertia inertia = inertia_of(at.mass, n);
  if (inertia.is == Definiteness::negative && engine.system().gives_kinetic_energy())
    out.diagnostics.push_back(negative(engine, inertia.among));
  if (inertia.is != Definiteness::singular) return;
  const std::optional<std::string> open = open_accelerations(engine, {at.mass, at.rows, {}});
  if (!open) return;
  Diagnostic d;
  d.code = "W0304";
  d.severity = Severity::warning;
  d.span = place_of(engine);
  d.message = fmt::format("nothing determines {} at the initial state", *open);
  d.note = "the kinetic energy has no inertia along this here, and no constraint fixes it";
  d.help = help_for_massless(engine, {at.mass, at.rows, {}})
               .value_or("start at another position, or use coordinates that are regular here (angles have singular "
                         "positions: Euler's at theta = 0)");
  out.diagnostics.push_back(d);
}

} // namespace simulation
} // namespace dalembert
