#pragma once

#include <span>
#include <string>

namespace dalembert {
inline namespace api {

/// An entry of a record, and the option that it comes from, for a message.
struct RecordedOption {
  const char* key = nullptr;
  const char* option = nullptr;
};

/// Compares what two sweeps or two runs are, each as the JSON of `file` says it (`texts`, `set` and `options`). Returns
/// the first difference, in words that name the option: `--to is 3 there and 5 here`; nothing where their numbers are
/// the same. Blanks, comments and the way in which values are written do not matter, nor do the names of files.
[[nodiscard]] std::string record_difference(const std::string& there, const std::string& here, const char* file,
                                            std::span<const RecordedOption> options);

} // namespace api
} // namespace dalembert
