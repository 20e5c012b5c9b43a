#pragma once

#include <dalembert/report/picture_page.h>

#include <string>

namespace dalembert {
inline namespace report {

/// What leads the page of `report`, as HTML: the model at the first instant with its arrows, and, where it moves, a
/// film that plays by itself and six instants. What is not drawn is named, with a `draw` line to begin with.
[[nodiscard]] std::string picture_figures(const PicturePage& page);

/// A small picture of one row of the scene, without labels and scales; empty where all of the scene stands beside a
/// view.
[[nodiscard]] std::string small_picture(const PicturePage& page, const std::vector<double>& row);

} // namespace report
} // namespace dalembert
