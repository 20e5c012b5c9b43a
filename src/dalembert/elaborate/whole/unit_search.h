#pragma once

#include <dalembert/elaborate/declaring/include.h>

namespace dalembert {
inline namespace elaboration {

/// True where a unit stands anywhere in the files: then dimensions are checked.
[[nodiscard]] bool mentions_units(const Library& library);

} // namespace elaboration
} // namespace dalembert
