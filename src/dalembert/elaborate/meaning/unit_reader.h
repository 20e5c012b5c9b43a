#pragma once

#include <dalembert/base/dimension.h>
#include <dalembert/elaborate/meaning/complaints.h>
#include <dalembert/elaborate/meaning/dimension_table.h>
#include <dalembert/expr/graph.h>
#include <dalembert/language/expression.h>

#include <deque>
#include <string>
#include <unordered_map>

namespace dalembert {
inline namespace elaboration {

/// A unit of the user's text, read.
struct ReadUnit {
  Unit unit;
  DimensionId dimension;
  bool angular = false; ///< counts radians or degrees: `rad/s`, `deg`
  std::string text;     ///< as written, without the brackets
  int per_angle = 0;    ///< 1 for `N*m`, 2 for `N*m/rad`; 0 for `J` and what is no energy
};

/// Reads the units of a file, each once, and says what is wrong with them.
class UnitReader {
public:
  UnitReader(Graph& graph, DimensionTable& dimensions, Complaints& complaints)
      : graph_(graph), dimensions_(dimensions), complaints_(complaints) {}

  /// Returns the unit, or null where it could not be read (E0401).
  [[nodiscard]] const ReadUnit* read(const ast::UnitText& text);

  /// Returns how many coherent SI units one of `unit` is, exactly.
  [[nodiscard]] Expr factor(const Unit& unit);

private:
  Graph& graph_;
  DimensionTable& dimensions_;
  Complaints& complaints_;
  std::deque<ReadUnit> units_;
  std::unordered_map<const ast::UnitText*, const ReadUnit*> read_;
};

/// True where the numerator of a unit's text counts angles: `rad`, `deg/s`, but not `N*m/rad`.
[[nodiscard]] bool counts_angles(std::string_view unit_text);

} // namespace elaboration
} // namespace dalembert
