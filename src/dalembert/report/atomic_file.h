#pragma once

#include <dalembert/typesetting/text_pieces.h>

#include <filesystem>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

/// Returns the file that writing to `path` would change: symbolic links are followed to their end, which need not
/// exist.
/// @throws std::filesystem::filesystem_error where links go round in a circle
[[nodiscard]] std::filesystem::path write_target(const std::filesystem::path& path);

/// Writes `content` to `path` so that a reader sees the old file or the whole new one, never a part: into a new hidden
/// file of the same folder, flushed to the disk, and renamed. Missing folders are made. A symbolic link stays one, and
/// the file it leads to is written; a file that is replaced leaves its mode and its owner to the new one. What is no
/// regular file (a device, a pipe) is written to as it is. Hidden files that a killed process left in the folder are
/// removed. On failure nothing is left behind. Waiting for the reader of a pipe is an OutsideWait.
/// @throws std::filesystem::filesystem_error naming the path and the reason; a file without any write permission is
///         refused, for the superuser too
void write_atomically(const std::filesystem::path& path, std::string_view content);
/// The same for a text that comes in pieces; what `source` throws leaves nothing behind either.
void write_atomically(const std::filesystem::path& path, const TextSource& source);

/// A file that is to be written.
struct FileToWrite {
  std::filesystem::path path;
  TextSource content;
};

/// Writes several files that belong together, each as above: where one of them cannot be written, none is.
/// @throws as above
void write_together(const std::vector<FileToWrite>& files);

} // namespace report
} // namespace dalembert
