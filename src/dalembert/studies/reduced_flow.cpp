#include <dalembert/base/errors.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/lowering/switching.h>
#include <dalembert/numerics/linear/pivots.h>
#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/reduced_flow.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

constexpr std::size_t looked_at = 3; ///< admissible states
constexpr std::size_t most_tries = 40;

/// Admissible states near one: every coordinate and rate is moved at random and put back onto the constraints.
std::vector<Linearisation> surroundings(Lineariser& lineariser, const State& around) {
  const Engine& engine = lineariser.engine();
  const InputLayout& layout = engine.programs->layout;
  RandomStream random("states near a steady one");
  const auto shift = [&random] { return random.between(-0.4, 0.4); };
  std::vector<Linearisation> out;
  Manifold manifold = patient_manifold(engine);
  double reach = is_large(engine) ? 0.25 : 1.0;
  const auto come_nearer = [&] {
    constexpr double nearer = 0.25;
    constexpr double least = 1e-4;
    if (is_large(engine)) reach = std::max(nearer * reach, least);
  };
  for (std::size_t i = 0; i < most_tries && out.size() < looked_at; ++i) {
    State state = around;
    for (double& q : state.q)
      q += reach * shift() * std::max(1.0, std::abs(q));
    for (double& v : state.v)
      v += reach * shift() * std::max(1.0, std::abs(v));
    std::vector<double> inputs = engine.blank_inputs();
    put_state(layout, state, inputs);
    try {
      if (manifold.project(inputs))
        out.push_back(lineariser.at(state_of(layout, inputs)));
      else
        come_nearer();
    } catch (const SolveError&) { // another state will do
      come_nearer();
    }
  }
  return out;
}

std::vector<std::size_t> others(std::size_t n, const std::vector<std::size_t>& taken) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < n; ++i)
    if (!std::binary_search(taken.begin(), taken.end(), i)) out.push_back(i);
  return out;
}

/// Which entries are the same number everywhere.
std::vector<bool> constant_entries(const DenseMatrix& at, const std::vector<Linearisation>& around,
                                   const std::vector<std::size_t>& rows) {
  std::vector<bool> out(at.entries.size(), true);
  for (const Linearisation& other : around) {
    const DenseMatrix there = other.rows.row_selection(rows);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = out[i] && std::abs(at.entries[i] - there.entries[i]) <= as_good_as_zero * std::abs(at.entries[i]);
  }
  return out;
}

/// A matrix and what of it vanishes beside its size.
class Entries {
public:
  explicit Entries(const DenseMatrix& m) : m_(m), floor_(as_good_as_zero * std::max(1.0, norm(m))) {}
  [[nodiscard]] bool vanishes(std::size_t row, std::size_t c) const { return std::abs(m_.at(row, c)) <= floor_; }
  [[nodiscard]] std::size_t columns() const { return m_.columns; }

private:
  const DenseMatrix& m_;
  double floor_;
};

/// True where row `k` has the same coefficients at all states.
bool is_linear(const std::vector<Linearisation>& around, std::size_t k) {
  const DenseMatrix& first = around.front().rows;
  const double floor = as_good_as_zero * norm(first);
  return std::all_of(around.begin(), around.end(), [&](const Linearisation& there) {
    for (std::size_t c = 0; c < first.columns; ++c)
      if (std::abs(there.rows.at(k, c) - first.at(k, c)) > floor) return false;
    return true;
  });
}

/// True where all coordinates in row `k` are ignorable.
bool is_running(const Freedoms& freedoms, const Entries& rows, std::size_t k) {
  for (std::size_t c = 0; c < rows.columns(); ++c)
    if (!freedoms.is_ignorable[c] && !rows.vanishes(k, c)) return false;
  return true;
}

/// Takes the coordinates of row `k` from the ignorable ones; true where there were any.
bool put_out(Freedoms& freedoms, const Entries& rows, std::size_t k) {
  bool changed = false;
  for (std::size_t c = 0; c < rows.columns(); ++c)
    if (freedoms.is_ignorable[c] && !rows.vanishes(k, c)) {
      freedoms.is_ignorable[c] = false;
      changed = true;
    }
  return changed;
}

void find_ignorable(Freedoms& out, const std::vector<Linearisation>& around, const Engine& engine) {
  const std::vector<std::size_t>& holonomic = engine.programs->positions.rows;
  const std::size_t n = around.front().mass.rows;
  out.is_ignorable = switched_coordinates(engine.system());
  out.is_ignorable.flip();
  std::vector<ReducedFlow> flows;
  for (const Linearisation& there : around) {
    flows.push_back(reduced_flow(there, out));
    const Entries speeds(flows.back().speed_by_position);
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t i = 0; i < out.rates.size(); ++i)
        if (!speeds.vanishes(i, c)) out.is_ignorable[c] = false;
    }
  }
  const Entries rows(around.front().rows);
  for (const std::size_t k : holonomic)
    if (!is_linear(around, k)) put_out(out, rows, k);
  // What moves a coordinate that stays must stay as well.
  for (bool changed = true; changed;) {
    changed = false;
    for (const ReducedFlow& flow : flows) {
      const Entries rates(flow.rate_by_position);
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t c = 0; c < n; ++c)
          if (!out.is_ignorable[j] && out.is_ignorable[c] && !rates.vanishes(j, c)) {
            out.is_ignorable[c] = false;
            changed = true;
          }
    }
    for (const std::size_t k : holonomic)
      if (!is_running(out, rows, k)) changed = put_out(out, rows, k) || changed;
  }
  for (const std::size_t k : holonomic)
    if (is_running(out, rows, k)) out.running_rows.push_back(k);
}

} // namespace

