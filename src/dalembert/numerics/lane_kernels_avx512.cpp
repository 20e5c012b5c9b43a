// Compiled for AVX-512 (src/CMakeLists.txt); nothing here may be called where that is missing.
#if defined(__AVX512F__)
#include <dalembert/numerics/lane_arithmetic.h>

namespace dalembert::inline numerics::detail {

const LaneKernels& lane_kernels_avx512() {
  return kernels_compiled_here;
}

} // namespace dalembert::inline numerics::detail
#endif
