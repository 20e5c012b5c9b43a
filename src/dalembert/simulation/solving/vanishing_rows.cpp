#include <dalembert/base/random_stream.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/vanishing_rows.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

double length_of(std::span<const double> row) {
  return std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
}

/// Rows that are much shorter here than elsewhere. A double root is found to half the digits.
std::vector<std::size_t> short_rows(const Engine& engine, std::span<const double> inputs) {
  constexpr double far = 0.1;
  constexpr double share = 1e-4;
  const InputLayout& layout = engine.programs->layout;
  std::vector<double> elsewhere(inputs.begin(), inputs.end());
  RandomStream random("lengths of rows");
  for (std::size_t k = layout.position(); k < layout.parameter(); ++k)
    elsewhere[k] += random.between(0.5 * far, far) * std::max(1.0, std::abs(elsewhere[k]));
  const RowValues here = rows_at(engine, inputs);
  const RowValues there = rows_at(engine, elsewhere);
  std::vector<std::size_t> out;
  for (const std::size_t k : engine.programs->positions.rows)
    if (length_of(here.view().row(k)) <= share * length_of(there.view().row(k))) out.push_back(k);
  return out;
}

/// Counts independent rows, each scaled to length 1.
class RowCount {
public:
  void add(std::span<const double> row) {
    constexpr double dependent = 1e-6; // a double root is found to half the digits
    std::vector<double> left(row.begin(), row.end());
    const double whole = length_of(left);
    if (!(whole > 0.0)) return;
    for (double& x : left)
      x /= whole;
    for (int pass = 0; pass < 2; ++pass) // twice is orthogonal to rounding
      for (const std::vector<double>& unit : basis_) {
        const double along = std::inner_product(left.begin(), left.end(), unit.begin(), 0.0);
        for (std::size_t i = 0; i < left.size(); ++i)
          left[i] -= along * unit[i];
      }
    const double rest = length_of(left);
    if (!(rest > dependent)) return;
    for (double& x : left)
      x /= rest;
    basis_.push_back(std::move(left));
  }
  [[nodiscard]] int rank() const { return static_cast<int>(basis_.size()); }

private:
  std::vector<std::vector<double>> basis_;
};

} // namespace

std::vector<VanishingRow> vanishing_rows(const Engine& engine, std::span<const double> inputs) {
  if (engine.programs->positions.rows.empty()) return {};
  const std::vector<std::size_t> rows = short_rows(engine, inputs);
  std::vector<VanishingRow> out;
  if (rows.empty()) return out;
  const InputView<const double> at(engine.programs->layout, inputs);
  const NumbersAt numbers{inputs[0], {at.positions().begin(), at.positions().end()}, engine.parameters};
  const std::lock_guard lock(*engine.graph_use);
  for (const std::size_t k : rows)
    if (std::optional<RegularRows> regular = regular_rows(engine.system(), k, numbers))
      out.push_back({k, std::move(*regular)});
  return out;
}

int rank_with_regular(const Engine& engine, std::span<const double> inputs, const std::vector<std::size_t>& others,
                      const std::vector<VanishingRow>& vanishing) {
  const RowValues values = rows_at(engine, inputs);
  RowCount count;
  for (const std::size_t k : others)
    count.add(values.view().row(k));
  for (const VanishingRow& row : vanishing)
    for (const std::vector<double>& gradient : row.regular.gradients)
      count.add(gradient);
  return count.rank();
}

Diagnostic explain_vanishing(const Engine& engine, const VanishingRow& row) {
  const Constraint& constraint = engine.system().constraints[row.constraint];
  std::vector<std::string> equations;
  for (const std::string& text : row.regular.texts)
    equations.push_back(fmt::format("`{}`", text));
  Diagnostic out;
  out.code = "W0308";
  out.severity = Severity::warning;
  out.span = constraint.span;
  out.message =
      fmt::format("the row of constraint {} vanishes at every admissible state: its derivatives are 0 wherever "
                  "it holds",
                  constraint.name);
  out.note = "its multiplier is undefined, and it restricts no rate by itself";
  if (equations.empty()) {
    out.note += " (at all of the states on it that were looked at)";
    out.help = "write what it says as constraints whose derivatives do not vanish where they hold: for a sum of "
               "squares f^2 + g^2 = 0, `f = 0` and `g = 0`";
    return out;
  }
  std::string apart; // where other factors are not 0
  for (const std::string& factor : row.regular.apart)
    apart += fmt::format("{} {} is not 0", apart.empty() ? " where" : " and", factor);
  out.help = equations.size() == 1 ? fmt::format("write {}, which says the same{}", equations.front(), apart)
                                   : fmt::format("write {}, each a constraint: together they say the same{}",
                                                 fmt::join(equations, ", "), apart);
  return out;
}

} // namespace simulation
} // namespace dalembert
