#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/listed.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/simulation/solving/redundancy.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/simulation/solving/vanishing_rows.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double negligible = 1e-8;

KktFacts facts_of(const RowValues& rows, const KktOptions& options) {
  const RowsView at = rows.view();
  return examine_kkt({at.mass, at.gradient, {}}, {}, static_cast<int>(at.columns), static_cast<int>(rows.rows()),
                     options);
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
  constexpr std::size_t most = 12; // terms
  const auto terms = weights.size() - static_cast<std::size_t>(std::ranges::count(weights, 0.0));
  std::string out;
  std::size_t written = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0.0) continue;
    if (written++ == most && terms > most + 1) return out + fmt::format(" + ... ({} more terms)", terms - most);
    const double size = std::abs(weights[k]);
    const std::string factor = std::abs(size - 1.0) < negligible ? "" : fmt::format("{:.6g}*", size);
    const std::string sign = weights[k] < 0 ? (out.empty() ? "-" : " - ") : (out.empty() ? "" : " + ");
    out += sign + factor + "lambda." + system.constraints[k].name;
  }
  return out;
}

using Involved = std::vector<std::size_t>; ///< constraints, in their order

bool holds(const Involved& rows, std::size_t k) {
  return std::find(rows.begin(), rows.end(), k) != rows.end();
}

/// Rows that depend on one another, directly or through others, and in how many ways.
struct Group {
  Involved rows;
  std::size_t dependencies = 0;
};

std::vector<Group> groups_of(const std::vector<std::vector<double>>& dependencies) {
  std::vector<Group> groups;
  for (const std::vector<double>& dependency : dependencies) {
    Group joined{{}, 1};
    for (std::size_t k = 0; k < dependency.size(); ++k)
      if (dependency[k] != 0.0) joined.rows.push_back(k);
    std::erase_if(groups, [&joined](const Group& group) {
      if (std::none_of(group.rows.begin(), group.rows.end(), [&](std::size_t k) { return holds(joined.rows, k); }))
        return false;
      joined.rows.insert(joined.rows.end(), group.rows.begin(), group.rows.end());
      joined.dependencies += group.dependencies;
      return true;
    });
    std::sort(joined.rows.begin(), joined.rows.end());
    joined.rows.erase(std::unique(joined.rows.begin(), joined.rows.end()), joined.rows.end());
    groups.push_back(std::move(joined));
  }
  return groups;
}

bool is_finite(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

/// Combinations of the multipliers of a group that hold more than one: those of a single one need no words. They are
/// found in the units in which multipliers compare, and printed in their own. Nothing where rows of extreme sizes leave
/// the range of doubles.
std::optional<std::vector<std::string>> joint_combinations(const KktFacts& facts, const System& system,
                                                           const Group& group) {
  std::vector<std::vector<double>> free = facts.free_multipliers;
  for (std::vector<double>& z : free)
    for (std::size_t k = 0; k < z.size(); ++k)
      z[k] /= facts.row_scale[k];
  if (!std::ranges::all_of(free, is_finite)) return std::nullopt;
  std::vector<std::string> texts;
  for (std::vector<double>& weights : determined_combinations(free, system.constraints.size())) {
    std::size_t parts = 0;
    double leading = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if (std::abs(weights[k]) < negligible || !holds(group.rows, k)) weights[k] = 0.0;
      if (weights[k] == 0.0) continue;
      ++parts;
      weights[k] /= facts.row_scale[k];
      if (leading == 0.0) leading = weights[k];
    }
    for (double& w : weights)
      w /= leading == 0.0 ? 1.0 : leading;
    if (!is_finite(weights)) return std::nullopt;
    if (parts > 1) texts.push_back(combination_text(weights, system));
  }
  constexpr std::size_t most = 4;
  if (texts.size() > most) {
    const std::size_t rest = texts.size() - most;
    texts.resize(most);
    texts.push_back(fmt::format("{} more combinations", rest));
  }
  return texts;
}

/// A warning that points at the last of the constraints involved, and labels the others.
Diagnostic about_rows(const System& system, const std::vector<std::size_t>& involved, std::string code) {
  Diagnostic d;
  d.code = std::move(code);
  d.severity = Severity::warning;
  d.span = system.constraints[involved.back()].span;
  std::vector<SourceSpan> others;
  for (std::size_t i = 0; i + 1 < involved.size(); ++i)
    others.push_back(system.constraints[involved[i]].span);
  add_labels(d, others, "together with this one");
  return d;
}

