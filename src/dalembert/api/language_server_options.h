#pragma once

#include <functional>
#include <string>

namespace dalembert {
inline namespace api {

/// How the server of the language server protocol works.
struct LanguageServerOptions {
  int input = 0; ///< descriptors of the client
  int output = 1;
  std::function<void()> limit_memory; ///< runs first in each process that analyses a text
  std::string memory;                 ///< that limit in words: `2G`
};

} // namespace api
} // namespace dalembert
