#pragma once

#include <dalembert/program/eliminated_values.h>
#include <dalembert/program/elimination_plan.h>
#include <dalembert/program/minimisation.h>
#include <dalembert/program/sparse_arithmetic.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace program {

/// The matrix while unknowns leave it; what a step needs for the way back is kept.
class Elimination {
public:
  Elimination(ValueGraph& values, const Minimisation& problem, std::span<const Value> coefficients);
  void take(const EliminationStep& step);
  [[nodiscard]] EliminatedValues solved(const EliminationPlan& plan, Refinement refinement);

private:
  using Entry = SparseArithmetic::Entry;
  using Index = std::uint32_t;

  /// What the last pivot took from the entries of its neighbours: K = B − r k kᵀ.
  struct LastUpdate {
    Value inverse; ///< r
    std::unordered_map<Index, Entry> k;
    std::map<std::pair<Index, Index>, Entry> before; ///< of B where it is not K, by the lesser index first

    [[nodiscard]] auto find(Index i, Index j) const { return before.find(std::minmax(i, j)); }
    [[nodiscard]] bool has(Index i, Index j) const { return find(i, j) != before.end(); }
  };

  [[nodiscard]] Entry coefficient(Minimisation::Place place) const { return of_.entry(coefficients_[place]); }
  [[nodiscard]] Entry at(Index i, Index j) const {
    const auto found = rows_[i].find(j);
    return found == rows_[i].end() ? Entry{} : found->second;
  }
  void set(Index i, Index j, Entry entry) {
    rows_[i][j] = entry;
    rows_[j][i] = entry;
  }
  using Coefficients = std::map<Index, Entry>;
  using Places = std::vector<std::pair<Index, Index>>;
  void insert(const EliminationStep& step);
  template <typename Matrix>
  [[nodiscard]] Entry inserted(const Matrix& of, Index u, const Coefficients& c, Index row, Index column);
  void insert_into_last_update(Index u, const Coefficients& c, const Places& places);
  void exchange(const EliminationStep& step);
  void move_force(const EliminationStep& step, std::vector<Entry>& right);
  [[nodiscard]] LastUpdate update_by(const EliminationStep& step, Value inverse) const;
  void pivot(const EliminationStep& step);
  [[nodiscard]] Entry size_of(Index u);
  [[nodiscard]] Entry shift_of(std::size_t row);
  void note_pivot(Index u, Value inverse);
  [[nodiscard]] std::vector<Entry> solved_for(const EliminationPlan& plan, std::vector<Entry> right);
  [[nodiscard]] std::vector<Entry> solved_back(const EliminationPlan& plan, const std::vector<Entry>& right);
  [[nodiscard]] std::vector<Entry> residual(const std::vector<Entry>& z);
  [[nodiscard]] Entry energy(const std::vector<Entry>& z);
  [[nodiscard]] bool is_multiplier(Index i) const { return i >= problem_.unknowns(); }

  mutable SparseArithmetic of_;
  const Minimisation& problem_;
  std::span<const Value> coefficients_;
  std::vector<std::unordered_map<Index, Entry>> rows_; ///< of what is left
  std::vector<Entry> right_;                           ///< sides
  std::vector<Entry> given_;                           ///< right sides, as they were
  std::vector<Entry> sizes_; ///< of diagonal entries as if nothing had been subtracted; of multipliers: what was
  std::vector<std::vector<Entry>> factors_; ///< by unknown: of its pivot, for its neighbours
  std::vector<Entry> pivots_;               ///< by unknown, as they were divided by
  std::vector<Entry> inverses_;             ///< likewise
  std::vector<Entry> row_sizes_;            ///< of multipliers
  std::optional<LastUpdate> last_update_;
  Entry largest_growth_; ///< of a pivot: its size over it
  Entry least_growth_;
};

} // namespace program
} // namespace dalembert