std::string names_of(const System& system, const std::vector<std::size_t>& involved) {
  std::vector<std::string> names;
  names.reserve(involved.size());
  for (const std::size_t k : involved)
    names.push_back(system.constraints[k].name);
  return listed(names);
}

/// What is chosen among multipliers that are not determined: docs/theory/constraints.md (6).
constexpr std::string_view chosen_multipliers = "the multipliers reported have the least sum of squares of the "
                                                "accelerations that each constraint causes by itself, "
                                                "whatever factor it is written with";

/// Whether the motion depends on multipliers of the group that are not determined: by frictions alone.
std::string uniqueness(const System& system, const KktFacts& facts, const Group& group) {
  std::vector<std::string> frictions;
  for (const Friction& friction : system.frictions) {
    const std::vector<int>& of = system.reactions[static_cast<std::size_t>(friction.of)].of;
    if (std::ranges::any_of(of, [&](int k) {
          const auto row = static_cast<std::size_t>(k);
          return holds(group.rows, row) && !facts.is_determined[row];
        }))
      frictions.push_back(friction.name);
  }
  if (frictions.empty()) return "the motion is unique";
  return fmt::format(
      "while the {} {} slid{} the motion may depend on forces that are not determined, and where it does "
      "a run ends: write as many supports as determine the load, or put springs under them",
      frictions.size() > 1 ? "frictions" : "friction", listed(frictions), frictions.size() > 1 ? "e" : "es");
}

/// Rows that depend on one another all along the motion.
Diagnostic redundant(const System& system, const KktFacts& facts, const KktFacts& elsewhere, const Group& group) {
  Diagnostic d = about_rows(system, group.rows, "W0301");
  if (group.rows.size() == 1) {
    d.message =
        fmt::format("the row of constraint {} vanishes wherever the constraints hold", names_of(system, group.rows));
    d.note = "restricts no rate";
    d.help =
        "it exerts no force; unless the other constraints imply it, write it so that its derivatives do not vanish "
        "where it holds (x = 0 instead of x^2 = 0)";
    return d;
  }
  d.message = fmt::format("the constraints {} are redundant: together they have rank {}", names_of(system, group.rows),
                          group.rows.size() - group.dependencies);
  d.note = "follows from the others";
  const std::optional<std::vector<std::string>> joint = joint_combinations(facts, system, group);
  const std::string unique = uniqueness(system, facts, group);
  if (!joint)
    d.help = fmt::format("{}; not all of their multipliers are determined; {}", unique, chosen_multipliers);
  else if (joint->empty())
    d.help = fmt::format("{}; none of their multipliers is determined; {}", unique, chosen_multipliers);
  else
    d.help = fmt::format("{}; {}only {} {} determined; {}", unique,
                         joint == joint_combinations(elsewhere, system, group) ? "" : "at the initial state ",
                         fmt::join(*joint, ", "), joint->size() == 1 ? "is" : "are", chosen_multipliers);
  return d;
}

/// Rows that lose their independence at the initial state only.
Diagnostic singular(const System& system, const Group& group) {
  Diagnostic d = about_rows(system, group.rows, "W0302");
  d.message = group.rows.size() == 1
                  ? fmt::format("the row of constraint {} vanishes at the initial state", names_of(system, group.rows))
                  : fmt::format("at the initial state the rows of the constraints {} have only rank {}",
                                names_of(system, group.rows), group.rows.size() - group.dependencies);
  d.note = "a singular position: at nearby states that satisfy the constraints these rows have a higher rank";
  d.help = "the motion from here is not determined, because several branches meet; change one of the initial positions "
           "slightly";
  return d;
}

} // namespace

