#pragma once

#include <string>
#include <vector>

namespace dalembert {
inline namespace plot {

/// Bands and lines over one abscissa: a fan of quantiles over time, the bars of a histogram.
struct BandChart {
  struct Band {
    std::string label; ///< in words, for the legend; may be empty
    std::vector<double> low;
    std::vector<double> high; ///< a place where either is not finite is a gap
  };
  struct Line {
    std::string label;
    std::vector<double> y;
  };
  std::string title; ///< in words
  std::string x_label;
  std::string x_unit; ///< `1` or empty where there is none
  std::string y_label;
  std::string y_unit;
  std::vector<double> x;
  std::vector<Band> bands; ///< the widest first: each lies upon those before it
  std::vector<Line> lines;
};

/// Draws `chart` as a self-contained SVG document, light or dark as the reader's system asks.
[[nodiscard]] std::string svg(const BandChart& chart);

} // namespace plot
} // namespace dalembert
