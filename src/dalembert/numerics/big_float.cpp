#include <dalembert/base/watch.h>
#include <dalembert/numerics/big_float.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <mpfr.h>
#include <new>
#include <string>
#include <utility>

namespace dalembert {

namespace {

thread_local long working_bits = 200;
constexpr mpfr_rnd_t nearest = MPFR_RNDN;
constexpr std::size_t work_of_an_operation = 3; ///< in units of `poll`

} // namespace

namespace {

constexpr std::size_t own_limbs = 4; ///< 256 bits

/// Memory of numbers that are gone, for the next ones of this thread.
struct SpareMemory {
  struct Piece {
    Piece* next;
  };
  Piece* first = nullptr;

  SpareMemory() = default;
  SpareMemory(const SpareMemory&) = delete;
  SpareMemory& operator=(const SpareMemory&) = delete;
  ~SpareMemory() {
    while (first != nullptr)
      ::operator delete(std::exchange(first, first->next));
    is_gone = true;
  }
  static thread_local bool is_gone; ///< numbers of longer life are freed one by one
};

thread_local bool SpareMemory::is_gone = false;
thread_local SpareMemory spare_memory;

} // namespace

/// A number of up to 256 bits holds its digits itself, and takes its memory from the spare pieces.
struct BigFloat::Value {
  mpfr_t number;
  Value() { begin(working_bits); } // NOLINT(cppcoreguidelines-pro-type-member-init): limbs_ is memory, set by MPFR
  Value(const Value& other) {      // NOLINT(cppcoreguidelines-pro-type-member-init)
    begin(mpfr_get_prec(other.number));
    mpfr_set(number, other.number, nearest);
  }
  Value& operator=(const Value&) = delete;
  ~Value() {
    if (!is_within_) mpfr_clear(number);
  }

  static void* operator new(std::size_t size) {
    if (SpareMemory::is_gone || spare_memory.first == nullptr) return ::operator new(size);
    return std::exchange(spare_memory.first, spare_memory.first->next);
  }
  static void operator delete(void* memory) {
    if (SpareMemory::is_gone) return ::operator delete(memory);
    spare_memory.first = ::new (memory) SpareMemory::Piece{spare_memory.first};
  }

  /// f(x), rounded to the nearest number.
  static BigFloat of(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), const BigFloat& x) {
    poll(work_of_an_operation);
    BigFloat out;
    f(out.value_->number, x.value_->number, nearest);
    return out;
  }
  /// f(x, y), rounded to the nearest number.
  static BigFloat of(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), const BigFloat& x, const BigFloat& y) {
    poll(work_of_an_operation);
    BigFloat out;
    f(out.value_->number, x.value_->number, y.value_->number, nearest);
    return out;
  }

private:
  void begin(mpfr_prec_t bits) {
    is_within_ = mpfr_custom_get_size(bits) <= sizeof(limbs_);
    if (!is_within_) return mpfr_init2(number, bits);
    mpfr_custom_init(limbs_.data(), bits);
    mpfr_custom_init_set(number, MPFR_ZERO_KIND, 0, bits, limbs_.data());
  }

  std::array<mp_limb_t, own_limbs> limbs_;
  bool is_within_ = false;
};

BigFloat::BigFloat(double value) : value_(std::make_unique<Value>()) {
  if (value == 0.0 && !std::signbit(value))
    mpfr_set_zero(value_->number, 1); // many begin as 0
  else
    mpfr_set_d(value_->number, value, nearest);
}

BigFloat::BigFloat(const Rational& value) : value_(std::make_unique<Value>()) {
  constexpr int decimal = 10;
  if (const auto whole = value.as_integer()) {
    mpfr_set_si(value_->number, *whole, nearest);
    return;
  }
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
  return BigFloat::Value::of(mpfr_add, a, b);
}

BigFloat operator-(const BigFloat& a, const BigFloat& b) {
  return BigFloat::Value::of(mpfr_sub, a, b);
}

BigFloat operator*(const BigFloat& a, const BigFloat& b) {
  return BigFloat::Value::of(mpfr_mul, a, b);
}

BigFloat operator/(const BigFloat& a, const BigFloat& b) {
  return BigFloat::Value::of(mpfr_div, a, b);
}

BigFloat operator-(const BigFloat& a) {
  return BigFloat::Value::of(mpfr_neg, a);
}

bool operator<(const BigFloat& a, const BigFloat& b) {
  return mpfr_less_p(a.value_->number, b.value_->number) != 0;
}

bool operator==(const BigFloat& a, const BigFloat& b) {
  return mpfr_equal_p(a.value_->number, b.value_->number) != 0;
}

BigFloat abs(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_abs, x);
}

BigFloat pow(const BigFloat& x, const BigFloat& y) {
  return BigFloat::Value::of(mpfr_pow, x, y);
}

BigFloat sin(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_sin, x);
}

BigFloat cos(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_cos, x);
}

BigFloat tan(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_tan, x);
}

BigFloat asin(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_asin, x);
}

BigFloat acos(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_acos, x);
}

BigFloat atan(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_atan, x);
}

BigFloat sinh(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_sinh, x);
}

BigFloat cosh(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_cosh, x);
}

BigFloat tanh(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_tanh, x);
}

BigFloat asinh(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_asinh, x);
}

BigFloat acosh(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_acosh, x);
}

BigFloat atanh(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_atanh, x);
}

BigFloat exp(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_exp, x);
}

BigFloat log(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_log, x);
}

BigFloat erf(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_erf, x);
}

BigFloat floor(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_rint_floor, x);
}

BigFloat ceil(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_rint_ceil, x);
}

BigFloat round(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_rint_round, x);
}

BigFloat trunc(const BigFloat& x) {
  return BigFloat::Value::of(mpfr_rint_trunc, x);
}

BigFloat atan2(const BigFloat& y, const BigFloat& x) {
  return BigFloat::Value::of(mpfr_atan2, y, x);
}

BigFloat fmod(const BigFloat& x, const BigFloat& y) {
  return BigFloat::Value::of(mpfr_fmod, x, y);
}

PrecisionGuard::PrecisionGuard(long bits) : before_(std::exchange(working_bits, bits)) {}

PrecisionGuard::~PrecisionGuard() {
  working_bits = before_;
}

} // namespace dalembert
