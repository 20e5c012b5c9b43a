#pragma once

#include <dalembert/base/diagnostic.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Names with commas between them: the first twelve, and how many more there are.
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

/// Labels the first eight of the places.
void add_labels(Diagnostic& diagnostic, std::span<const SourceSpan> places, const std::string& words);

} // namespace simulation
} // namespace dalembert
