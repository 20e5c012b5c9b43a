#pragma once

namespace dalembert {
inline namespace api {

/// Lets the libraries underneath take memory as `operator new` does: where there is none left, the new-handler of the
/// program is called (std::set_new_handler), and none of them calls abort(). For a program that limits its memory;
/// once, before anything else. The handler may end the program or throw std::bad_alloc.
void take_memory_by_new();

} // namespace api
} // namespace dalembert
