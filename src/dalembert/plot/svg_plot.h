#pragma once

#include <dalembert/plot/figure.h>

#include <string>

namespace dalembert {
inline namespace plot {

/// Draws `figure` as a self-contained SVG document, light or dark as the reader's system asks.
/// Curves of one unit share a panel; other units get panels of their own below it, over the same abscissa. Powers of
/// ten and offsets common to an axis stand in its label. Long curves are thinned below what a pixel shows (thin.h).
/// Cost: O(samples).
[[nodiscard]] std::string svg(const Figure& figure);

} // namespace plot
} // namespace dalembert
