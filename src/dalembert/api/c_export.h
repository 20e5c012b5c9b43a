#pragma once

#include <dalembert/api/session.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// The files of `export c`, and what names in them begin with.
struct WrittenC {
  std::string prefix;
  std::vector<std::string> files; ///< as the user would name them: the header, then the source
};

/// Writes the C source of a session into `folder`, which is made where it is missing: both files or none, each whole.
/// @throws WriteError where a file cannot be written, would lie outside of the folder or replace the model
[[nodiscard]] WrittenC write_c(const std::string& folder, const CSource& made, Session& session);

/// What `export c` prints: the files and a line that compiles them.
[[nodiscard]] std::string c_export_text(const WrittenC& written);
/// {"schema": "dalembert.export/1", "prefix", "files", "diagnostics"}
[[nodiscard]] std::string c_export_json(const WrittenC& written, Session& session);

} // namespace api
} // namespace dalembert
