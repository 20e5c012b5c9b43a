#pragma once

#include <dalembert/dalembert.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert::cli {

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
