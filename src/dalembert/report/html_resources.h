#pragma once

#include <string_view>

namespace dalembert {
inline namespace report {

// The files html_page.html, html_page.css and math_font/math_font.css, put into the program when it is built
// (src/CMakeLists.txt).

extern const std::string_view html_page_frame;
extern const std::string_view html_page_style;
extern const std::string_view html_math_font; ///< a style of its own: the font of the formulas

} // namespace report
} // namespace dalembert
