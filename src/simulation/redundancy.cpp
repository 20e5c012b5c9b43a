#include <dalembert/numerics/kkt.h>
#include <dalembert/simulation/manifold.h>
#include <dalembert/simulation/redundancy.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace dalembert {

namespace {

constexpr double negligible = 1e-8;

/// The rows at one state: A and M, as the rate program gives them.
struct Rows {
  std::vector<double> outputs;
  std::size_t n;
  std::size_t m;
  [[nodiscard]] std::span<const double> matrix() const { return std::span(outputs).subspan(m, m * n); }
  [[nodiscard]] std::span<const double> mass() const { return std::span(outputs).subspan(m + m * n, n * n); }
};

Rows rows_at(const Engine& engine, std::span<const double> inputs) {
  Rows rows{std::vector<double>(engine.programs->rates.tape.outputs()), engine.coordinates(), engine.constraints()};
  engine.rates->evaluate(inputs.first(engine.programs->layout.state_size()), rows.outputs);
  return rows;
}

KktFacts facts_of(const Rows& rows) {
  return examine_kkt({rows.mass(), rows.matrix(), {}}, {}, static_cast<int>(rows.n), static_cast<int>(rows.m));
}

/// The rank of some of the rows, scaled like the whole.
int rank_of(const Rows& rows, const std::vector<std::size_t>& chosen) {
  std::vector<double> matrix;
  for (const std::size_t k : chosen) {
    const std::span<const double> row = rows.matrix().subspan(k * rows.n, rows.n);
    matrix.insert(matrix.end(), row.begin(), row.end());
  }
  const KktMatrices matrices{rows.mass(), matrix, {}};
  return examine_kkt(matrices, {}, static_cast<int>(rows.n), static_cast<int>(chosen.size())).rank;
}

struct Ranks {
  int all = 0;
  int holonomic = 0;
};

Ranks ranks_at(const Engine& engine, std::span<const double> inputs) {
  const Rows rows = rows_at(engine, inputs);
  return {facts_of(rows).rank, rank_of(rows, engine.programs->positions.rows)};
}

/// Largest ranks at a few admissible states near by: what they are when nothing special happens.
Ranks usual_ranks(const Engine& engine, std::span<const double> inputs) {
  std::mt19937_64 random(20240229);
  std::uniform_real_distribution<double> shift(-1e-2, 1e-2);
  const InputLayout& layout = engine.programs->layout;
  Manifold manifold(engine);
  Ranks largest = ranks_at(engine, inputs);
  constexpr int tries = 4;
  for (int i = 0; i < tries; ++i) {
    std::vector<double> near(inputs.begin(), inputs.end());
    for (std::size_t k = layout.position(); k < layout.parameter(); ++k)
      near[k] += shift(random) * std::max(1.0, std::abs(near[k]));
    if (!manifold.project(near)) continue;
    const Ranks found = ranks_at(engine, near);
    largest = {std::max(largest.all, found.all), std::max(largest.holonomic, found.holonomic)};
  }
  return largest;
}

/// Brings combinations (rows of `basis`) to reduced echelon form, so that they read as a person would write them.
void reduce(std::vector<std::vector<double>>& basis) {
  std::size_t row = 0;
  const std::size_t columns = basis.empty() ? 0 : basis.front().size();
  for (std::size_t column = 0; column < columns && row < basis.size(); ++column) {
    std::size_t pivot = row;
    for (std::size_t i = row; i < basis.size(); ++i)
      if (std::abs(basis[i][column]) > std::abs(basis[pivot][column])) pivot = i;
    if (std::abs(basis[pivot][column]) < negligible) continue;
    std::swap(basis[row], basis[pivot]);
    const double scale = basis[row][column];
    for (double& x : basis[row])
      x /= scale;
    for (std::size_t i = 0; i < basis.size(); ++i) {
      if (i == row) continue;
      const double factor = basis[i][column];
      for (std::size_t k = 0; k < columns; ++k)
        basis[i][k] -= factor * basis[row][k];
    }
    ++row;
  }
}

/// A basis of the combinations of multipliers orthogonal to every free one: what is determined.
std::vector<std::vector<double>> determined_combinations(const std::vector<std::vector<double>>& free_ones,
                                                         std::size_t m) {
  std::vector<std::vector<double>> orthonormal;
  const auto subtract_projections = [&orthonormal](std::vector<double> x) {
    for (const std::vector<double>& z : orthonormal) {
      double dot = 0.0;
      for (std::size_t k = 0; k < x.size(); ++k)
        dot += x[k] * z[k];
      for (std::size_t k = 0; k < x.size(); ++k)
        x[k] -= dot * z[k];
    }
    return x;
  };
  const auto keep = [&orthonormal](std::vector<double> x) {
    double norm = 0.0;
    for (const double value : x)
      norm += value * value;
    norm = std::sqrt(norm);
    if (norm < negligible) return false;
    for (double& value : x)
      value /= norm;
    orthonormal.push_back(std::move(x));
    return true;
  };
  for (const std::vector<double>& z : free_ones)
    keep(subtract_projections(z));
  const std::size_t free_count = orthonormal.size();
  for (std::size_t k = 0; k < m; ++k) {
    std::vector<double> unit(m, 0.0);
    unit[k] = 1.0;
    keep(subtract_projections(std::move(unit)));
  }
  std::vector<std::vector<double>> basis(orthonormal.begin() + static_cast<std::ptrdiff_t>(free_count),
                                         orthonormal.end());
  reduce(basis);
  return basis;
}

std::string combination_text(const std::vector<double>& weights, const System& system) {
  std::string out;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (std::abs(weights[k]) < negligible) continue;
    const double size = std::abs(weights[k]);
    const std::string factor = std::abs(size - 1.0) < negligible ? "" : fmt::format("{:.6g}*", size);
    const std::string sign = weights[k] < 0 ? (out.empty() ? "-" : " - ") : (out.empty() ? "" : " + ");
    out += sign + factor + "lambda." + system.constraints[k].name;
  }
  return out;
}

