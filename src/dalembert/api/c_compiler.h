#pragma once

#include <dalembert/export/zip_archive.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// What a compiler of C made of some sources.
struct CompiledLibrary {
  std::string bytes;  ///< of the shared library; empty where there is none
  std::string reason; ///< why there is none: the first error of the compiler, or why it did not run
};

/// Compiles the `.c` files, C99 (C11 where they have thread-local work space), as one shared library `name`, in a
/// folder of its own that is removed. `compiler` is a program and its first arguments, with blanks between; no shell
/// reads it. Nothing but what the sources export is visible.
[[nodiscard]] CompiledLibrary compile_library(const std::vector<ArchivedFile>& files, const std::string& name,
                                              const std::string& compiler);

} // namespace api
} // namespace dalembert
