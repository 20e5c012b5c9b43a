#pragma once

#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// What an input of a tape is along a motion, and with it how many orders its series is known ahead of the forces: a
/// value is as far ahead as the least of what it depends on.
enum class SeriesLevel : std::uint8_t {
  force,    ///< accelerations, multipliers: none
  rate,     ///< one
  position, ///< two
  time,     ///< the time alone: two
  constant, ///< does not change
};
[[nodiscard]] constexpr int orders_ahead(SeriesLevel level) {
  return level >= SeriesLevel::position ? 2 : static_cast<int>(level);
}

struct SeriesInput {
  SeriesLevel level = SeriesLevel::constant;
  /// Comparisons of this input itself keep the result that they have at the begin of a series: it stands for a branch.
  bool is_branch = false;
};

/// The levels of all values of a tape.
class SeriesLevels {
public:
  /// `inputs`: one for each input of the tape.
  SeriesLevels(const Tape& tape, std::span<const SeriesInput> inputs);

  [[nodiscard]] SeriesLevel of(std::uint32_t value) const { return levels_[value]; }
  [[nodiscard]] SeriesLevel of(const Instruction& i) const;

private:
  std::vector<SeriesLevel> levels_;
};

/// True of functions that are constant between steps.
[[nodiscard]] bool has_steps(Function f);

/// Returns the first instruction that has no series: a step, a kink or a table whose argument depends on the state. One
/// of the time alone keeps its branch: series end where that changes. A table is one of nothing that changes.
[[nodiscard]] std::optional<std::size_t> series_obstacle(const Tape& tape, std::span<const SeriesInput> inputs);

} // namespace program
} // namespace dalembert
