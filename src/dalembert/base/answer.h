#pragma once

#include <cstdint>

namespace dalembert {
inline namespace base {

/// What a decision procedure with bounded work says. `undecided`: neither was shown; it must never read as `no`.
enum class Answer : std::uint8_t { yes, no, undecided };

} // namespace base
} // namespace dalembert
