#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/elaborate/meaning/options.h>
#include <dalembert/language/ast.h>

#include <memory>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// A model with everything that it includes.
struct Library {
  std::vector<std::unique_ptr<ast::File>> included;
  std::vector<const ast::File*> files; ///< all of them, included ones before those that include them
  const ast::File* model = nullptr;    ///< the one that the others belong to
  std::vector<Diagnostic> diagnostics; ///< of reading the included files
  bool is_whole = true;                ///< false where a file could not be read: names may stand there
};

/// Reads what `file` includes, each file once; E0211 where there is none, E0212 where files include each other.
[[nodiscard]] Library load_includes(const ast::File& file, SourceMap& sources, const ElaborateOptions& options);

} // namespace elaboration
} // namespace dalembert
