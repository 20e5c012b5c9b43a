#pragma once

#include <dalembert/jit/next_reads.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Which value is in which register. Who needs a register and finds none free takes that of the value that is read
/// last of all (Belady): no other choice loads less often.
class RegisterFile {
public:
  static constexpr int none = -1;
  static constexpr std::uint32_t no_value = std::numeric_limits<std::uint32_t>::max();

  RegisterFile(int registers, std::size_t values) : registers_(registers), of_value_(values, none) {
    value_.fill(no_value);
  }

  [[nodiscard]] int of(std::uint32_t value) const { return of_value_[value]; }
  [[nodiscard]] std::uint32_t value_in(int r) const { return value_[index(r)]; }
  [[nodiscard]] int count() const { return registers_; }

  /// A locked register is not taken from its value.
  void lock(int r) { locked_ |= bit(r); }
  void unlock_all() { locked_ = 0; }

  /// Returns a register that is free, else one whose value is to make room: the caller stores it where it must and
  /// calls `remove`.
  [[nodiscard]] int choose() const {
    int best = none;
    for (int r = 0; r < registers_; ++r) {
      if ((locked_ & bit(r)) != 0) continue;
      if (value_[index(r)] == no_value) return r;
      if (best == none || next_read_[index(r)] > next_read_[index(best)]) best = r;
    }
    return best;
  }
  void put(int r, std::uint32_t value, std::uint32_t next_read) {
    value_[index(r)] = value;
    next_read_[index(r)] = next_read;
    of_value_[value] = static_cast<std::int8_t>(r);
  }
  void set_next_read(int r, std::uint32_t next_read) { next_read_[index(r)] = next_read; }
  void remove(int r) {
    of_value_[value_[index(r)]] = none;
    value_[index(r)] = no_value;
  }

private:
  static std::size_t index(int r) { return static_cast<std::size_t>(r); }
  static std::uint32_t bit(int r) { return std::uint32_t{1} << r; }

  int registers_;
  std::uint32_t locked_ = 0;
  std::array<std::uint32_t, 32> value_ = {};
  std::array<std::uint32_t, 32> next_read_ = {};
  std::vector<std::int8_t> of_value_;
};

} // namespace jit
} // namespace dalembert