/// Combinations that hold more than one multiplier: those of a single one need no words.
std::vector<std::string> joint_combinations(const KktFacts& facts, const System& system) {
  std::vector<std::string> texts;
  for (const std::vector<double>& weights :
       determined_combinations(facts.free_multipliers, system.constraints.size())) {
    const auto parts = std::count_if(weights.begin(), weights.end(), [](double w) { return std::abs(w) > negligible; });
    if (parts > 1) texts.push_back(combination_text(weights, system));
  }
  return texts;
}

/// A warning that points at the last of the constraints involved, and labels the others.
Diagnostic about_rows(const System& system, const std::vector<std::size_t>& involved, std::string code) {
  Diagnostic d;
  d.code = std::move(code);
  d.severity = Severity::warning;
  d.span = system.constraints[involved.back()].span;
  for (std::size_t i = 0; i + 1 < involved.size(); ++i)
    d.labels.push_back({system.constraints[involved[i]].span, "together with this one"});
  return d;
}

std::string names_of(const System& system, const std::vector<std::size_t>& involved) {
  std::vector<std::string> names;
  names.reserve(involved.size());
  for (const std::size_t k : involved)
    names.push_back(system.constraints[k].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Rows that say the same at every state.
Diagnostic redundant(const System& system, const Rows& rows, const KktFacts& facts,
                     const std::vector<std::size_t>& involved) {
  Diagnostic d = about_rows(system, involved, "W0301");
  d.message = fmt::format("the constraints {} are redundant: together they have rank {}", names_of(system, involved),
                          rank_of(rows, involved));
  d.note = "follows from the others";
  const std::vector<std::string> joint = joint_combinations(facts, system);
  d.help = joint.empty()
               ? "the motion is unique; none of their multipliers is determined"
               : fmt::format("the motion is unique; only {} {} determined, and the multipliers of least norm are given",
                             fmt::join(joint, ", "), joint.size() == 1 ? "is" : "are");
  return d;
}

/// Rows that lose their independence at the initial state only.
Diagnostic singular(const System& system, const Rows& rows, const std::vector<std::size_t>& involved) {
  Diagnostic d = about_rows(system, involved, "W0302");
  d.message = involved.size() == 1
                  ? fmt::format("the row of constraint {} vanishes at the initial state", names_of(system, involved))
                  : fmt::format("at the initial state the rows of the constraints {} have only rank {}",
                                names_of(system, involved), rank_of(rows, involved));
  d.note = "a singular position: at nearby states these rows are independent";
  d.help = "the motion from here is not determined, because several branches meet; change one of the initial "
           "positions a little";
  return d;
}

} // namespace

void examine_redundancy(const Engine& engine, std::span<const double> inputs, InitialState& out) {
  const std::size_t n = engine.coordinates();
  const std::size_t m = engine.constraints();
  const Rows rows = rows_at(engine, inputs);
  const KktFacts facts = facts_of(rows);
  const bool is_full = facts.rank == static_cast<int>(m);
  const Ranks usual = is_full ? ranks_at(engine, inputs) : usual_ranks(engine, inputs);
  out.rank = usual.all;
  out.holonomic_rank = usual.holonomic;
  out.degrees_of_freedom = static_cast<int>(n) - usual.all;
  out.independent_initial_values = 2 * static_cast<int>(n) - usual.holonomic - usual.all;
  out.determined = facts.is_determined;
  for (const std::vector<double>& dependency : facts.row_dependencies) {
    std::vector<std::size_t> involved;
    for (std::size_t k = 0; k < dependency.size(); ++k)
      if (std::abs(dependency[k]) > negligible) involved.push_back(k);
    const System& system = engine.system();
    out.diagnostics.push_back(usual.all > facts.rank ? singular(system, rows, involved)
                                                     : redundant(system, rows, facts, involved));
  }
}

} // namespace dalembert
