#pragma once

#include <string>
#include <vector>

namespace dalembert {

/// One column of a table: values in `unit`.
struct CsvColumn {
  std::string name;
  std::string unit; ///< `1` or empty where there is none
  std::vector<double> values;
};

/// Writes columns of equal length as comma-separated values (RFC 4180, lines ended by '\n'): a header row `t [s],x
/// [m]`, then one row for each index. Numbers are the shortest that read back to the same double; what is not finite is
/// written `nan`, `inf`, `-inf`.
[[nodiscard]] std::string csv(const std::vector<CsvColumn>& columns);

} // namespace dalembert
