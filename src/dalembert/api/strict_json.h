#pragma once

#include <string>

namespace dalembert {
inline namespace api {

/// Refuses what a reader of JSON takes in silence, or by an error without a place: a name that an object gives twice,
/// and a number beyond the largest double. `name` is what messages call the text. What is no JSON is left to whoever
/// reads it. @throws FileError with line and column
void require_strict_json(const std::string& text, const std::string& name);

} // namespace api
} // namespace dalembert
