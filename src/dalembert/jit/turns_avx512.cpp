// Compiled for AVX-512 (src/CMakeLists.txt); nothing here may be called where that is missing.
#include <dalembert/jit/turns.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <dalembert/program/turn_kernel.h>

#include <immintrin.h>

namespace dalembert {
inline namespace jit {

namespace {

struct EightDoubles {
  using Real = __m512d;
  using Bits = __m512i;
  static constexpr std::size_t size = 8;
  static Real fill(double x) { return _mm512_set1_pd(x); }
  static Real load(const double* from) { return _mm512_loadu_pd(from); }
  static void store(double* to, Real x) { _mm512_storeu_pd(to, x); }
  static Real multiply_add(Real a, Real b, Real c) { return _mm512_fmadd_pd(a, b, c); }
  static Bits bits(Real x) { return _mm512_castpd_si512(x); }
  static Real real(Bits x) { return _mm512_castsi512_pd(x); }
  /// `yes` where the highest bit of `mask` is set.
  static Real choose(Bits mask, Real yes, Real no) { return _mm512_mask_blend_pd(_mm512_movepi64_mask(mask), no, yes); }
  static bool all_within(Real x, double limit) {
    const Real magnitude = _mm512_abs_pd(x);
    return _mm512_cmp_pd_mask(magnitude, fill(limit), _CMP_LE_OQ) == 0xFF;
  }
};

} // namespace

void vector_turns_avx512(const double* angles, double* sines, double* cosines, std::size_t count) {
  TurnKernel<EightDoubles>::turn_all(angles, sines, cosines, count);
}

} // namespace jit
} // namespace dalembert
#endif