ReducedFlow reduced_flow(const Linearisation& at, const Freedoms& freedoms) {
  const std::size_t n = at.mass.rows;
  const DenseMatrix rows = at.rows.row_selection(freedoms.rows);
  const DenseMatrix pivots = rows.column_selection(freedoms.dependent);
  const DenseMatrix loads =
      joined(at.rows_by_position.row_selection(freedoms.rows), rows.column_selection(freedoms.rates));
  const DenseMatrix dependent = solve_square(pivots, loads); // δv_dep = −dependent·(δq, δw)
  ReducedFlow out;
  out.rate_by_position = DenseMatrix(n, n);
  out.rate_by_speed = DenseMatrix(n, freedoms.rates.size());
  for (std::size_t r = 0; r < freedoms.dependent.size(); ++r) {
    for (std::size_t j = 0; j < n; ++j)
      out.rate_by_position.at(freedoms.dependent[r], j) = -dependent.at(r, j);
    for (std::size_t c = 0; c < freedoms.rates.size(); ++c)
      out.rate_by_speed.at(freedoms.dependent[r], c) = -dependent.at(r, n + c);
  }
  for (std::size_t c = 0; c < freedoms.rates.size(); ++c)
    out.rate_by_speed.at(freedoms.rates[c], c) = 1.0;
  const DenseMatrix a_q = at.acceleration_by_position.row_selection(freedoms.rates);
  const DenseMatrix a_v = at.acceleration_by_rate.row_selection(freedoms.rates);
  out.speed_by_position = a_q + a_v * out.rate_by_position;
  out.speed_by_speed = a_v * out.rate_by_speed;
  out.speed_by_input = at.acceleration_by_input.row_selection(freedoms.rates);
  return out;
}

namespace {

/// The coordinates that the chosen rows of A do not contain, at any of some states.
std::vector<bool> cyclic_coordinates(const std::vector<Linearisation>& states, const std::vector<std::size_t>& rows,
                                     std::size_t n) {
  std::vector<bool> out(n, true);
  for (const Linearisation& there : states) {
    const DenseMatrix by_position = there.rows_by_position.row_selection(rows);
    const Entries slopes(by_position);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t c = 0; c < n; ++c)
        if (!slopes.vanishes(i, c)) out[c] = false;
  }
  return out;
}

/// How much the entries of the chosen rows count as pivots.
std::vector<double> pivot_weights(const DenseMatrix& chosen, const std::vector<Linearisation>& states,
                                  const std::vector<std::size_t>& rows) {
  constexpr double of_constant = 1e6;
  constexpr double of_cyclic = 1e3;
  const std::vector<bool> is_constant = constant_entries(chosen, states, rows);
  const std::vector<bool> is_cyclic = cyclic_coordinates(states, rows, chosen.columns);
  std::vector<double> out;
  out.reserve(is_constant.size());
  for (std::size_t i = 0; i < is_constant.size(); ++i)
    out.push_back(is_constant[i] ? of_constant : is_cyclic[i % chosen.columns] ? of_cyclic : 1.0);
  return out;
}

/// Chooses dependent rates and positions by the largest pivots of the rows at a state. First come entries that other
/// states share with it, then those of coordinates that the rows do not contain.
void choose(Freedoms& out, const Engine& engine, const Linearisation& at, const std::vector<Linearisation>& states) {
  std::vector<std::size_t> all(engine.constraints());
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k] = k;
  const auto pivots = [&](const std::vector<std::size_t>& rows) {
    const DenseMatrix chosen = at.rows.row_selection(rows);
    Pivots found = eliminate(chosen, pivot_weights(chosen, states, rows));
    for (std::size_t& row : found.rows)
      row = rows[row];
    return found;
  };
  const Pivots rates = pivots(all);
  out.dependent = rates.columns;
  out.rows = rates.rows;
  out.rates = others(engine.coordinates(), out.dependent);
  const Pivots positions = pivots(engine.programs->positions.rows);
  out.fixed_positions = positions.columns;
  out.holonomic_rows = positions.rows;
  out.positions = others(engine.coordinates(), out.fixed_positions);
}

/// The choice at a state itself, which no random number enters; nothing where it is singular, or has fewer independent
/// rows than the states around it.
std::optional<Freedoms> chosen_at(Lineariser& lineariser, const State& at, const std::vector<Linearisation>& states,
                                  const Freedoms& near) {
  try {
    Freedoms out;
    choose(out, lineariser.engine(), lineariser.at(at), states);
    const bool is_regular =
        out.rows.size() == near.rows.size() && out.holonomic_rows.size() == near.holonomic_rows.size();
    return is_regular ? std::optional(std::move(out)) : std::nullopt;
  } catch (const SolveError&) {
    return std::nullopt;
  }
}

} // namespace

Freedoms find_freedoms(Lineariser& lineariser, const State& around) {
  const std::vector<Linearisation> states = surroundings(lineariser, around);
  if (states.empty()) throw SolveError("no admissible state was found near the initial one", {.time = around.t});
  Freedoms out;
  choose(out, lineariser.engine(), states.front(), states);
  if (std::optional<Freedoms> here = chosen_at(lineariser, around, states, out)) out = std::move(*here);
  find_ignorable(out, states, lineariser.engine());
  return out;
}

std::optional<Freedoms> local_freedoms(Lineariser& lineariser, const State& at, const Freedoms& elsewhere) {
  try {
    Freedoms out = elsewhere;
    choose(out, lineariser.engine(), lineariser.at(at), {});
    return out;
  } catch (const SolveError&) {
    return std::nullopt;
  }
}

} // namespace studies
} // namespace dalembert
