#pragma once

namespace dalembert {
inline namespace algebra {

/// Lets the library for polynomials take memory as `operator new` does: where there is none left, the new-handler of
/// the program is called instead of abort().
void take_polynomial_memory_by_new();

} // namespace algebra
} // namespace dalembert
