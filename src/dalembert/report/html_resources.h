#pragma once

#include <string_view>

namespace dalembert::inline report {

// The files html_page.html and html_page.css, put into the program when it is built (src/CMakeLists.txt).

extern const std::string_view html_page_frame;
extern const std::string_view html_page_style;

} // namespace dalembert::inline report
