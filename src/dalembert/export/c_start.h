#pragma once

#include <dalembert/export/c_model.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace exporting {

/// The number of entries of `initial` that may have to be met by moving something, as rows beside the constraints.
[[nodiscard]] std::size_t initial_rows(const CModel& model);

/// The tables of what `initial` says, and of the scales of the coordinates, as `c_start` reads them.
[[nodiscard]] std::string c_start_tables(const CModel& model);

/// C that finds a consistent initial state as simulation/start/initial_state does: what `initial` or the caller holds
/// stays, the rest moves least in the metric of the mass matrix, from other starts where that leads nowhere. @ stands
/// for the prefix.
[[nodiscard]] std::string_view c_start();

} // namespace exporting
} // namespace dalembert
