#pragma once

#include <dalembert/language/ast.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Options of elaboration.
struct ElaborateOptions {
  /// `--set` arguments, `name=value` or `name=value [unit]`: they replace values of parameters and counts.
  std::vector<std::string> overrides;

  /// Finds the text of an `include`: `path` as written, `from` the name of the including file. Returns the name of the
  /// file for messages, and its text; nothing where there is none.
  struct Included {
    std::string name;
    std::string text;
    std::string refusal = {}; ///< why it cannot be read; empty where it was
    std::string help = {};    ///< how to resolve that
  };
  std::function<std::optional<Included>(const std::string& path, const std::string& from)> include;

  /// Statements to judge that are not part of the model; they become the claims of the Study.
  std::vector<const ast::Question*> questions;
  /// Further texts that belong to the model, such as a `let` that a question needs.
  std::vector<const ast::File*> additions;

  /// Largest number of expressions evaluated while families are expanded; a model that needs more is refused (E0214).
  std::size_t largest_expansion = 10'000'000;
};

} // namespace elaboration
} // namespace dalembert
