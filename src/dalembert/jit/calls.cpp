#include <dalembert/jit/calls.h>
#include <dalembert/program/look_up.h>

namespace dalembert {
inline namespace jit {

void call_function_lanes(const double* a, const double* b, double* out, std::uint32_t function, std::size_t lanes) {
  for (std::size_t l = 0; l < lanes; ++l)
    out[l] = evaluate(static_cast<Function>(function), a[l], b[l]);
}

void call_table_lanes(const double* a, const TabulatedFunction* table, double* out, std::uint32_t order,
                      std::size_t lanes) {
  for (std::size_t l = 0; l < lanes; ++l)
    out[l] = look_up(table, order, a[l]);
}

} // namespace jit
} // namespace dalembert
