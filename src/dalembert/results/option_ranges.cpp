#include <dalembert/mechanics/method_names.h>
#include <dalembert/results/option_ranges.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace results {

std::string range_refusal(std::string_view option, std::string_view text, const NumberRange& range,
                          std::string_view kind) {
  return fmt::format("{} takes {} from {:g} to {:g}, not \"{}\"", option, kind, range.least, range.most, text);
}

void require_in_range(std::string_view option, double value, const NumberRange& range, std::string_view kind) {
  if (!range.holds(value)) throw OptionError(range_refusal(option, fmt::format("{}", value), range, kind));
}

void require_options(const RunOptions& options) {
  if (options.method && !is_method_name(*options.method))
    throw OptionError(fmt::format("--method {} is not known; known: {}", *options.method, listed_methods()));
  if (options.tolerance) require_in_range("--tolerance", *options.tolerance, tolerance_range);
  if (options.end) require_in_range("--to", *options.end, time_range);
  if (options.step) require_in_range("--step", *options.step, step_range);
  if (options.max_step) require_in_range("--max-step", *options.max_step, step_range);
  for (const double t : options.at)
    require_in_range("--at", t, time_range, several_numbers);
  require_in_range("--samples", static_cast<double>(options.samples), samples_range, a_whole_number);
  require_in_range("--rows", static_cast<double>(options.table_rows), rows_range, a_whole_number);
  require_in_range("RunOptions::curve_points", static_cast<double>(options.curve_points), curve_points_range,
                   a_whole_number);
  if (!(options.most_work >= 0.0))
    throw OptionError(fmt::format("RunOptions::most_work takes a number of operations, or 0 for no limit, not \"{}\"",
                                  options.most_work));
}

} // namespace results
} // namespace dalembert
