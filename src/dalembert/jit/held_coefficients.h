#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Registers that hold coefficients of the order at hand; the one that was used least recently gives way.
class HeldCoefficients {
public:
  explicit HeldCoefficients(std::size_t rows) : place_(rows, -1) { forget(); }

  void forget() {
    for (Held& held : held_)
      if (held.row >= 0) place_[static_cast<std::size_t>(held.row)] = -1;
    held_ = {};
    clock_ = 0;
  }
  /// The register of `row`, negative: none.
  int find(std::uint32_t row) {
    const int place = place_[row];
    if (place < 0) return -1;
    held_[static_cast<std::size_t>(place)].used = ++clock_;
    return begin + place;
  }
  /// A register for `row`, whatever it held before.
  int take(std::uint32_t row) {
    const auto oldest = std::ranges::min_element(held_, {}, &Held::used);
    if (oldest->row >= 0) place_[static_cast<std::size_t>(oldest->row)] = -1;
    *oldest = {static_cast<int>(row), ++clock_};
    place_[row] = static_cast<int>(oldest - held_.begin());
    return begin + place_[row];
  }

private:
  static constexpr int begin = 4; ///< registers below are for what is at work
  static constexpr std::size_t count = 12;
  struct Held {
    int row = -1;
    std::uint64_t used = 0;
  };
  std::array<Held, count> held_;
  std::vector<int> place_;
  std::uint64_t clock_ = 0;
};

} // namespace jit
} // namespace dalembert
