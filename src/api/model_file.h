#pragma once

#include <dalembert/elaborate/elaborate.h>

#include <optional>
#include <string>

namespace dalembert {

/// Returns the bytes of a file. @throws FileError naming it and the reason
[[nodiscard]] std::string read_file(const std::string& path);
/// Returns all bytes of standard input. @throws FileError where reading fails
[[nodiscard]] std::string read_standard_input();

/// Finds the text of `include "path"` in the folder of the including file `from`; an absolute path is taken as it is.
[[nodiscard]] std::optional<ElaborateOptions::Included> find_included(const std::string& path, const std::string& from);

} // namespace dalembert
