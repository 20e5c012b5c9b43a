#pragma once

#include <dalembert/numerics/projection/projection.h>
#include <dalembert/simulation/engine/active_rows.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/structure_projection.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What a state is put onto the constraints from.
enum class Correction {
  of_step,        ///< its end, on which all that comes rests: iteration goes on while violations fall
  of_dense_output ///< a state that is shown: it ends at rounding, and the matrices of the positions serve the rates
};

/// Puts states onto the constraints, changing them least in the mass metric: q by the holonomic rows, then v by all
/// rows at that q, and by the slips of frictions that stick.
///   min ½ ΔqᵀM Δq  s.t.  φ(q + Δq, t) = 0,      min ½ ΔvᵀM Δv  s.t.  ψ(q, v + Δv, t) = 0
/// Source: docs/theory/lagrange.md (11).
class Manifold {
public:
  /// `most_iterations` of each level, after which a projection counts as failed.
  explicit Manifold(const Engine& engine, int most_iterations = ProjectionOptions{}.max_iterations);

  /// From here on projects by the structure of the rows where that is the cheaper way: for many states.
  void use_structure();

  /// Projects q and v inside `inputs`; false where an iteration does not converge.
  [[nodiscard]] bool project(std::span<double> inputs, Correction correction = Correction::of_step);
  /// About how many operations the last projection took, where it went by the structure alone; else nothing.
  [[nodiscard]] std::optional<double> operations_by_structure() const { return operations_; }
  /// What the last projection, which failed, did not satisfy: `found no rates that satisfy all constraints; …: rod`.
  [[nodiscard]] std::string failure() const;

  /// Projects onto these constraints alone from here on.
  void set_active_rows(const ActiveRows& rows);

  /// The argument of a jump that is held on one of its surfaces.
  struct HeldJump {
    std::size_t jump = 0;
    double level = 0.0;
    friend bool operator==(const HeldJump&, const HeldJump&) = default;
  };

  /// Keeps the slips of these frictions at 0 from here on, and the arguments of these jumps at their levels, of which
  /// none depends on the others and on the rows.
  void set_held(const std::vector<std::size_t>& frictions, const std::vector<HeldJump>& jumps);

  /// Fixes the rank of the rows, for constraints known to be redundant.
  void set_known_ranks(const RowRanks& ranks);

private:
  /// The rows of one level and their projector.
  struct Rows {
    RowValues values;
    Projector projector;
    std::vector<double> x;
    std::vector<double> evaluated; ///< the x that `values` belong to; empty where they are to be found anew
    std::optional<std::vector<std::size_t>> active = {}; ///< among the rows of `values`; absent: all
    bool has_repeated_rows = false;                      ///< by what is known of their ranks

    /// Copies the active ones of the rows, `width` numbers each.
    void gather(std::span<const double> all, std::size_t width, std::span<double> out) const;
  };
  [[nodiscard]] bool project_by_structure(const Rows& level, std::span<double> inputs, Correction correction);
  [[nodiscard]] bool project(Rows& level, std::span<double> place, std::span<double> inputs, Correction correction);
  [[nodiscard]] bool has_rows_of_positions_alone() const;
  [[nodiscard]] KktOptions options(bool is_holonomic) const;
  [[nodiscard]] std::optional<std::vector<std::size_t>> independent_rows(bool is_holonomic) const;
  void make_structure(const Rows& level);
  void renew_projectors();
  /// A row that is held: what is to be 0, and its gradient by the rates.
  struct HeldRow {
    double residual;
    std::span<const double> gradient;
  };
  [[nodiscard]] std::size_t held() const { return held_.size() + held_jumps_.size(); }
  [[nodiscard]] HeldRow held_row(std::size_t index) const;
  [[nodiscard]] std::string held_name(std::size_t index) const;

  const Engine& engine_;
  int most_iterations_;
  Rows positions_;
  Rows rates_;
  std::optional<RowRanks> ranks_;
  std::optional<ActiveRows> active_;
  std::vector<std::size_t> held_; ///< frictions
  std::vector<HeldJump> held_jumps_;
  ProgramInstance slips_;
  ProgramInstance jumps_;
  std::vector<double> slip_values_;
  std::vector<double> jump_values_;
  std::vector<std::size_t> unmet_; ///< rows: constraints, and behind them those that are held
  bool is_rate_unmet_ = false;
  bool uses_structure_ = false;
  bool are_positions_by_matrices_ = false; ///< at the last projection
  std::optional<double> operations_;
  std::optional<StructureProjection> position_structure_; ///< made when they are needed first, for the rows that act
  std::optional<StructureProjection> rate_structure_;
};

} // namespace simulation
} // namespace dalembert
