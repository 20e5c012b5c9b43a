#pragma once

#include <filesystem>
#include <string_view>

namespace dalembert {

/// Writes `content` to `path` so that a reader sees the old file or the whole new one, never a part: into a new file of
/// the same folder, flushed to the disk, then renamed. Missing folders are made.
/// @throws std::filesystem::filesystem_error with the path and the system's reason; the old file is then untouched and
///         nothing is left behind
void write_atomically(const std::filesystem::path& path, std::string_view content);

} // namespace dalembert
