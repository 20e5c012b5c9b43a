#include <dalembert/base/memory.h>
#include <dalembert/base/new_memory.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <gmp.h>

namespace dalembert {
inline namespace base {

namespace {

void* number_memory(std::size_t size) {
  return taken_by_new([size] { return std::malloc(std::max<std::size_t>(size, 1)); }); // NOLINT(*-no-malloc)
}

void* number_memory_again(void* old, std::size_t, std::size_t size) {
  return taken_by_new([old, size] { return std::realloc(old, std::max<std::size_t>(size, 1)); }); // NOLINT(*-no-malloc)
}

void give_number_memory_back(void* old, std::size_t) {
  std::free(old); // NOLINT(*-no-malloc)
}

} // namespace

void take_number_memory_by_new() {
  mp_set_memory_functions(number_memory, number_memory_again, give_number_memory_back);
}

} // namespace base
} // namespace dalembert
