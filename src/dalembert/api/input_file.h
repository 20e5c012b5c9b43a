#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace dalembert {
inline namespace api {

/// A file that a model is read from, beside those whose text is among its sources: a table.
struct InputFile {
  std::string name;           ///< its path, as the model and the folder of the model give it
  std::size_t bytes = 0;      ///< its length
  std::uint64_t checksum = 0; ///< of its contents
};

} // namespace api
} // namespace dalembert
