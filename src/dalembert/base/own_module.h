#pragma once

#include <string>

namespace dalembert {
inline namespace base {

/// A shared module of the program's own, which is opened where it is needed, so that what it links costs nothing
/// elsewhere. Modules lie in `lib/dalembert` beside the folder of the program; the environment variable
/// DALEMBERT_MODULES names another folder.
struct OwnModule {
  void* symbol = nullptr; ///< the address that was asked for; null where there is none
  std::string refusal;    ///< why, with the place where it was looked for; empty where `symbol` is there
};

/// Opens `file` for the rest of the program and finds `name` in it. `is_shared` lets libraries that it links find each
/// other's names.
[[nodiscard]] OwnModule open_own_module(const std::string& file, const char* name, bool is_shared = false);

} // namespace base
} // namespace dalembert
