#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// What a function of the language is, as its kinds are read.
enum class FunctionKind { none, real, root, vector, derivative, history, of_bodies };

/// The kind of the function of this name; `none` where the language has none.
[[nodiscard]] FunctionKind function_kind(std::string_view name);
/// True for a function of the language: those of <cmath>, of vectors, `der`, `d`, `drift`, …
[[nodiscard]] bool is_function(std::string_view name);
/// True for `sin`, `sqrt`, `max` and the like, which a printed equation may contain.
[[nodiscard]] bool is_mathematical_function(std::string_view name);
/// All of them, for suggestions.
[[nodiscard]] std::vector<std::string> function_names();

} // namespace elaboration
} // namespace dalembert
