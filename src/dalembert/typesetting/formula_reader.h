#pragma once

#include <dalembert/typesetting/formula_syntax.h>

#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// Reads what the language writes (`1/2*m*x'^2 = -m*g*sin(theta)`) into a tree; text that is no formula becomes words,
/// and nothing is lost: `written` gives any text back byte for byte.
///
/// For what a user wrote, and for tests; what the program derived is made as a tree.
[[nodiscard]] Formula read_formula(std::string_view text);

} // namespace typesetting
} // namespace dalembert