namespace {

/// Usual sizes of the entries of all rows: of the vanishing ones those that the rows which replace them have.
std::vector<double> typical_entries(const Engine& engine, const RowValues& here, const RowRanks& ranks,
                                    const std::vector<std::size_t>& others,
                                    const std::vector<VanishingRow>& vanishing) {
  const std::size_t n = engine.coordinates();
  std::vector<double> out(engine.constraints() * n, 0.0);
  for (std::size_t i = 0; i < others.size(); ++i)
    for (std::size_t j = 0; j < n; ++j)
      out[others[i] * n + j] =
          ranks.typical_rows.empty() ? std::abs(here.view().row(others[i])[j]) : ranks.typical_rows[i * n + j];
  for (const VanishingRow& row : vanishing)
    for (const std::vector<double>& gradient : row.regular.gradients)
      for (std::size_t j = 0; j < n; ++j)
        out[row.constraint * n + j] += std::abs(gradient[j]);
  return out;
}

/// Ranks and freedoms where the derivatives of some rows vanish wherever they hold: what these rows say restricts the
/// motion, although they have no rank.
void examine_vanishing(const Engine& engine, std::span<const double> inputs, const std::vector<VanishingRow>& vanishing,
                       InitialState& out) {
  std::vector<std::size_t> others;
  for (std::size_t k = 0; k < engine.constraints(); ++k)
    if (std::ranges::find(vanishing, k, &VanishingRow::constraint) == vanishing.end()) others.push_back(k);
  const RowRanks ranks = row_ranks(engine, inputs, others);
  std::vector<std::size_t> holonomic = ranks.independent;
  std::erase_if(holonomic,
                [&engine](std::size_t k) { return engine.system().constraints[k].kind != ConstraintKind::holonomic; });
  const int n = static_cast<int>(engine.coordinates());
  const int all = rank_with_regular(engine, inputs, ranks.independent, vanishing);
  out.rank = ranks.all;
  out.holonomic_rank = ranks.holonomic;
  out.degrees_of_freedom = n - all;
  out.independent_initial_values = 2 * n - all - rank_with_regular(engine, inputs, holonomic, vanishing);
  const RowValues here = rows_at(engine, inputs);
  KktOptions options;
  options.known_rank = ranks.here;
  options.typical_rows = typical_entries(engine, here, ranks, others, vanishing);
  const KktFacts facts = facts_of(here, options);
  out.determined = facts.is_determined;
  for (const VanishingRow& row : vanishing) {
    out.determined[row.constraint] = false;
    out.diagnostics.push_back(explain_vanishing(engine, row));
  }
  const bool is_singular = ranks.here < ranks.all;
  const std::vector<double> other_state =
      ranks.elsewhere.empty() ? std::vector<double>(inputs.begin(), inputs.end()) : ranks.elsewhere;
  const KktFacts elsewhere = facts_of(rows_at(engine, other_state), options);
  for (const Group& group : groups_of(facts.row_dependencies)) {
    const bool vanishes = group.rows.size() == 1 && std::ranges::find(vanishing, group.rows.front(),
                                                                      &VanishingRow::constraint) != vanishing.end();
    if (!vanishes)
      out.diagnostics.push_back(is_singular ? singular(engine.system(), group)
                                            : redundant(engine.system(), facts, elsewhere, group));
  }
}

} // namespace

void examine_redundancy(const Engine& engine, std::span<const double> inputs, InitialState& out) {
  if (const std::vector<VanishingRow> vanishing = vanishing_rows(engine, inputs); !vanishing.empty())
    return examine_vanishing(engine, inputs, vanishing, out);
  const System& system = engine.system();
  const std::size_t n = engine.coordinates();
  const RowRanks ranks = row_ranks(engine, inputs);
  out.rank = ranks.all;
  out.holonomic_rank = ranks.holonomic;
  out.degrees_of_freedom = static_cast<int>(n) - out.rank;
  out.independent_initial_values = 2 * static_cast<int>(n) - out.holonomic_rank - out.rank;
  if (engine.constraints() == 0) return;
  KktOptions options = ranks.options(engine);
  const bool is_singular = ranks.here < ranks.all;
  if (is_singular) options.known_rank = ranks.here;
  const KktFacts facts = facts_of(rows_at(engine, inputs), options);
  out.determined = facts.is_determined;
  if (facts.row_dependencies.empty()) return;
  const KktFacts elsewhere = facts_of(rows_at(engine, ranks.elsewhere), options);
  for (const Group& group : groups_of(facts.row_dependencies))
    out.diagnostics.push_back(is_singular ? singular(system, group) : redundant(system, facts, elsewhere, group));
}

} // namespace simulation
} // namespace dalembert
