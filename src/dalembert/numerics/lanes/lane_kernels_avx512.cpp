// Compiled for AVX-512 (src/CMakeLists.txt); nothing here may be called where that is missing.
#if defined(__AVX512F__)
#include <dalembert/numerics/lanes/lane_arithmetic.h>

namespace dalembert {
inline namespace numerics {
namespace detail {

const LaneKernels& lane_kernels_avx512() {
  return kernels_compiled_here;
}

} // namespace detail
} // namespace numerics
} // namespace dalembert
#endif
