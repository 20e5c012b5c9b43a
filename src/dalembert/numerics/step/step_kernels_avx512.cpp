// Compiled for AVX-512 (src/CMakeLists.txt); nothing here may be called where that is missing.
#if defined(__AVX512F__)
#include <dalembert/numerics/step/step_arithmetic.h>

namespace dalembert {
inline namespace numerics {
namespace detail {

const StepKernels& step_kernels_avx512() {
  return step_kernels_compiled_here;
}

} // namespace detail
} // namespace numerics
} // namespace dalembert
#endif
