#include <dalembert/jit/processor.h>

namespace dalembert {
inline namespace jit {

Instructions best_instructions() {
#if defined(__x86_64__) && defined(__GNUC__)
  const bool has_fma = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  const bool has_wide = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                        __builtin_cpu_supports("avx512vl") != 0;
  if (has_fma) return has_wide ? Instructions::avx512 : Instructions::avx2;
#endif
  return Instructions::none;
}

} // namespace jit
} // namespace dalembert
