#pragma once

#include <string>
#include <vector>

namespace dalembert {
inline namespace plot {

/// One curve: y over x, sample by sample. A sample that is not finite breaks the curve. x and y are equally long.
struct Series {
  std::string label; ///< as the language writes it: `theta_1'`, `sqrt(Fx^2 + Fy^2)/N`
  std::string unit;  ///< `N`, `m/s`; `1` or empty where there is none
  std::vector<double> x;
  std::vector<double> y;
};

/// A drawing of curves over one abscissa, as it would stand in a paper.
struct Figure {
  enum class Mark { line, points, stem };
  /// `equal` gives one metre the same length along both axes; it is for paths, y over x. Data more than twenty times as
  /// long one way as the other are drawn with free axes.
  enum class Aspect { free, equal };

  std::string title;
  std::string x_label;
  std::string x_unit;
  std::vector<Series> series;
  Mark mark = Mark::line;
  Aspect aspect = Aspect::free;
  /// Changes of a curve smaller than this share of its size are noise: the curve is drawn as constant. The default is
  /// some hundred roundings of a double; the tolerance of a run says more.
  double resolution = 1e-13;
  double width = 720.0; ///< of the page, px; letters keep their size
};

} // namespace plot
} // namespace dalembert
