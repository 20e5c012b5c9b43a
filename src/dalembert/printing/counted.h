#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace printing {

/// `1 constraint`, `3 constraints`.
[[nodiscard]] std::string counted(std::size_t count, std::string_view one);

} // namespace printing
} // namespace dalembert
