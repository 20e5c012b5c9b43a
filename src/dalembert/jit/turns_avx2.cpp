// Compiled for AVX2 and FMA (src/CMakeLists.txt); nothing here may be called where these are missing.
#include <dalembert/jit/turns.h>

#if defined(__AVX2__) && defined(__FMA__)
#include <dalembert/program/turn_kernel.h>

#include <immintrin.h>

namespace dalembert {
inline namespace jit {

namespace {

struct FourDoubles {
  using Real = __m256d;
  using Bits = __m256i;
  static constexpr std::size_t size = 4;
  static Real fill(double x) { return _mm256_set1_pd(x); }
  static Real load(const double* from) { return _mm256_loadu_pd(from); }
  static void store(double* to, Real x) { _mm256_storeu_pd(to, x); }
  static Real multiply_add(Real a, Real b, Real c) { return _mm256_fmadd_pd(a, b, c); }
  static Bits bits(Real x) { return _mm256_castpd_si256(x); }
  static Real real(Bits x) { return _mm256_castsi256_pd(x); }
  /// `yes` where the highest bit of `mask` is set.
  static Real choose(Bits mask, Real yes, Real no) { return _mm256_blendv_pd(no, yes, real(mask)); }
  static bool all_within(Real x, double limit) {
    const Real magnitude = _mm256_andnot_pd(fill(-0.0), x);
    return _mm256_movemask_pd(_mm256_cmp_pd(magnitude, fill(limit), _CMP_LE_OQ)) == 0xF;
  }
};

} // namespace

void turns_in_order(const double* angles, double* sines, double* cosines, std::size_t count) {
  TurnKernel<OneAngle>::turn_all(angles, sines, cosines, count);
}

void vector_turns_avx2(const double* angles, double* sines, double* cosines, std::size_t count) {
  TurnKernel<FourDoubles>::turn_all(angles, sines, cosines, count);
}

} // namespace jit
} // namespace dalembert
#endif
