#include <dalembert/base/watch.h>
#include <dalembert/numerics/linear/big_float.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <mpfr.h>
#include <string>
#include <type_traits>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

thread_local long working_bits = 200;
constexpr mpfr_rnd_t nearest = MPFR_RNDN;
constexpr std::size_t work_of_an_operation = 3; ///< in units of `poll`

/// What MPFR marks the number 0 by.
mpfr_exp_t zero_exponent() {
  __mpfr_struct zero{};
  mpfr_custom_init_set(&zero, MPFR_ZERO_KIND, 0, MPFR_PREC_MIN, nullptr);
  return zero._mpfr_exp;
}

/// What MPFR marks infinity by; beyond it come the exponents of numbers.
mpfr_exp_t infinite_exponent() {
  __mpfr_struct infinite{};
  mpfr_custom_init_set(&infinite, MPFR_INF_KIND, 0, MPFR_PREC_MIN, nullptr);
  return infinite._mpfr_exp;
}

} // namespace

/// Numbers as MPFR takes them: a view that holds until the number is moved.
struct BigFloatAccess {
  static_assert(std::is_same_v<BigFloat::Limb, mp_limb_t>);

  struct Read {
    explicit Read(const BigFloat& x)
        : number{x.precision_, x.sign_, x.exponent_, const_cast<mp_limb_t*>(digits_of(x))} {} // it is only read
    operator mpfr_srcptr() const { return &number; } // NOLINT(google-explicit-constructor): what MPFR is called with
    __mpfr_struct number;
  };

  /// Gives the number its value when it goes.
  struct Written {
    explicit Written(BigFloat& x)
        : target(x),
          number{x.precision_, x.sign_, x.exponent_, x.more_digits_ ? x.more_digits_.get() : x.digits_.data()} {}
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;
    ~Written() {
      target.sign_ = number._mpfr_sign;
      target.exponent_ = number._mpfr_exp;
    }
    operator mpfr_ptr() { return &number; } // NOLINT(google-explicit-constructor)
    BigFloat& target;
    __mpfr_struct number;
  };

  /// Neither infinite nor no number: those have the least exponents but for 0.
  static bool is_number(const BigFloat& x) {
    return x.exponent_ > infinite_exponent() || x.exponent_ == zero_exponent();
  }

  static const BigFloat::Limb* digits_of(const BigFloat& x) {
    return x.more_digits_ ? x.more_digits_.get() : x.digits_.data();
  }

  /// f(x), rounded to the nearest number.
  static BigFloat of(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), const BigFloat& x) {
    poll(work_of_an_operation);
    BigFloat out;
    f(Written(out), Read(x), nearest);
    return out;
  }
  /// f(x, y), rounded to the nearest number.
  static BigFloat of(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), const BigFloat& x, const BigFloat& y) {
    poll(work_of_an_operation);
    BigFloat out;
    f(Written(out), Read(x), Read(y), nearest);
    return out;
  }
  /// x := f(x, y), likewise.
  static BigFloat& put(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), BigFloat& x, const BigFloat& y) {
    poll(work_of_an_operation);
    const Read right(y);
    Written out(x);
    f(out, out, &x == &y ? static_cast<mpfr_srcptr>(out) : right, nearest);
    return x;
  }
};

using Read = BigFloatAccess::Read;
using Written = BigFloatAccess::Written;

BigFloat::BigFloat() : precision_(working_bits), exponent_(zero_exponent()), sign_(1) {
  constexpr long bits_of_a_limb = std::numeric_limits<Limb>::digits;
  const auto limbs = static_cast<std::size_t>((precision_ - 1) / bits_of_a_limb + 1);
  if (limbs > own_limbs) more_digits_ = std::make_unique<Limb[]>(limbs);
}

BigFloat::BigFloat(double value) : BigFloat() {
  if (value != 0.0 || std::signbit(value)) mpfr_set_d(Written(*this), value, nearest);
}

BigFloat::BigFloat(const Rational& value) : BigFloat() {
  constexpr int decimal = 10;
  if (const auto whole = value.as_integer()) {
    mpfr_set_si(Written(*this), *whole, nearest);
    return;
  }
  mpfr_set_str(Written(*this), value.numerator().text().c_str(), decimal, nearest);
  BigFloat below;
  mpfr_set_str(Written(below), value.denominator().text().c_str(), decimal, nearest);
  *this /= below;
}

