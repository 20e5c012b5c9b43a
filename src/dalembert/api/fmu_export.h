#pragma once

#include <dalembert/api/session.h>

#include <string>

namespace dalembert {
inline namespace api {

/// An FMU that was written, and where.
struct WrittenFmu {
  std::string file; ///< as the user would name it
  Fmu made;
};

/// Writes an FMU to `path`, whole or not at all; an empty path is NAME.fmu in the current folder.
/// @throws WriteError where it cannot be written or would replace the model
[[nodiscard]] WrittenFmu write_fmu(const std::string& path, Fmu made, Session& session);

/// What `export fmu` prints: the file and what is in it.
[[nodiscard]] std::string fmu_export_text(const WrittenFmu& written);
/// {"schema": "dalembert.export/1", "prefix", "files", "binary", "states", "inputs", "parameters", "outputs",
/// "diagnostics"}
[[nodiscard]] std::string fmu_export_json(const WrittenFmu& written, Session& session);

} // namespace api
} // namespace dalembert
