#pragma once

#include <dalembert/base/source.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

/// What declarations say that a Study does not hold: units as they were written, and which names are inputs.
struct DeclaredTexts {
  using Place = std::pair<std::uint32_t, std::uint32_t>; ///< file and first byte of the name
  std::map<Place, std::string> units;
  std::vector<std::pair<Place, std::string>> inputs; ///< with their names

  /// The unit of the name at `span`; empty where none was written.
  [[nodiscard]] std::string unit_at(const SourceSpan& span) const;
};

/// Reads them from all texts of a model, which was elaborated before.
[[nodiscard]] DeclaredTexts declared_texts(const SourceMap& sources);

} // namespace api
} // namespace dalembert
