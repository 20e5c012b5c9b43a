#pragma once

namespace dalembert {
inline namespace base {

/// Lets the library for whole numbers take memory as `operator new` does: where there is none left, the new-handler of
/// the program is called instead of abort().
void take_number_memory_by_new();

} // namespace base
} // namespace dalembert
