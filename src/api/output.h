#pragma once

#include <dalembert/api/session.h>

#include <string>
#include <vector>

namespace dalembert {

/// Makes `folder` where it is missing and looks at the names of the exports, before a run is spent on them.
/// @throws FileError where the folder cannot be made; ModelError where an `export` would leave it
void prepare_output(const std::string& folder, Session& session);

/// Writes the files of a run into `folder` (made where it is missing), each atomically: the table, the plots, the
/// exports, and last `result.json`. Fills `report.files` with their paths and adds the time to `report.seconds.output`.
/// @throws FileError where a file cannot be written; `report.files` then names those that were
void write_outputs(const std::string& folder, RunReport& report);

/// Writes the state-space matrices about each steady state into `folder`, and returns the paths.
/// @throws FileError where a file cannot be written
[[nodiscard]] std::vector<std::string> write_state_space(const std::string& folder, const AnalysisReport& report);

/// Writes one file atomically. @throws FileError where it cannot be written
void write_file(const std::string& path, const std::string& content);

} // namespace dalembert
