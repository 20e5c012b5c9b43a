#pragma once

#include <string>

namespace dalembert::bench {

/// The cart with n point masses on light links in relative angles, as the text of a model; sympy_cart.py says the same.
[[nodiscard]] std::string cart_model(int n);

/// A pendulum of n point masses on light links in relative angles.
[[nodiscard]] std::string links_model(int n);

/// Two point masses on light rods, in absolute angles.
[[nodiscard]] std::string double_pendulum_model();

} // namespace dalembert::bench
