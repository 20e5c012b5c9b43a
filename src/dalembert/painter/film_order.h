#pragma once

#include <dalembert/painter/sheet.h>

#include <vector>

namespace dalembert {
inline namespace painter {

/// Takes a film apart into groups of paths that never overlap those of another group: each group is a film of its own.
[[nodiscard]] std::vector<std::vector<std::vector<Element>>> apart(const std::vector<std::vector<Element>>& frames);

/// Gives the paths of each frame the order of the frame before, where no two paths that overlap would then lie over
/// each other the wrong way. What has to be in another order only because of its depth is in the same one then.
void keep_order(std::vector<std::vector<Element>>& frames);

} // namespace painter
} // namespace dalembert
