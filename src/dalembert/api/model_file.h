#pragma once

#include <dalembert/elaborate/whole/elaborate.h>

#include <optional>
#include <string>

namespace dalembert {
inline namespace api {

/// Returns the bytes of a file of at most 16 MiB. @throws FileError naming it and the reason
[[nodiscard]] std::string read_file(const std::string& path);
/// Returns all bytes of standard input. @throws FileError where reading fails
[[nodiscard]] std::string read_standard_input();

/// Finds the text of `include "path"` in the folder of the including file `from`. It must be a regular file in the
/// folder `root` or below (the current one where it is empty), symbolic links followed; what is refused has a
/// `refusal`. Nothing where there is no such file.
[[nodiscard]] std::optional<ElaborateOptions::Included> find_included(const std::string& path, const std::string& from,
                                                                      const std::string& root);

} // namespace api
} // namespace dalembert
