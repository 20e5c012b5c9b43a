#include <dalembert/algebra/flint_library.h>
#include <dalembert/algebra/polynomial_memory.h>
#include <dalembert/base/new_memory.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace dalembert {
inline namespace algebra {

namespace {

void* polynomial_memory(std::size_t size) {
  return taken_by_new([size] { return std::malloc(std::max<std::size_t>(size, 1)); }); // NOLINT(*-no-malloc)
}

void* zeroed_polynomial_memory(std::size_t count, std::size_t size) {
  const std::size_t items = std::max<std::size_t>(count, 1);
  return taken_by_new(
      [items, size] { return std::calloc(items, std::max<std::size_t>(size, 1)); }); // NOLINT(*-no-malloc)
}

void* polynomial_memory_again(void* old, std::size_t size) {
  return taken_by_new([old, size] { return std::realloc(old, std::max<std::size_t>(size, 1)); }); // NOLINT(*-no-malloc)
}

} // namespace

void take_polynomial_memory_by_new() {
  take_flint_memory_by(polynomial_memory, zeroed_polynomial_memory, polynomial_memory_again, std::free);
}

} // namespace algebra
} // namespace dalembert
