#include <dalembert/algebra/power_product.h>

#include <algorithm>
#include <cstdlib>

namespace dalembert {
inline namespace algebra {

namespace {

/// A full-avalanche hash of an atom (splitmix64), so that sums of multiples do not collide.
std::uint64_t weight(AtomId atom) {
  std::uint64_t x = (std::uint64_t{atom} + 1) * 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::int16_t small(int exponent) {
  constexpr int largest = 1000;
  if (std::abs(exponent) > largest) throw BudgetSpent{};
  return static_cast<std::int16_t>(exponent);
}

} // namespace

void PowerProduct::append(Power power) {
  if (size_ == capacity) throw BudgetSpent{};
  powers_[size_++] = power;
  bits_ |= PowerProduct::bit(power.atom);
  hash_ += weight(power.atom) * static_cast<std::uint64_t>(std::int64_t{power.exponent});
}

int PowerProduct::exponent(AtomId atom) const {
  for (const Power& p : powers())
    if (p.atom == atom) return p.exponent;
  return 0;
}

void PowerProduct::multiply(AtomId atom, int exponent) {
  if (exponent == 0) return;
  if (size_ == 0 || powers_[size_ - 1U].atom < atom) return append({atom, small(exponent)});
  PowerProduct other;
  other.append({atom, small(exponent)});
  *this = *this * other;
}

PowerProduct PowerProduct::pow(int exponent) const {
  if (exponent == 0) return {};
  PowerProduct out = *this;
  for (std::size_t i = 0; i < size_; ++i)
    out.powers_[i].exponent = small(powers_[i].exponent * exponent);
  out.hash_ = hash_ * static_cast<std::uint64_t>(std::int64_t{exponent});
  return out;
}

bool PowerProduct::has_powers_in(const PowerProduct& other) const {
  std::size_t j = 0;
  for (const Power& p : powers()) {
    while (j < other.size_ && other.powers_[j].atom < p.atom)
      ++j;
    if (j == other.size_ || other.powers_[j].atom != p.atom) return false;
    const int have = other.powers_[j].exponent;
    if ((have > 0) != (p.exponent > 0) || std::abs(have) < std::abs(int{p.exponent})) return false;
  }
  return true;
}

/// a·b^sign
PowerProduct PowerProduct::times(const PowerProduct& a, const PowerProduct& b, int sign) {
  PowerProduct out;
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t n = 0;
  const auto add = [&out, &n](AtomId atom, int exponent) {
    if (n == capacity) throw BudgetSpent{};
    out.powers_[n++] = {atom, static_cast<std::int16_t>(exponent)};
  };
  bool is_shortened = false;
  while (i < a.size_ && j < b.size_) {
    const Power& p = a.powers_[i];
    const Power& q = b.powers_[j];
    if (p.atom < q.atom) {
      add(p.atom, p.exponent);
      ++i;
    } else if (q.atom < p.atom) {
      add(q.atom, sign * q.exponent);
      ++j;
    } else {
      const int exponent = p.exponent + sign * q.exponent;
      if (exponent != 0) add(p.atom, small(exponent));
      is_shortened = is_shortened || exponent == 0;
      ++i;
      ++j;
    }
  }
  for (; i < a.size_; ++i)
    add(a.powers_[i].atom, a.powers_[i].exponent);
  for (; j < b.size_; ++j)
    add(b.powers_[j].atom, sign * b.powers_[j].exponent);
  out.size_ = static_cast<std::uint8_t>(n);
  out.hash_ = sign > 0 ? a.hash_ + b.hash_ : a.hash_ - b.hash_;
  out.bits_ = a.bits_ | b.bits_;
  if (!is_shortened) return out;
  out.bits_ = 0;
  for (const Power& p : out.powers())
    out.bits_ |= bit(p.atom);
  return out;
}

bool operator==(const PowerProduct& a, const PowerProduct& b) {
  return a.hash_ == b.hash_ && std::ranges::equal(a.powers(), b.powers());
}

PowerProduct common_factor(const PowerProduct& a, const PowerProduct& b) {
  PowerProduct out;
  if ((a.bits_ & b.bits_) == 0) return out;
  std::size_t j = 0;
  for (const Power& p : a.powers()) {
    while (j < b.size_ && b.powers_[j].atom < p.atom)
      ++j;
    if (j == b.size_) break;
    const Power& q = b.powers_[j];
    if (q.atom != p.atom || (q.exponent > 0) != (p.exponent > 0)) continue;
    out.append(std::abs(int{p.exponent}) < std::abs(int{q.exponent}) ? p : q);
  }
  return out;
}

} // namespace algebra
} // namespace dalembert
