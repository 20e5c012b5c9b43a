#pragma once

#include <dalembert/program/library_turn.h>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace dalembert {
inline namespace program {

/// Sines and cosines of Vector::size angles at once. `Vector` names types with the arithmetic of one vector, and the
/// few operations that the compiler has no operators for; each result depends on its own angle alone, and its bits do
/// not depend on `Vector`. Everything is inlined: files are compiled for different processors.
///
/// x = n·π/2 + r, |r| ≤ π/4, with π/2 = p1 + p2 + p3 to 159 bits (Cody and Waite): x − n·p1 is exact as a multiply-add,
/// because it is a multiple of 2⁻⁵³ below 1; what follows is kept as a sum high + low, so that r has its full precision
/// also where x is the double nearest to a multiple of π/2. Then with z = high²
///   sin r = high + (high·z·S(z) + low·(1 − z/2)),
///   cos r = 1 − z/2 + (z²·C(z) − high·low) with the rounding errors of z and of 1 − z/2 added back.
/// S and C are minimax polynomials of degree 5 on [0, (π/4)²], whose coefficients were rounded one after the other:
/// relative errors 2⁻⁵⁷·⁹ of the sine, 2⁻⁶³·⁹ of the cosine.
template <typename Vector>
struct TurnKernel {
  using Real = typename Vector::Real;
  using Bits = typename Vector::Bits;

  struct Reduced {
    Bits quadrant; ///< n, in its lowest bits
    Real high;
    Real low;
  };

  [[gnu::always_inline]] static Real fill(double x) { return Vector::fill(x); }
  [[gnu::always_inline]] static Real multiply_add(Real a, Real b, Real c) { return Vector::multiply_add(a, b, c); }
  [[gnu::always_inline]] static Bits bits(Real x) { return Vector::bits(x); }
  [[gnu::always_inline]] static Real real(Bits x) { return Vector::real(x); }

  [[gnu::always_inline]] static Reduced reduce(Real x) {
    constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
    constexpr double p1 = 0x1.921fb54442d18p+0;
    constexpr double p2 = 0x1.1a62633145c07p-54;
    constexpr double p3 = -0x1.f1976b7ed8fbcp-110;
    constexpr double rounder = 0x1.8p52; // numbers of this size are integers
    const Real shifted = multiply_add(x, fill(two_over_pi), fill(rounder));
    const Real n = shifted - fill(rounder);
    const Real rest = multiply_add(-n, fill(p1), x);
    // rest − n·p2, product and difference with their rounding errors
    const Real product = n * fill(p2);
    const Real product_error = multiply_add(n, fill(p2), -product);
    const Real high = rest - product;
    const Real part = rest - high;
    const Real difference_error = (rest - (high + part)) + (part - product);
    const Real low = multiply_add(-n, fill(p3), difference_error - product_error);
    return {bits(shifted), high, low};
  }

  /// Σ cₖ zᵏ, in pairs, which do not wait for each other.
  [[gnu::always_inline]] static Real polynomial(Real z, Real square, double c0, double c1, double c2, double c3,
                                                double c4, double c5) {
    const Real low = multiply_add(fill(c1), z, fill(c0));
    const Real middle = multiply_add(fill(c3), z, fill(c2));
    const Real high = multiply_add(fill(c5), z, fill(c4));
    return multiply_add(multiply_add(high, square, middle), square, low);
  }

  [[gnu::always_inline]] static Real sine(const Reduced& r, Real z, Real square) {
    const Real s = polynomial(z, square, -0x1.5555555555548p-3, 0x1.111111110f730p-7, -0x1.a01a019be921cp-13,
                              0x1.71de35552c055p-19, -0x1.ae5e4b84cdfb1p-26, 0x1.5d8b55f2e13f7p-33);
    const Real slope = multiply_add(fill(-0.5), z, fill(1.0));
    return r.high + multiply_add(r.high * z, s, r.low * slope);
  }

  [[gnu::always_inline]] static Real cosine(const Reduced& r, Real z, Real square) {
    const Real c = polynomial(z, square, 0x1.555555555554bp-5, -0x1.6c16c16c15014p-10, 0x1.a01a019c8ef7dp-16,
                              -0x1.27e4f7f1642f9p-22, 0x1.1ee9dba93d32fp-29, -0x1.8fa66dcbdae0dp-37);
    const Real half = fill(0.5) * z;
    const Real z_error = multiply_add(r.high, r.high, -z);
    const Real begin = fill(1.0) - half;
    const Real begin_error = (fill(1.0) - begin) - half;
    Real tail = multiply_add(square, c, begin_error);
    tail = multiply_add(-r.high, r.low, tail);
    return begin + multiply_add(fill(-0.5), z_error, tail);
  }

  /// Angles that are too large or no numbers give anything.
  [[gnu::always_inline]] static void turn(Real x, Real& sine_out, Real& cosine_out) {
    const Reduced r = reduce(x);
    const Real z = r.high * r.high;
    const Real square = z * z;
    const Bits sign_bit = bits(fill(-0.0));
    // A sine has the sign of its angle also where that is a zero.
    const Real s = real(bits(sine(r, z, square)) | (bits(r.high) & sign_bit));
    const Real c = cosine(r, z, square);
    const Bits is_odd = r.quadrant << 63;
    const Bits sine_sign = (r.quadrant << 62) & sign_bit;
    const Bits cosine_sign = sine_sign ^ is_odd;
    sine_out = real(bits(Vector::choose(is_odd, c, s)) ^ sine_sign);
    cosine_out = real(bits(Vector::choose(is_odd, s, c)) ^ cosine_sign);
  }

  [[gnu::always_inline]] static void turn_all(const double* angles, double* sines, double* cosines, std::size_t count) {
    for (std::size_t i = 0; i < count; i += Vector::size) {
      const Real x = Vector::load(angles + i);
      Real s;
      Real c;
      turn(x, s, c);
      Vector::store(sines + i, s);
      Vector::store(cosines + i, c);
      if (Vector::all_within(x, largest_reduced_angle)) continue;
      // Written over what was computed above; an angle that is within keeps it.
      for (std::size_t k = i; k < i + Vector::size && k < count; ++k)
        if (!(angles[k] >= -largest_reduced_angle && angles[k] <= largest_reduced_angle))
          library_turn(angles[k], sines[k], cosines[k]);
    }
  }
};

namespace {

/// A vector of one angle.
struct OneAngle {
  using Real = double;
  using Bits = std::uint64_t;
  static constexpr std::size_t size = 1;
  [[gnu::always_inline]] static Real fill(double x) { return x; }
  [[gnu::always_inline]] static Real load(const double* from) { return *from; }
  [[gnu::always_inline]] static void store(double* to, Real x) { *to = x; }
  [[gnu::always_inline]] static Real multiply_add(Real a, Real b, Real c) { return __builtin_fma(a, b, c); }
  [[gnu::always_inline]] static Bits bits(Real x) { return std::bit_cast<Bits>(x); }
  [[gnu::always_inline]] static Real real(Bits x) { return std::bit_cast<Real>(x); }
  [[gnu::always_inline]] static Real choose(Bits mask, Real yes, Real no) {
    const Bits all = Bits{0} - (mask >> 63);
    return real((bits(yes) & all) | (bits(no) & ~all));
  }
  [[gnu::always_inline]] static bool all_within(Real x, double limit) { return __builtin_fabs(x) <= limit; }
};

} // namespace

} // namespace program
} // namespace dalembert
