#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/language/ast.h>
#include <dalembert/mechanics/study.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {

/// What elaboration may be told besides the text.
struct ElaborateOptions {
  /// `--set` arguments, `name=value` or `name=value [unit]`: they replace values of parameters and counts.
  std::vector<std::string> overrides;

  /// Finds the text of an `include`: `path` as written, `from` the name of the including file. Returns the name under
  /// which a person knows the file, and its text; nothing where there is none.
  struct Included {
    std::string name;
    std::string text;
    std::string refusal = {}; ///< why it cannot be read; empty where it was
    std::string help = {};    ///< what to do then
  };
  std::function<std::optional<Included>(const std::string& path, const std::string& from)> include;

  /// Statements to judge, asked beside the model; they become the claims of the Study.
  std::vector<const ast::Question*> questions;
  /// Further texts that belong to the model, such as a `let` that a question needs.
  std::vector<const ast::File*> additions;

  /// Expressions that may be looked at while families are expanded; a model that needs more is refused (E0214).
  std::size_t largest_expansion = 10'000'000;
};

/// Gives every name and expression of `file` its meaning: names, families, units, constraints, what is asked for.
///
/// Names may be used before their declaration. Numbers stay exact and are in coherent SI units. Dimensions are checked
/// where the file (or one that it includes) has a unit anywhere, and inferred for names declared with neither unit nor
/// value. A constraint's residual is left minus right; it is holonomic where no rate occurs. Nothing is derived.
/// Every mistake of the file is appended to `diagnostics`, in order of place; included files and overrides are added
/// to `sources`. The Study is meaningful where `has_errors(diagnostics)` is false.
/// Cost: O(size of the expanded model); a recursive family of n members is linear in n.
[[nodiscard]] Study elaborate(const ast::File& file, SourceMap& sources, const ElaborateOptions& options,
                              std::vector<Diagnostic>& diagnostics);

} // namespace dalembert
