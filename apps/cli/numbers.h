#pragma once

#include <dalembert/dalembert.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert::cli {

/// The numbers that an option takes.
struct NumberRange {
  double least = 0.0;
  double most = 0.0;
};

inline constexpr NumberRange tolerance_range{least_tolerance, most_tolerance};
inline constexpr NumberRange time_range{-1e12, 1e12}; ///< s, thirty thousand years
inline constexpr NumberRange step_range{1e-12, 1e12}; ///< s
inline constexpr NumberRange samples_range{0, 1e6};

/// What the help says of --tolerance.
[[nodiscard]] std::string tolerance_help();

/// Reads the value of an option. @throws UsageError naming option, text and range where it is no number of that range
[[nodiscard]] double number_option(const std::string& option, const std::string& text, const NumberRange& range);
/// The same for a whole number.
[[nodiscard]] std::size_t whole_option(const std::string& option, const std::string& text, const NumberRange& range);
/// Reads a size of memory, `512M` or `4G`, in bytes; 0 for `none`. @throws UsageError where it is none
[[nodiscard]] std::size_t memory_option(const std::string& option, const std::string& text);
/// The same for several numbers with commas between them.
[[nodiscard]] std::vector<double> number_list(const std::string& option, const std::string& text,
                                              const NumberRange& range);

} // namespace dalembert::cli
