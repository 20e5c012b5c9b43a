#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Solves the equations of motion at one state in the form that the engine was made for:
///   u from v,   W·u̇ = f + Bᵀλ and C·u̇ = g,   v̇ = X·u̇ + convective,   λ by the way back where there are no rows
/// Speeds that a form may choose are chosen anew, as the best conditioned by complete pivoting of the constraint rows,
/// where those in use come near to failing. Source: docs/theory/forms.md (1), (9).
class FormDynamics {
public:
  /// The matrices of Lagrange's equations at the state being solved: M n×n and A m×n.
  struct Multiplier {
    std::span<const double> mass;
    std::span<const double> rows;
  };

  explicit FormDynamics(const Engine& engine);

  /// Reads t, q, v, p and the friction forces F in `inputs`, writes v̇ and λ.
  /// @throws SolveError where the speeds of the form, or its equations, fail at this state
  void solve(std::span<double> inputs, const Multiplier& lagrange);

  /// Fixes the rank of the constraint rows for rows known to be redundant.
  void set_known_ranks(const RowRanks& ranks) { ranks_ = ranks; }

  [[nodiscard]] const KktStatus& status() const { return current_->solver.status(); }

  /// Hands over which speeds are in use, and which were.
  void archive(Archive& with);

private:
  struct Chart {
    explicit Chart(std::shared_ptr<const FormChart> made);
    std::shared_ptr<const FormChart> made;
    const FormProgram& program;
    ProgramInstance enter;
    ProgramInstance dynamics;
    ProgramInstance back;
    KktSolver solver;
    std::vector<double> inputs;
    std::vector<double> outputs;
    std::vector<double> speed_rates;
    double threshold = 0.0; ///< another choice of speeds is looked for where |X| grows beyond it
  };

  Chart& chart(const std::vector<int>& independent);
  void evaluate(Chart& chart, std::span<const double> inputs) const;
  /// Largest |X|; infinite where an output is not finite.
  [[nodiscard]] double growth(const Chart& chart) const;
  void choose(std::span<const double> inputs, std::span<const double> rows);
  /// The coordinates that are no pivots of the rows by complete pivoting.
  [[nodiscard]] std::vector<int> independent(std::span<const double> rows) const;
  void spread_redundant(std::span<double> multipliers, const Multiplier& lagrange);

  const Engine& engine_;
  std::size_t n_;
  std::size_t m_;
  std::map<std::vector<int>, std::unique_ptr<Chart>> charts_;
  Chart* current_;
  RowRanks ranks_;
  std::unique_ptr<KktSolver> spreader_; ///< for redundant rows
};

} // namespace simulation
} // namespace dalembert
