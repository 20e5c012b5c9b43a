#include <dalembert/analysis/integral_ansatz.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/parameter_fit.h>
#include <dalembert/exact/residue_null_space.h>
#include <dalembert/exact/rooted_point.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular_sweep.h>
#include <dalembert/expr/symbol_sets.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_functions = 220;

/// The search within polynomials of one degree.
class PolynomialIntegrals {
public:
  PolynomialIntegrals(Graph& graph, const IntegralProblem& problem, int degree)
      : graph_(graph), rows_(problem.rows), variables_(problem.variables) {
    std::vector<Expr> all;
    for (const Field& row : rows_)
      all.insert(all.end(), row.begin(), row.end());
    find_functions(all, problem.names, degree);
    for (const Expr function : functions_) {
      slopes_.push_back(gradient(graph_, function, variables_));
      all.insert(all.end(), slopes_.back().begin(), slopes_.back().end());
    }
    const std::vector<Expr> symbols = free_symbols(graph, all);
    for (const Expr parameter : problem.parameters)
      if (std::ranges::binary_search(symbols, parameter)) parameters_.push_back(parameter);
    points_.emplace(graph_, all);
  }

  std::vector<Expr> find() {
    std::vector<Expr> out;
    if (functions_.empty()) return out;
    std::vector<std::size_t> all(functions_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Slopes slopes = slopes_of(all);
    std::optional<ResidueNullSpace> space;
    for (std::uint64_t seed = 1; seed <= draws::tries_per_point && !space; ++seed)
      space = null_space(drawn_parameters(parameters_.size(), seed), slopes);
    if (!space) return out;
    for (const std::vector<Residue>& vector : space->vectors)
      if (const auto found = recognised(vector)) out.push_back(*found);
    return out;
  }

private:
  /// Variables, functions of them and roots that the rows hold.
  std::vector<Expr> atoms_of(const std::vector<Expr>& entries) {
    std::vector<Expr> atoms;
    const SymbolSets held(graph_, entries, variables_);
    for (const Expr node : reachable(graph_, entries)) {
      if (held.count(node) == 0) continue;
      if (graph_.kind(node) == NodeKind::function) atoms.push_back(node);
      if (graph_.kind(node) != NodeKind::product) continue;
      const std::vector<Factor> factors(graph_.factors(node).begin(), graph_.factors(node).end());
      for (const Factor& factor : factors) {
        const Rational exponent = graph_.value(factor.exponent);
        if (exponent.is_integer() || held.count(factor.base) == 0) continue;
        const Expr root = graph_.pow(factor.base, Rational(1) / Rational(exponent.denominator()));
        if (std::ranges::find(atoms, root) == atoms.end()) atoms.push_back(root);
      }
    }
    const std::vector<Expr> symbols = free_symbols(graph_, entries);
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (std::ranges::any_of(rows_, [i, this](const Field& row) { return !graph_.is_zero(row[i]); }) ||
          std::ranges::binary_search(symbols, variables_[i]))
        atoms.push_back(variables_[i]);
    return atoms;
  }

  /// Products of up to `degree` of these, long products first.
  void find_functions(const std::vector<Expr>& entries, const std::vector<Expr>& names, int degree) {
    const std::vector<Expr> atoms = atoms_of(entries);
    std::vector<std::pair<Expr, std::size_t>> layer{{graph_.one(), 0}};
    std::vector<Expr> shorter;
    for (int d = 1; d <= degree; ++d) {
      std::vector<std::pair<Expr, std::size_t>> next;
      for (const auto& [product, first] : layer)
        for (std::size_t a = first; a < atoms.size(); ++a)
          next.emplace_back(graph_.mul(product, atoms[a]), a);
      if (shorter.size() + next.size() > most_functions) return;
      std::vector<Expr> all;
      for (const auto& [product, first] : next)
        all.push_back(product);
      all.insert(all.end(), shorter.begin(), shorter.end());
      shorter = std::move(all);
      layer = std::move(next);
    }
    functions_ = std::move(shorter);
    if (degree == 1 && functions_.size() + names.size() <= most_functions)
      functions_.insert(functions_.end(), names.begin(), names.end());
  }

  /// The rows and the slopes of some functions, ready for many points.
  struct Slopes {
    std::size_t count = 0; ///< of the functions
    ModularSweep at;
  };
  [[nodiscard]] Slopes slopes_of(std::span<const std::size_t> columns) const {
    std::vector<Expr> all;
    for (const Field& row : rows_)
      all.insert(all.end(), row.begin(), row.end());
    for (const std::size_t c : columns)
      all.insert(all.end(), slopes_[c].begin(), slopes_[c].end());
    return {columns.size(), ModularSweep(graph_, all)};
  }

  /// The integrals within some functions at given parameters, `expected` of them.
  [[nodiscard]] std::optional<ResidueNullSpace> null_space(const std::vector<Residue>& parameters, const Slopes& slopes,
                                                           std::size_t expected = 0) const {
    SymbolValues fixed;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      fixed.emplace_back(parameters_[i], parameters[i]);
    // Each point gives an equation for each open direction; some may be empty.
    const std::size_t wanted = slopes.count + draws::spare_points;
    std::size_t points = 0;
    RandomNullSpace space(slopes.count, {.dimension = expected});
    for (std::uint64_t seed = 1; seed <= wanted + draws::most_failures && points < wanted; ++seed) {
      std::optional<ModularPoint> point = points_->draw(seed, fixed);
      if (!point) return std::nullopt;
      const auto equations = equations_at(*point, slopes);
      if (!equations) continue;
      ++points;
      space.add(*equations, point->is_rational());
      if (space.is_settled()) return space.found();
    }
    if (points < wanted) return std::nullopt;
    return space.found();
  }

  /// Returns dg(X) of all functions for each open direction X at a point; nothing where something has no value.
  [[nodiscard]] std::optional<std::vector<std::vector<Residue>>> equations_at(ModularPoint& point,
                                                                              const Slopes& slopes) const {
    const std::optional<std::vector<Residue>> values = slopes.at(point);
    if (!values) return std::nullopt;
    std::vector<std::vector<Residue>> equations;
    const std::size_t width = variables_.size();
    const auto row_at = [&values, width](std::size_t row) {
      const auto first = values->begin() + static_cast<std::ptrdiff_t>(row * width);
      return std::vector<Residue>(first, first + static_cast<std::ptrdiff_t>(width));
    };
    std::vector<std::vector<Residue>> rows;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      rows.push_back(row_at(r));
    for (const std::vector<Residue>& open : residue_null_space(rows, width).vectors) {
      std::vector<Residue>& equation = equations.emplace_back();
      for (std::size_t c = 0; c < slopes.count; ++c) {
        ProductSum sum;
        for (std::size_t i = 0; i < open.size(); ++i)
          sum.add((*values)[(rows_.size() + c) * width + i], open[i]);
        equation.push_back(sum.value());
      }
    }
    return equations;
  }

  std::optional<Expr> recognised(const std::vector<Residue>& vector) {
    std::vector<std::size_t> support;
    for (std::size_t k = 0; k < vector.size(); ++k)
      if (!vector[k].is_zero()) support.push_back(k);
    const Slopes slopes = slopes_of(support);
    const auto factors = fit_parameters(
        graph_, parameters_, [&](const std::vector<Residue>& parameters) -> std::optional<std::vector<Residue>> {
          const auto space = null_space(parameters, slopes, 1);
          if (!space || space->vectors.size() != 1 || space->free.front() + 1 != support.size()) return std::nullopt;
          return space->vectors.front();
        });
    if (!factors) return std::nullopt;
    Expr sum = graph_.zero();
    for (std::size_t k = 0; k < support.size(); ++k)
      sum = graph_.add(sum, graph_.mul((*factors)[k], functions_[support[k]]));
    return sum;
  }

  Graph& graph_;
  const std::vector<Field>& rows_;
  const std::vector<Expr>& variables_;
  std::vector<Expr> parameters_;
  std::vector<Expr> functions_;
  std::vector<Field> slopes_;
  std::optional<RootedPoints> points_;
};

} // namespace

std::vector<Expr> polynomial_integrals(Graph& graph, const IntegralProblem& problem, int degree) {
  return PolynomialIntegrals(graph, problem, degree).find();
}

} // namespace analysis
} // namespace dalembert
