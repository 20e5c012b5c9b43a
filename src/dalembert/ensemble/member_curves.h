#pragma once

#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// The plotted quantities of a study, each once, but for those that are coordinates or rates; with their places among
/// its observables.
[[nodiscard]] std::vector<std::pair<std::size_t, const Quantity*>> curves_of(const Study& study,
                                                                             const Observed& observed);

} // namespace ensemble
} // namespace dalembert
