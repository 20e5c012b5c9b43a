#pragma once

#include <string_view>

namespace dalembert {

// The files report_page.html and report_page.css, put into the program when it is built (src/CMakeLists.txt).

extern const std::string_view report_page_frame;
extern const std::string_view report_page_style;

} // namespace dalembert