void BigFloat::copy_more_digits(const BigFloat& other) {
  constexpr long bits_of_a_limb = std::numeric_limits<Limb>::digits;
  const auto limbs = static_cast<std::size_t>((precision_ - 1) / bits_of_a_limb + 1);
  more_digits_ = std::make_unique<Limb[]>(limbs);
  std::copy_n(other.more_digits_.get(), limbs, more_digits_.get());
}

BigFloat BigFloat::pi() {
  BigFloat out;
  mpfr_const_pi(Written(out), nearest);
  return out;
}

double BigFloat::to_double() const {
  return mpfr_get_d(Read(*this), nearest);
}

bool BigFloat::is_finite() const {
  return mpfr_number_p(static_cast<mpfr_srcptr>(Read(*this))) != 0;
}

bool BigFloat::is_zero() const {
  return exponent_ == zero_exponent();
}

BigFloat& BigFloat::operator+=(const BigFloat& other) {
  if (other.is_zero() && exponent_ > infinite_exponent()) return *this; // at equilibria most terms are 0
  return BigFloatAccess::put(mpfr_add, *this, other);
}

BigFloat& BigFloat::operator-=(const BigFloat& other) {
  if (other.is_zero() && exponent_ > infinite_exponent()) return *this;
  return BigFloatAccess::put(mpfr_sub, *this, other);
}

BigFloat& BigFloat::operator*=(const BigFloat& other) {
  if ((is_zero() || other.is_zero()) && BigFloatAccess::is_number(*this) && BigFloatAccess::is_number(other)) {
    exponent_ = zero_exponent();
    sign_ *= other.sign_;
    return *this;
  }
  return BigFloatAccess::put(mpfr_mul, *this, other);
}

BigFloat& BigFloat::operator/=(const BigFloat& other) {
  return BigFloatAccess::put(mpfr_div, *this, other);
}

BigFloat operator+(const BigFloat& a, const BigFloat& b) {
  return BigFloatAccess::of(mpfr_add, a, b);
}

BigFloat operator-(const BigFloat& a, const BigFloat& b) {
  return BigFloatAccess::of(mpfr_sub, a, b);
}

BigFloat operator*(const BigFloat& a, const BigFloat& b) {
  return BigFloatAccess::of(mpfr_mul, a, b);
}

BigFloat operator/(const BigFloat& a, const BigFloat& b) {
  return BigFloatAccess::of(mpfr_div, a, b);
}

BigFloat operator-(const BigFloat& a) {
  return BigFloatAccess::of(mpfr_neg, a);
}

bool operator<(const BigFloat& a, const BigFloat& b) {
  return mpfr_less_p(Read(a), Read(b)) != 0;
}

bool operator==(const BigFloat& a, const BigFloat& b) {
  return mpfr_equal_p(Read(a), Read(b)) != 0;
}

bool is_same(const BigFloat& a, const BigFloat& b) {
  return a.sign_ == b.sign_ && a == b;
}

BigFloat abs(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_abs, x);
}

BigFloat sqrt(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_sqrt, x);
}

BigFloat pow(const BigFloat& x, const BigFloat& y) {
  return BigFloatAccess::of(mpfr_pow, x, y);
}

BigFloat sin(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_sin, x);
}

BigFloat cos(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_cos, x);
}

BigFloat tan(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_tan, x);
}

BigFloat asin(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_asin, x);
}

BigFloat acos(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_acos, x);
}

BigFloat atan(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_atan, x);
}

BigFloat sinh(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_sinh, x);
}

BigFloat cosh(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_cosh, x);
}

BigFloat tanh(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_tanh, x);
}

BigFloat asinh(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_asinh, x);
}

BigFloat acosh(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_acosh, x);
}

BigFloat atanh(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_atanh, x);
}

BigFloat exp(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_exp, x);
}

BigFloat log(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_log, x);
}

BigFloat erf(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_erf, x);
}

BigFloat floor(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_rint_floor, x);
}

BigFloat ceil(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_rint_ceil, x);
}

BigFloat round(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_rint_round, x);
}

BigFloat trunc(const BigFloat& x) {
  return BigFloatAccess::of(mpfr_rint_trunc, x);
}

BigFloat atan2(const BigFloat& y, const BigFloat& x) {
  return BigFloatAccess::of(mpfr_atan2, y, x);
}

BigFloat fmod(const BigFloat& x, const BigFloat& y) {
  return BigFloatAccess::of(mpfr_fmod, x, y);
}

PrecisionGuard::PrecisionGuard(long bits) : before_(std::exchange(working_bits, bits)) {}

PrecisionGuard::~PrecisionGuard() {
  working_bits = before_;
}

} // namespace numerics
} // namespace dalembert
