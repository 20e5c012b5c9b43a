#pragma once

#include <cstdint>
#include <string_view>

namespace dalembert {
inline namespace base {

/// A reproducible stream of random numbers, the same with every compiler and library: splitmix64 (Steele, Lea and Flood
/// 2014), whose state counts up by 2⁶⁴ over the golden ratio and is mixed into each number. A stream is told from
/// others by its number or by the name of its use.
class RandomStream {
public:
  explicit constexpr RandomStream(std::uint64_t number) : state_(number * step + 0xD1B54A32D192ED03U) {}
  explicit constexpr RandomStream(std::string_view use) : RandomStream(number_of(use)) {}

  /// The next number: 64 bits, each 0 or 1 alike.
  constexpr std::uint64_t operator()() {
    std::uint64_t z = (state_ += step);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  /// The next number, between `low` and `high`: low + (high − low)·k/2⁵³ with all k from 0 to 2⁵³ − 1 alike.
  constexpr double between(double low, double high) {
    constexpr unsigned dropped = 11; // bits that a double has no place for
    return low + (high - low) * (static_cast<double>((*this)() >> dropped) * 0x1p-53);
  }

private:
  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;

  /// FNV-1a, 64 bits.
  static constexpr std::uint64_t number_of(std::string_view use) {
    std::uint64_t h = 0xCBF29CE484222325U;
    for (const char c : use)
      h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return h;
  }

  std::uint64_t state_;
};

} // namespace base
} // namespace dalembert
