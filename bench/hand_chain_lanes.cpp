// Compiled for AVX-512 (bench/CMakeLists.txt).
#include "hand_chain_lanes.h"

#include <stdexcept>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
#endif

namespace dalembert::bench {

namespace {

std::vector<double> inverse(std::vector<double> numbers) {
  for (double& number : numbers)
    number = 1 / number;
  return numbers;
}

} // namespace

HandChainLanes::HandChainLanes(const std::vector<double>& masses, const std::vector<double>& lengths, double gravity)
    : inverse_masses_(inverse(masses)),
      lengths_(lengths),
      inverse_lengths_(inverse(lengths)),
      gravity_(gravity),
      sines_(lanes * lengths.size()),
      cosines_(sines_.size()),
      factors_(sines_.size()),
      tensions_(sines_.size()) {}

#if defined(__AVX512F__) && defined(__AVX512DQ__)

namespace {

using Vector = __m512d;

inline Vector all(double x) {
  return _mm512_set1_pd(x);
}
inline Vector load(const double* from) {
  return _mm512_loadu_pd(from);
}
inline Vector multiply_add(Vector a, Vector b, Vector c) {
  return _mm512_fmadd_pd(a, b, c);
}

/// x = n·π/2 + r with π/2 in two parts, then the polynomials of the Cephes library (S. L. Moshier, 1989) on
/// |r| ≤ π/4.
inline void turn(Vector x, Vector& sine, Vector& cosine) {
  const Vector rounder = all(0x1.8p52);
  const Vector shifted = multiply_add(x, all(0x1.45f306dc9c883p-1), rounder);
  const Vector n = shifted - rounder;
  const Vector r = multiply_add(-n, all(0x1.1a62633145c07p-54), multiply_add(-n, all(0x1.921fb54442d18p+0), x));
  const Vector z = r * r;
  Vector s = all(1.58962301576546568060e-10);
  s = multiply_add(s, z, all(-2.50507477628578072866e-8));
  s = multiply_add(s, z, all(2.75573136213857245213e-6));
  s = multiply_add(s, z, all(-1.98412698295895385996e-4));
  s = multiply_add(s, z, all(8.33333333332211858878e-3));
  s = multiply_add(s, z, all(-1.66666666666666307295e-1));
  s = multiply_add(s, z * r, r);
  Vector c = all(-1.13585365213876817300e-11);
  c = multiply_add(c, z, all(2.08757008419747316778e-9));
  c = multiply_add(c, z, all(-2.75573141792967388112e-7));
  c = multiply_add(c, z, all(2.48015872888517045348e-5));
  c = multiply_add(c, z, all(-1.38888888888730564116e-3));
  c = multiply_add(c, z, all(4.16666666666665929218e-2));
  c = multiply_add(c, z * z, multiply_add(all(-0.5), z, all(1)));
  const __m512i quadrant = _mm512_castpd_si512(shifted);
  const __m512i sign = (quadrant >> 1) << 63;
  const __m512i odd = quadrant << 63;
  const __mmask8 is_odd = _mm512_movepi64_mask(odd);
  sine = _mm512_xor_pd(_mm512_mask_blend_pd(is_odd, s, c), _mm512_castsi512_pd(sign));
  cosine = _mm512_xor_pd(_mm512_mask_blend_pd(is_odd, c, s), _mm512_castsi512_pd(sign ^ odd));
}

} // namespace

bool HandChainLanes::is_possible() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0;
}

/// Links as in hand_chain.cpp; what one loop leaves in registers, the next link reads there.
void HandChainLanes::accelerations(std::span<const double> angles, std::span<const double> rates,
                                   std::span<double> out) {
  const std::size_t n = lengths_.size();
  for (std::size_t i = 0; i < n; ++i) {
    Vector s;
    Vector c;
    turn(load(&angles[lanes * i]), s, c);
    _mm512_storeu_pd(&sines_[lanes * i], s);
    _mm512_storeu_pd(&cosines_[lanes * i], c);
  }
  Vector sine = load(sines_.data());
  Vector cosine = load(cosines_.data());
  Vector factor = all(0);
  Vector tension = all(0);
  Vector before = all(0); // along the link above, over its mass
  Vector fall = all(gravity_) * cosine;
  for (std::size_t i = 0; i < n; ++i) {
    const Vector rate = load(&rates[lanes * i]);
    const Vector right = multiply_add(all(lengths_[i]) * rate, rate, multiply_add(before, tension, fall));
    const Vector own = all(inverse_masses_[i] + (i > 0 ? inverse_masses_[i - 1] : 0.0));
    const Vector inverse = all(1) / multiply_add(-before, factor, own);
    tension = right * inverse;
    fall = all(0);
    if (i + 1 < n) {
      const Vector next_sine = load(&sines_[lanes * (i + 1)]);
      const Vector next_cosine = load(&cosines_[lanes * (i + 1)]);
      before = multiply_add(sine, next_sine, cosine * next_cosine) * all(inverse_masses_[i]);
      sine = next_sine;
      cosine = next_cosine;
      factor = before * inverse;
      _mm512_storeu_pd(&factors_[lanes * i], factor);
    }
    _mm512_storeu_pd(&tensions_[lanes * i], tension);
  }
  // Upwards, each link's acceleration as soon as the tensions beside it are known.
  Vector below = all(0); // pull of the link below on this mass, along x and y, over the mass
  Vector below_y = all(0);
  for (std::size_t i = n; i-- > 0;) {
    sine = load(&sines_[lanes * i]);
    cosine = load(&cosines_[lanes * i]);
    if (i + 1 < n) tension = multiply_add(load(&factors_[lanes * i]), tension, load(&tensions_[lanes * i]));
    Vector across = multiply_add(below, cosine, -(below_y * sine));
    if (i > 0) {
      const Vector above = multiply_add(load(&factors_[lanes * (i - 1)]), tension, load(&tensions_[lanes * (i - 1)]));
      const Vector sine_of_turn =
          multiply_add(load(&sines_[lanes * (i - 1)]), cosine, -(load(&cosines_[lanes * (i - 1)]) * sine));
      across = multiply_add(above * all(inverse_masses_[i - 1]), sine_of_turn, across);
      const Vector pull = tension * all(inverse_masses_[i - 1]);
      below = pull * sine;
      below_y = pull * cosine;
    } else {
      across = multiply_add(all(-gravity_), sine, across);
    }
    _mm512_storeu_pd(&out[lanes * i], across * all(inverse_lengths_[i]));
  }
}

#else

bool HandChainLanes::is_possible() {
  return false;
}

void HandChainLanes::accelerations(std::span<const double> /*angles*/, std::span<const double> /*rates*/,
                                   std::span<double> /*out*/) {
  throw std::runtime_error("no AVX-512");
}

#endif

} // namespace dalembert::bench
