#pragma once

#include <dalembert/api/session.h>
#include <dalembert/report/run_files.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// Makes `folder` where it is missing and looks at the names of the files, before a run is spent on them: each must lie
/// inside the folder, symbolic links followed, and be no text that the model is read from.
/// @throws WriteError where the folder cannot be made or written, or a name is refused; ModelError (E0723, E0725) where
///         an `export` would leave the folder or replace another file of the run
void prepare_output(const std::string& folder, Session& session);

/// Refuses to write where the model or a file that it includes lies. @throws WriteError naming it
void require_other_than_model(const std::string& path, Session& session);

/// A run with the files that were written of it.
struct WrittenRun {
  RunReport report;    ///< with the paths of the files, the time they took, and a diagnostic (E0003) of a failure
  std::string failure; ///< why a file could not be written; empty where all were
};

/// Writes the files of a run into `folder` (made where it is missing), each atomically: the table, the plots, the
/// exports, and last `result.json`.
[[nodiscard]] WrittenRun write_outputs(const std::string& folder, RunReport report);

/// Writes `picture.svg` into `folder`. @throws WriteError where it cannot be written
void write_picture(const std::string& folder, const PicturePage& page);

/// Writes files into `folder`, which is made where it is missing, all of them or none, and returns their paths.
/// @throws WriteError where a file cannot be written, or would lie outside of the folder or replace the model
[[nodiscard]] std::vector<std::string> write_files(const std::string& folder, const std::vector<OutputFile>& files,
                                                   Session& session);

/// Writes the state-space matrices about each steady state into `folder`, and returns the paths.
/// @throws WriteError where a file cannot be written, or would lie outside of the folder or replace the model
[[nodiscard]] std::vector<std::string> write_state_space(const std::string& folder, const AnalysisReport& report,
                                                         Session& session);

/// Writes one file atomically. @throws WriteError where it cannot be written
void write_file(const std::string& path, const std::string& content);
void write_file(const std::string& path, const TextSource& content);

} // namespace api
} // namespace dalembert
