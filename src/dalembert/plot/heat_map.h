#pragma once

#include <string>
#include <vector>

namespace dalembert::inline plot {

/// One of the two axes of a map: evenly spaced values, each in the middle of its cells.
struct MapAxis {
  std::string label; ///< as the language writes it
  std::string unit;  ///< `1` or empty where there is none
  std::vector<double> values;
  std::string remark; ///< behind the label, in words: `at the start`; mostly empty
};

/// A quantity over two others, drawn as coloured cells.
struct HeatMap {
  MapAxis x;
  MapAxis y;
  std::string label; ///< of the quantity, as the language writes it
  std::string unit;
  std::string remark;
  std::vector<double> values; ///< row by row: for each y all x; what is not finite is an empty cell
};

/// Draws `map` as a self-contained SVG document, light or dark as the reader's system asks, with a scale of its colours
/// (from dark to bright, even in lightness). Maps of more than 400 cells along an axis are drawn with every n-th value.
/// Cost: O(cells).
[[nodiscard]] std::string svg(const HeatMap& map);

} // namespace dalembert::inline plot
