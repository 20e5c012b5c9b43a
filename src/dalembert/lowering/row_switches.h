#pragma once

#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/mechanics/study.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The constraints that do not act all the time, in System::constraints, ascending: those of contacts, and those that
/// are imposed or released.
[[nodiscard]] std::vector<std::size_t> switched_rows(const Study& study);

/// Which constraints have an input that says whether they hold.
enum class RowInputs {
  of_some, ///< those that do not act all the time
  of_all   ///< all: where rows repeat one another, some are left out
};
[[nodiscard]] std::vector<std::size_t> switched_rows(const Study& study, RowInputs which);

/// Inputs that say which of these act: 1 where one does, else 0.
class RowSwitches {
public:
  RowSwitches(const Study& study, RowInputs which);

  [[nodiscard]] const std::vector<Expr>& symbols() const { return symbols_; } ///< in the order of `switched_rows`
  /// value · (1 where row k acts, else 0)
  [[nodiscard]] Expr where_acting(std::size_t k, Expr value) const;
  /// Releases the rows of `structure` that do not act; row r of it is constraint places[r].
  void release(InertiaStructure& structure, const std::vector<std::size_t>& places) const;

private:
  [[nodiscard]] std::optional<Expr> symbol_of(std::size_t k) const;

  Graph& graph_;
  std::vector<std::size_t> rows_;
  std::vector<Expr> symbols_;
};

} // namespace lowering
} // namespace dalembert
