#include <dalembert/expr/tabulated.h>
#include <dalembert/program/look_up.h>

namespace dalembert {
inline namespace program {

double look_up(const TabulatedFunction* table, std::uint32_t order, double x) {
  return table->value(order, x);
}

} // namespace program
} // namespace dalembert
