#pragma once

#include <dalembert/mechanics/tolerance_range.h>
#include <dalembert/results/run_options.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace results {

/// The numbers that an option takes.
struct NumberRange {
  double least = 0.0;
  double most = 0.0;

  /// False of NaN, too.
  [[nodiscard]] bool holds(double value) const { return value >= least && value <= most; }
};

inline constexpr NumberRange tolerance_range{least_tolerance, most_tolerance};
inline constexpr NumberRange time_range{-1e12, 1e12}; ///< s, thirty thousand years
inline constexpr NumberRange step_range{1e-12, 1e12}; ///< s
inline constexpr NumberRange samples_range{0, 1e6};
inline constexpr NumberRange rows_range{2, 1e6};     ///< of a table
inline constexpr NumberRange draws_range{1, 1e9};    ///< of a sweep, for each combination
inline constexpr NumberRange seed_range{0, 9e15};    ///< whole numbers that a double holds
inline constexpr NumberRange threads_range{1, 4096}; ///< of one process
inline constexpr NumberRange bins_range{1, 1e6};     ///< of a histogram
inline constexpr NumberRange curve_points_range{0, 1e3};

/// What an option takes, for messages.
inline constexpr std::string_view a_number = "a number";
inline constexpr std::string_view a_whole_number = "a whole number";
inline constexpr std::string_view several_numbers = "numbers with commas between them, each";

/// Says that `option` does not take `text`: `--tolerance takes a number from 1e-15 to 0.1, not "0"`.
[[nodiscard]] std::string range_refusal(std::string_view option, std::string_view text, const NumberRange& range,
                                        std::string_view kind = a_number);
/// @throws OptionError in these words where `value` is no number of the range
void require_in_range(std::string_view option, double value, const NumberRange& range,
                      std::string_view kind = a_number);

/// Refuses what no run can have, in the words of the command line, whoever asks for it.
/// @throws OptionError naming the option, the value and what is allowed
void require_options(const RunOptions& options);

} // namespace results
} // namespace dalembert
