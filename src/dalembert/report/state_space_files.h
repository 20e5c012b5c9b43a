#pragma once

#include <dalembert/report/run_files.h>
#include <dalembert/studies/steady_states.h>

#include <vector>

namespace dalembert {
inline namespace report {

/// Writes ẋ = A·x + B·u, y = C·x + D·u about each steady state as tables: `steady1_A.csv` … `steady1_D.csv` and so on,
/// in the order of `states`. The first column names the row, the header the columns; SI units.
[[nodiscard]] std::vector<OutputFile> state_space_files(const std::vector<SteadyState>& states);

} // namespace report
} // namespace dalembert
