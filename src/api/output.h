#pragma once

#include <dalembert/api/session.h>

#include <string>

namespace dalembert {

/// Writes the files of a run into `folder` (made where it is missing), each atomically: the table, the plots, the
/// exports, and last `result.json`. Fills `report.files` with their paths and adds the time to `report.seconds.output`.
/// @throws FileError where a file cannot be written; ModelError where an `export` would leave the folder
void write_outputs(const std::string& folder, RunReport& report);

} // namespace dalembert
