#include <dalembert/numerics/big_float.h>

#include <mpfr.h>
#include <string>
#include <utility>

namespace dalembert {

namespace {

thread_local long working_bits = 200;
constexpr mpfr_rnd_t nearest = MPFR_RNDN;

} // namespace

struct BigFloat::Value {
  mpfr_t number;
  Value() { mpfr_init2(number, working_bits); }
  Value(const Value& other) {
    mpfr_init2(number, mpfr_get_prec(other.number));
    mpfr_set(number, other.number, nearest);
  }
  Value& operator=(const Value&) = delete;
  ~Value() { mpfr_clear(number); }
};

BigFloat::BigFloat(double value) : value_(std::make_unique<Value>()) {
  mpfr_set_d(value_->number, value, nearest);
}

BigFloat::BigFloat(const Rational& value) : value_(std::make_unique<Value>()) {
  constexpr int decimal = 10;
  mpfr_set_str(value_->number, value.numerator().text().c_str(), decimal, nearest);
  const BigFloat below = [&value] {
    BigFloat out;
    mpfr_set_str(out.value_->number, value.denominator().text().c_str(), decimal, nearest);
    return out;
  }();
  mpfr_div(value_->number, value_->number, below.value_->number, nearest);
}

BigFloat::BigFloat(const BigFloat& other) : value_(std::make_unique<Value>(*other.value_)) {}
BigFloat::BigFloat(BigFloat&& other) noexcept = default;
BigFloat& BigFloat::operator=(const BigFloat& other) {
  if (this != &other) value_ = std::make_unique<Value>(*other.value_);
  return *this;
}
BigFloat& BigFloat::operator=(BigFloat&& other) noexcept = default;
BigFloat::~BigFloat() = default;

BigFloat BigFloat::pi() {
  BigFloat out;
  mpfr_const_pi(out.value_->number, nearest);
  return out;
}

double BigFloat::to_double() const {
  return mpfr_get_d(value_->number, nearest);
}

bool BigFloat::is_finite() const {
  return mpfr_number_p(value_->number) != 0;
}

bool BigFloat::is_zero() const {
  return mpfr_zero_p(value_->number) != 0;
}

BigFloat operator+(const BigFloat& a, const BigFloat& b) {
  BigFloat out;
  mpfr_add(out.value_->number, a.value_->number, b.value_->number, nearest);
  return out;
}

BigFloat operator-(const BigFloat& a, const BigFloat& b) {
  BigFloat out;
  mpfr_sub(out.value_->number, a.value_->number, b.value_->number, nearest);
  return out;
}

BigFloat operator*(const BigFloat& a, const BigFloat& b) {
  BigFloat out;
  mpfr_mul(out.value_->number, a.value_->number, b.value_->number, nearest);
  return out;
}

BigFloat operator/(const BigFloat& a, const BigFloat& b) {
  BigFloat out;
  mpfr_div(out.value_->number, a.value_->number, b.value_->number, nearest);
  return out;
}

BigFloat operator-(const BigFloat& a) {
  BigFloat out;
  mpfr_neg(out.value_->number, a.value_->number, nearest);
  return out;
}

bool operator<(const BigFloat& a, const BigFloat& b) {
  return mpfr_less_p(a.value_->number, b.value_->number) != 0;
}

bool operator==(const BigFloat& a, const BigFloat& b) {
  return mpfr_equal_p(a.value_->number, b.value_->number) != 0;
}

BigFloat abs(const BigFloat& x) {
  BigFloat out;
  mpfr_abs(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat pow(const BigFloat& x, const BigFloat& y) {
  BigFloat out;
  mpfr_pow(out.value_->number, x.value_->number, y.value_->number, nearest);
  return out;
}

BigFloat sin(const BigFloat& x) {
  BigFloat out;
  mpfr_sin(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat cos(const BigFloat& x) {
  BigFloat out;
  mpfr_cos(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat tan(const BigFloat& x) {
  BigFloat out;
  mpfr_tan(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat asin(const BigFloat& x) {
  BigFloat out;
  mpfr_asin(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat acos(const BigFloat& x) {
  BigFloat out;
  mpfr_acos(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat atan(const BigFloat& x) {
  BigFloat out;
  mpfr_atan(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat sinh(const BigFloat& x) {
  BigFloat out;
  mpfr_sinh(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat cosh(const BigFloat& x) {
  BigFloat out;
  mpfr_cosh(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat tanh(const BigFloat& x) {
  BigFloat out;
  mpfr_tanh(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat asinh(const BigFloat& x) {
  BigFloat out;
  mpfr_asinh(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat acosh(const BigFloat& x) {
  BigFloat out;
  mpfr_acosh(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat atanh(const BigFloat& x) {
  BigFloat out;
  mpfr_atanh(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat exp(const BigFloat& x) {
  BigFloat out;
  mpfr_exp(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat log(const BigFloat& x) {
  BigFloat out;
  mpfr_log(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat erf(const BigFloat& x) {
  BigFloat out;
  mpfr_erf(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat floor(const BigFloat& x) {
  BigFloat out;
  mpfr_rint_floor(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat ceil(const BigFloat& x) {
  BigFloat out;
  mpfr_rint_ceil(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat round(const BigFloat& x) {
  BigFloat out;
  mpfr_rint_round(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat trunc(const BigFloat& x) {
  BigFloat out;
  mpfr_rint_trunc(out.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat atan2(const BigFloat& y, const BigFloat& x) {
  BigFloat out;
  mpfr_atan2(out.value_->number, y.value_->number, x.value_->number, nearest);
  return out;
}

BigFloat fmod(const BigFloat& x, const BigFloat& y) {
  BigFloat out;
  mpfr_fmod(out.value_->number, x.value_->number, y.value_->number, nearest);
  return out;
}

PrecisionGuard::PrecisionGuard(long bits) : before_(std::exchange(working_bits, bits)) {}

PrecisionGuard::~PrecisionGuard() {
  working_bits = before_;
}

} // namespace dalembert
