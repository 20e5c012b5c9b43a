#pragma once

#include <dalembert/studies/steady_state.h>

#include <string>

namespace dalembert {
inline namespace findings {

/// ẋ = A·x + B·u, y = C·x + D·u about a steady state with the names of x, u, y and the four matrices. A matrix of more
/// rows or columns than a page shows is given by its size. Behind the `first` state, where there is one, what
/// equals its names and its C and D is not said again. Empty for a model without inputs.
[[nodiscard]] std::string state_space_html(const StateSpace& linear, const StateSpace* first);

} // namespace findings
} // namespace dalembert
