#include <dalembert/numerics/step/step_arithmetic.h>

namespace dalembert {
inline namespace numerics {

const StepKernels& detail::step_kernels_any() {
  return step_kernels_compiled_here;
}

const StepKernels& step_kernels() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512vl") != 0)
    return detail::step_kernels_avx512();
  if (__builtin_cpu_supports("avx2") != 0) return detail::step_kernels_avx2();
#endif
  return detail::step_kernels_any();
}

} // namespace numerics
} // namespace dalembert
