#include <dalembert/api/memory.h>
#include <dalembert/base/memory.h>
#include <dalembert/textbook/polynomial_memory.h>

namespace dalembert {

void take_memory_by_new() {
  take_number_memory_by_new();
  take_polynomial_memory_by_new();
}

} // namespace dalembert
