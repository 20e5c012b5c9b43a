#pragma once

#include <string>
#include <vector>

namespace dalembert {
inline namespace exporting {

/// A file of an archive.
struct ArchivedFile {
  std::string path; ///< `sources/fmu.c`
  std::string content;
};

/// Returns the bytes of a ZIP archive: files stored as they are, in this order, dated 1 January 1980, so that the same
/// files give the same bytes. Precondition: all together are below 4 GiB, and 65535 files.
[[nodiscard]] std::string zip_archive(const std::vector<ArchivedFile>& files);

} // namespace exporting
} // namespace dalembert
