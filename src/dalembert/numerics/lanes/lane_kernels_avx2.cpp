// Compiled for AVX2 (src/CMakeLists.txt); nothing here may be called where that is missing.
#if defined(__AVX2__)
#include <dalembert/numerics/lanes/lane_arithmetic.h>

namespace dalembert {
inline namespace numerics {
namespace detail {

const LaneKernels& lane_kernels_avx2() {
  return kernels_compiled_here;
}

} // namespace detail
} // namespace numerics
} // namespace dalembert
#endif
