#pragma once

#include <dalembert/exact/real_sample.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace exact {

/// What becomes of a holonomic constraint that cannot be solved.
enum class Unsolvable : std::uint8_t {
  ends,     ///< nothing is solved
  left_out, ///< the others are solved
};

/// Solves the holonomic constraints φₖ = Pₖ one after the other, each for one symbol, a coordinate or a parameter, in
/// which it is linear or quadratic. A claim speaks of all parameters, so a parameter may be the dependent one. Where
/// all rows are nonlinear in the rates, they are solved in the same way, gₖ = Vₖ, for a rate or a parameter. With real
/// states a solution is taken only where it is regular at them and passes through them, so that the component of the
/// variety is theirs (x·(cos q − cos r) = 0 is not solved by x = 0 where q = r); a coordinate that always has the value
/// of another one, up to the sign, is replaced by it. Source: docs/theory/zero_test.md (4).
class PositionSolutions {
public:
  /// `offsets`: Pₖ, or Vₖ of a nonlinear row, by constraint. `first`: the constraint that is solved first, before those
  /// behind it and those in front of it.
  PositionSolutions(const System& system, const std::vector<Expr>& offsets, const RealSample* sample,
                    Unsolvable unsolvable = Unsolvable::ends, std::size_t first = 0);

  /// Solves nothing: all positions are free.
  explicit PositionSolutions(const System& system);

  [[nodiscard]] bool is_solvable() const { return solvable_; }
  /// True where this holonomic constraint holds at the solutions.
  [[nodiscard]] bool is_solved(std::size_t constraint) const { return is_solved_[constraint]; }
  /// True where the rows are nonlinear in the rates, and solved.
  [[nodiscard]] bool solves_rates() const { return solves_rates_; }
  /// What stands for the solved symbols; no replacement holds a solved symbol.
  [[nodiscard]] const std::vector<Replacement>& replacements() const { return replacements_; }
  /// Symbols that stand for the signs of roots, ±1.
  [[nodiscard]] const std::vector<Expr>& roots() const { return roots_; }
  [[nodiscard]] const std::vector<Expr>& offsets() const { return offsets_; }
  /// What stands under these roots, as far as it is still seen in `replacements`.
  [[nodiscard]] std::vector<Expr> radicands() const;

private:
  [[nodiscard]] bool take(Expr row, const std::vector<Expr>& candidates, const std::vector<Expr>& positions);
  [[nodiscard]] bool solve(Expr row, const std::vector<Expr>& candidates);
  [[nodiscard]] std::optional<Expr> solution(Expr row, Expr symbol);
  [[nodiscard]] bool identify(Expr row, const std::vector<Expr>& positions);
  [[nodiscard]] Expr without_offsets(Expr e) const;
  [[nodiscard]] bool removes_parameter(Expr symbol, Expr by) const;
  [[nodiscard]] bool passes_through_sample(Expr symbol, Expr by, Expr slope);
  [[nodiscard]] std::optional<double> real_value(Expr e, std::size_t state) const;
  [[nodiscard]] bool is_out_of_reach(Expr row) const;
  [[nodiscard]] bool follows_from_earlier_rows(Expr row) const;
  void add(Expr symbol, Expr by);

  Graph& graph_;
  const std::vector<Parameter>& parameters_;
  std::vector<Expr> offsets_;
  std::vector<Replacement> replacements_;
  std::vector<Expr> roots_;
  std::size_t most_roots_ = std::numeric_limits<std::size_t>::max();
  std::vector<bool> is_solved_;          ///< by constraint
  std::vector<RealSample::Values> real_; ///< of all symbols, the offsets and the signs of roots among them
  bool solvable_ = true;
  bool solves_rates_ = false;
};

} // namespace exact
} // namespace dalembert
