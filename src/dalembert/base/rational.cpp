#include <dalembert/base/rational.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <gmp.h>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace base {

namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// An integer of any size, freed with its scope.
class Integer {
public:
  Integer() { mpz_init(value_); }
  explicit Integer(std::int64_t value) { mpz_init_set_si(value_, value); }
  ~Integer() { mpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  [[nodiscard]] mpz_ptr get() { return value_; }
  [[nodiscard]] mpz_srcptr get() const { return value_; }

private:
  mpz_t value_;
};

Uint128 magnitude(Int128 value) {
  return value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
}

Uint128 greatest_common_divisor(Uint128 a, Uint128 b) {
  while (b > std::numeric_limits<std::uint64_t>::max())
    a = std::exchange(b, a % b);
  if (b == 0) return a;
  return std::gcd(static_cast<std::uint64_t>(a % b), static_cast<std::uint64_t>(b));
}

bool fits(mpz_srcptr value) {
  return mpz_fits_slong_p(value) != 0 && mpz_get_si(value) >= -largest;
}

void set(mpz_ptr out, Int128 value) {
  const Uint128 size = magnitude(value);
  const std::array<std::uint64_t, 2> words{static_cast<std::uint64_t>(size), static_cast<std::uint64_t>(size >> 64U)};
  mpz_import(out, words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  if (value < 0) mpz_neg(out, out);
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t p) {
  return static_cast<std::uint64_t>(static_cast<Uint128>(a) * b % p);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t p) {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1U, base = multiply(base, base, p))
    if ((exponent & 1U) != 0) result = multiply(result, base, p);
  return result;
}

std::string digits_of(mpz_srcptr value) {
  std::string out(mpz_sizeinbase(value, 10) + 2, '\0');
  mpz_get_str(out.data(), 10, value);
  out.resize(out.find('\0'));
  return out;
}

/// Rounds the positive fraction n/d to the nearest double, ties to even.
double nearest(mpz_srcptr n, mpz_srcptr d) {
  // A quotient of 64 or 65 significant bits with a sticky last bit; value = quotient · 2^(−shift).
  const auto bits = [](mpz_srcptr z) { return static_cast<long>(mpz_sizeinbase(z, 2)); };
  const long shift = 64 - (bits(n) - bits(d));
  Integer top;
  Integer bottom;
  mpz_mul_2exp(top.get(), n, shift > 0 ? static_cast<mp_bitcnt_t>(shift) : 0);
  mpz_mul_2exp(bottom.get(), d, shift < 0 ? static_cast<mp_bitcnt_t>(-shift) : 0);
  Integer quotient;
  Integer rest;
  mpz_tdiv_qr(quotient.get(), rest.get(), top.get(), bottom.get());
  const bool sticky = mpz_sgn(rest.get()) != 0;
  const long size = bits(quotient.get());
  const long exponent = size - 1 - shift;
  constexpr long smallest_exponent = std::numeric_limits<double>::min_exponent - 1;
  constexpr long mantissa = std::numeric_limits<double>::digits;
  const long kept = exponent < smallest_exponent ? mantissa - (smallest_exponent - exponent) : mantissa;
  if (exponent > std::numeric_limits<double>::max_exponent) return std::numeric_limits<double>::infinity();
  if (kept < 0) return 0.0;
  const long dropped = size - kept;
  Integer head;
  Integer tail;
  mpz_tdiv_q_2exp(head.get(), quotient.get(), static_cast<mp_bitcnt_t>(dropped));
  mpz_tdiv_r_2exp(tail.get(), quotient.get(), static_cast<mp_bitcnt_t>(dropped));
  Integer half(1);
  mpz_mul_2exp(half.get(), half.get(), static_cast<mp_bitcnt_t>(dropped - 1));
  const int against_half = mpz_cmp(tail.get(), half.get());
  const bool up = against_half > 0 || (against_half == 0 && (sticky || mpz_odd_p(head.get())));
  if (up) mpz_add_ui(head.get(), head.get(), 1);
  return std::ldexp(mpz_get_d(head.get()), static_cast<int>(dropped - shift));
}

} // namespace

struct Rational::Big {
  mpq_t value;
  Big() { mpq_init(value); }
  ~Big() { mpq_clear(value); }
  Big(const Big&) = delete;
  Big& operator=(const Big&) = delete;
};

/// Any rational seen as a GMP fraction.
struct BigView {
  explicit BigView(const Rational& r) : big_(r.big_) {
    if (big_) return;
    auto made = std::make_shared<Rational::Big>();
    mpq_set_si(made->value, r.numerator_, static_cast<unsigned long>(r.denominator_));
    big_ = std::move(made);
  }
  [[nodiscard]] mpq_srcptr get() const { return big_->value; }

