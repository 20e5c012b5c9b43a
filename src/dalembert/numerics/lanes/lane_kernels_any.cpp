#include <dalembert/numerics/lanes/lane_arithmetic.h>

namespace dalembert {
inline namespace numerics {

const LaneKernels& lane_kernels() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512vl") != 0)
    return detail::lane_kernels_avx512();
  if (__builtin_cpu_supports("avx2") != 0) return detail::lane_kernels_avx2();
#endif
  return kernels_compiled_here;
}

} // namespace numerics
} // namespace dalembert
