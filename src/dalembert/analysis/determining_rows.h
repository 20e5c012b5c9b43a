#pragma once

#include <dalembert/exact/rooted_point.h>
#include <dalembert/expr/modular_sweep.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// What an unknown coefficient multiplies in a linear equation: f·a + (df/dt)·b.
struct DeterminingColumn {
  Expr function;     ///< f
  Expr slope;        ///< df/dt
  Expr per_function; ///< a
  Expr per_slope;    ///< b
};

/// The rows of a determining equation at random points, with one entry for each unknown coefficient. What the entries
/// are made of is evaluated once for all of them.
class DeterminingRows {
public:
  /// Keeps a reference to `graph`.
  DeterminingRows(const Graph& graph, std::span<const DeterminingColumn> columns);

  [[nodiscard]] std::size_t columns() const { return columns_.size(); }
  [[nodiscard]] const std::vector<Expr>& symbols() const { return symbols_; } ///< ordered by id
  /// Returns nothing where the row has no value.
  [[nodiscard]] std::optional<std::vector<Residue>> at(ModularPoint& point) const;
  [[nodiscard]] std::vector<Residue> of(const ModularSweep::Values& parts) const;
  [[nodiscard]] const ModularSweep& parts() const { return parts_; }

private:
  struct Places { ///< among the results of `parts_`
    std::size_t function;
    std::size_t slope;
    std::size_t per_function;
    std::size_t per_slope;
  };
  [[nodiscard]] std::vector<Residue> of(const std::vector<Residue>& parts) const;

  std::vector<Places> columns_;
  std::vector<Expr> symbols_;
  ModularSweep parts_;
};

/// Rows of points at which all rates but one are 0, one rate after the other: most of their entries are 0.
class SimplePoints {
public:
  /// Which rate is not 0; past the last one, none.
  using Kind = std::size_t;

  /// The values `fixed` hold at all points; other symbols, but for the rates, are drawn from `stream`. Keeps references
  /// to `rows`.
  SimplePoints(const DeterminingRows& rows, const RootedPoints& points, SymbolValues fixed, std::vector<Expr> rates,
               std::uint64_t stream);

  [[nodiscard]] std::size_t kinds() const { return rates_.size() + 1; }
  /// A row of the kind at the position of number k; for a moving rate, less the row at rest there. Returns nothing
  /// where it has no value.
  [[nodiscard]] std::optional<std::vector<Residue>> row(Kind kind, std::size_t k);
  /// True where no point had a root, a sign or a formal function.
  [[nodiscard]] bool are_rational() const { return are_rational_; }

private:
  /// A position at rest.
  struct Position {
    ModularSweep::Values parts;
    std::vector<Residue> row;
  };
  [[nodiscard]] std::uint64_t seed(std::size_t k) const;
  [[nodiscard]] const Position* position(std::size_t k);
  [[nodiscard]] std::optional<Position> drawn(std::size_t k);
  [[nodiscard]] std::optional<std::vector<Residue>> row_alone(Kind kind, std::size_t k);

  const DeterminingRows& rows_;
  RootedPoints points_; ///< a copy: roots that never exist at rest may well exist elsewhere
  SymbolValues fixed_;
  std::vector<Expr> rates_;
  std::vector<std::optional<ModularSweep::Above>> above_; ///< by rate
  std::uint64_t stream_;
  std::vector<std::optional<Position>> positions_;
  std::optional<Position> last_; ///< beyond those that are kept
  bool are_rational_ = true;
};

} // namespace analysis
} // namespace dalembert