  /// Takes a reduced fraction back, inline where it fits.
  static Rational settle(std::shared_ptr<Rational::Big> big) {
    if (mpz_sizeinbase(mpq_numref(big->value), 2) + mpz_sizeinbase(mpq_denref(big->value), 2) > Rational::most_bits)
      throw std::overflow_error("a number of more than 300 000 digits");
    Rational out;
    if (fits(mpq_numref(big->value)) && fits(mpq_denref(big->value))) {
      out.numerator_ = mpz_get_si(mpq_numref(big->value));
      out.denominator_ = mpz_get_si(mpq_denref(big->value));
    } else {
      out.big_ = std::move(big);
    }
    return out;
  }
  template <typename Operation>
  static Rational combine(const Rational& a, const Rational& b, Operation operation) {
    auto out = std::make_shared<Rational::Big>();
    operation(out->value, BigView(a).get(), BigView(b).get());
    return settle(std::move(out));
  }
  static Rational from(mpz_srcptr numerator, mpz_srcptr denominator) {
    auto out = std::make_shared<Rational::Big>();
    mpq_set_num(out->value, numerator);
    mpq_set_den(out->value, denominator);
    mpq_canonicalize(out->value);
    return settle(std::move(out));
  }

private:
  std::shared_ptr<const Rational::Big> big_;
};

/// Builds a rational from 128-bit parts, the widest that one operation on inline values makes.
struct WideFraction {
  static Rational reduce(Int128 numerator, Int128 denominator) {
    if (numerator >= -largest && numerator <= largest && denominator <= largest)
      return narrow(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
    const auto divisor = static_cast<Int128>(greatest_common_divisor(magnitude(numerator), magnitude(denominator)));
    if (divisor > 1) {
      numerator /= divisor;
      denominator /= divisor;
    }
    if (numerator >= -largest && numerator <= largest && denominator <= largest) {
      Rational out;
      out.numerator_ = static_cast<std::int64_t>(numerator);
      out.denominator_ = static_cast<std::int64_t>(denominator);
      return out;
    }
    Integer n;
    Integer d;
    set(n.get(), numerator);
    set(d.get(), denominator);
    return BigView::from(n.get(), d.get());
  }

  /// The same in 64 bits, whose remainders are many times faster.
  static Rational narrow(std::int64_t numerator, std::int64_t denominator) {
    Rational out;
    if (denominator == 1) {
      out.numerator_ = numerator;
      return out;
    }
    const auto below = static_cast<std::uint64_t>(denominator);
    if ((below & (below - 1)) == 0 && numerator != 0) { // halves and quarters, of products of sines and cosines
      const int shift = std::min(std::countr_zero(static_cast<std::uint64_t>(numerator)), std::countr_zero(below));
      out.numerator_ = numerator >> shift;
      out.denominator_ = denominator >> shift;
      return out;
    }
    const std::int64_t divisor = std::gcd(numerator, denominator);
    out.numerator_ = numerator / divisor;
    out.denominator_ = denominator / divisor;
    return out;
  }
};

void Rational::promote() {
  auto made = std::make_shared<Big>();
  mpq_set_si(made->value, numerator_, 1);
  big_ = std::move(made);
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) throw std::domain_error("a fraction with denominator 0");
  const Int128 sign = denominator < 0 ? -1 : 1;
  *this = WideFraction::reduce(sign * numerator, sign * denominator);
}

Rational Rational::from_double(double value) {
  if (!std::isfinite(value)) throw std::domain_error("only a finite double is a fraction");
  auto made = std::make_shared<Big>();
  mpq_set_d(made->value, value);
  return BigView::settle(std::move(made));
}

bool Rational::is_integer() const {
  return big_ ? mpz_cmp_ui(mpq_denref(big_->value), 1) == 0 : denominator_ == 1;
}

int Rational::sign() const {
  if (big_) return mpq_sgn(big_->value);
  return numerator_ > 0 ? 1 : numerator_ < 0 ? -1 : 0;
}

std::size_t Rational::bits() const {
  if (!big_) {
    const auto size = static_cast<std::uint64_t>(numerator_ < 0 ? -numerator_ : numerator_);
    return static_cast<std::size_t>(std::bit_width(size) + std::bit_width(static_cast<std::uint64_t>(denominator_)));
  }
  const BigView view(*this);
  return mpz_sizeinbase(mpq_numref(view.get()), 2) + mpz_sizeinbase(mpq_denref(view.get()), 2);
}

Rational Rational::numerator() const {
  if (!big_) return {numerator_};
  return BigView::from(mpq_numref(big_->value), Integer(1).get());
}

Rational Rational::denominator() const {
  if (!big_) return {denominator_};
  return BigView::from(mpq_denref(big_->value), Integer(1).get());
}

std::optional<std::int64_t> Rational::as_integer() const {
  if (big_ || denominator_ != 1) return std::nullopt;
  return numerator_;
}

Rational Rational::floor() const {
  Integer quotient;
  const BigView view(*this);
  mpz_fdiv_q(quotient.get(), mpq_numref(view.get()), mpq_denref(view.get()));
  return BigView::from(quotient.get(), Integer(1).get());
}

Rational Rational::inverse() const {
  return Rational(1) / *this;
}

