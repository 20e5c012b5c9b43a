#pragma once

#include <dalembert/mechanics/study.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// What varies from member to member, with the ends of its range as numbers.
struct SweepAxis {
  Sweep varied;
  double low = 0.0; ///< SI
  double high = 0.0;
  double mean = 0.0;               ///< (low + high)/2
  double deviation = 0.0;          ///< (high − low)/2
  std::vector<double> values = {}; ///< of a list, SI; `low` and `high` are the least and the greatest

  [[nodiscard]] bool is_drawn() const {
    return varied.choice == Sweep::Choice::uniform || varied.choice == Sweep::Choice::normal;
  }
  [[nodiscard]] bool is_listed() const { return varied.choice == Sweep::Choice::listed; }
  /// Number k of the list, or of the even values: low + (high − low)·k/(count − 1); the mean where there is one only.
  [[nodiscard]] double even(std::size_t k) const;
  /// The value drawn for one member: by its number and that of the axis alone, so that it does not matter who computes
  /// it, or when.
  [[nodiscard]] double drawn(std::uint64_t seed, std::size_t member, std::size_t axis) const;
};

/// The members of an ensemble: all combinations of the even values, the last axis fastest, each so many times as values
/// are drawn.
struct SweepPlan {
  std::vector<SweepAxis> axes;
  std::size_t draws = 1;
  std::uint64_t seed = 1; ///< of the random numbers

  /// @throws OptionError beyond `most_members`
  [[nodiscard]] std::size_t members() const;
  /// The values of one member, one for each axis, SI.
  [[nodiscard]] std::vector<double> values(std::size_t member) const;
  [[nodiscard]] bool is_random() const;

  static constexpr std::size_t most_members = 1'000'000'000;
};

} // namespace ensemble
} // namespace dalembert
