#include <dalembert/algebra/polynomial_memory.h>
#include <dalembert/api/memory.h>
#include <dalembert/base/memory.h>

namespace dalembert {
inline namespace api {

void take_memory_by_new() {
  take_number_memory_by_new();
  take_polynomial_memory_by_new();
}

} // namespace api
} // namespace dalembert