Rational Rational::pow(std::int64_t exponent) const {
  if (exponent == 1) return *this;
  if (exponent < 0) return inverse().pow(-exponent);
  const auto size = static_cast<unsigned long>(exponent);
  const BigView view(*this);
  const bool unit = abs().is_one() || is_zero();
  if (!unit && size > most_bits / bits() + 1) throw std::overflow_error("a power of more than 300 000 digits");
  Integer n;
  Integer d;
  mpz_pow_ui(n.get(), mpq_numref(view.get()), size);
  mpz_pow_ui(d.get(), mpq_denref(view.get()), size);
  return BigView::from(n.get(), d.get());
}

std::optional<Rational> Rational::root(unsigned degree) const {
  if (sign() < 0 || degree == 0) return std::nullopt;
  const BigView view(*this);
  Integer n;
  Integer d;
  const bool exact =
      mpz_root(n.get(), mpq_numref(view.get()), degree) != 0 && mpz_root(d.get(), mpq_denref(view.get()), degree) != 0;
  if (!exact) return std::nullopt;
  return BigView::from(n.get(), d.get());
}

double Rational::to_double() const {
  constexpr std::int64_t exact = std::int64_t{1} << std::numeric_limits<double>::digits;
  if (!big_ && numerator_ <= exact && numerator_ >= -exact && denominator_ <= exact)
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  const Rational size = abs();
  const BigView view(size);
  const double value = nearest(mpq_numref(view.get()), mpq_denref(view.get()));
  return sign() < 0 ? -value : value;
}

std::optional<std::uint64_t> Rational::residue(std::uint64_t p) const {
  if (!big_ && denominator_ == 1) {
    const std::uint64_t size = static_cast<std::uint64_t>(numerator_ < 0 ? -numerator_ : numerator_) % p;
    return numerator_ < 0 && size != 0 ? p - size : size;
  }
  const BigView view(*this);
  const std::uint64_t n = mpz_fdiv_ui(mpq_numref(view.get()), p);
  const std::uint64_t d = mpz_fdiv_ui(mpq_denref(view.get()), p);
  if (d == 0) return std::nullopt;
  return multiply(n, power(d, p - 2, p), p);
}

std::size_t Rational::hash() const {
  // Two large primes keep big values apart; the multipliers are odd and random.
  constexpr std::uint64_t prime = (std::uint64_t{1} << 61U) - 1;
  const auto n = big_ ? mpz_fdiv_ui(mpq_numref(big_->value), prime) : static_cast<std::uint64_t>(numerator_);
  const auto d = big_ ? mpz_fdiv_ui(mpq_denref(big_->value), prime) : static_cast<std::uint64_t>(denominator_);
  std::uint64_t h = n * 0x9E3779B97F4A7C15U + d * 0xC2B2AE3D27D4EB4FU;
  h = (h ^ (h >> 32U)) * 0xD6E8FEB86659FD93U;
  return h ^ (h >> 32U);
}

Rational Rational::operator-() const {
  if (big_) return Rational(0) - *this;
  Rational out = *this;
  out.numerator_ = -out.numerator_;
  return out;
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.big_ || b.big_) return BigView::combine(a, b, mpq_add);
  if (std::int64_t sum = 0;
      a.denominator_ == b.denominator_ && !__builtin_add_overflow(a.numerator_, b.numerator_, &sum) && sum >= -largest)
    return WideFraction::narrow(sum, a.denominator_);
  return WideFraction::reduce(Int128{a.numerator_} * b.denominator_ + Int128{b.numerator_} * a.denominator_,
                              Int128{a.denominator_} * b.denominator_);
}

Rational operator-(const Rational& a, const Rational& b) {
  if (a.big_ || b.big_) return BigView::combine(a, b, mpq_sub);
  return a + -b;
}

Rational operator*(const Rational& a, const Rational& b) {
  if (a.big_ || b.big_) return BigView::combine(a, b, mpq_mul);
  std::int64_t above = 0;
  std::int64_t below = 0;
  if (!__builtin_mul_overflow(a.numerator_, b.numerator_, &above) && above >= -largest &&
      !__builtin_mul_overflow(a.denominator_, b.denominator_, &below))
    return WideFraction::narrow(above, below);
  return WideFraction::reduce(Int128{a.numerator_} * b.numerator_, Int128{a.denominator_} * b.denominator_);
}

Rational operator/(const Rational& a, const Rational& b) {
  if (b.is_zero()) throw std::domain_error("division of a number by 0");
  if (a.big_ || b.big_) return BigView::combine(a, b, mpq_div);
  const Int128 sign = b.numerator_ < 0 ? -1 : 1;
  return WideFraction::reduce(sign * a.numerator_ * b.denominator_, sign * b.numerator_ * a.denominator_);
}

bool operator==(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  return a.big_ && b.big_ && mpq_equal(a.big_->value, b.big_->value) != 0;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) return Int128{a.numerator_} * b.denominator_ <=> Int128{b.numerator_} * a.denominator_;
  return mpq_cmp(BigView(a).get(), BigView(b).get()) <=> 0;
}

std::string Rational::text() const {
  const BigView view(*this);
  const std::string n = digits_of(mpq_numref(view.get()));
  return is_integer() ? n : n + "/" + digits_of(mpq_denref(view.get()));
}

} // namespace base
} // namespace dalembert
