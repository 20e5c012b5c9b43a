#pragma once

#include <string>
#include <vector>

namespace dalembert {
inline namespace plot {

/// One of the two axes of a map: its values in any order. Cells reach to the middle between neighbouring values, so
/// each of evenly spaced ones is in the middle of its cells.
struct MapAxis {
  std::string label; ///< as the language writes it
  std::string unit;  ///< `1` or empty where there is none
  std::vector<double> values;
  std::string remark; ///< behind the label, in words: `at the start`; mostly empty
};

/// A quantity over two others, drawn as coloured cells, or as points where each value has a place of its own.
struct HeatMap {
  enum class Marks { cells, points };
  MapAxis x;
  MapAxis y;
  std::string label; ///< of the quantity, as the language writes it
  std::string unit;
  std::string remark;
  /// Of cells row by row: for each y all x; what is not finite is an empty cell. Of points one for each x and its y.
  std::vector<double> values;
  Marks marks = Marks::cells;
};

/// Draws `map` as a self-contained SVG document, light or dark as the reader's system asks, with a scale of its colours
/// (from dark to bright, even in lightness). Maps of more than 400 cells along an axis are drawn with every n-th value.
/// Cost: O(cells).
[[nodiscard]] std::string svg(const HeatMap& map);

} // namespace plot
} // namespace dalembert
