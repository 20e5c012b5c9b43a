#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/elaborate/meaning/options.h>
#include <dalembert/language/ast.h>
#include <dalembert/mechanics/study.h>

#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Gives every name and expression of `file` its meaning: names, families, units, constraints, what is asked for.
///
/// Names may be used before their declaration. Numbers stay exact and are in coherent SI units. Dimensions are checked
/// where the file (or one that it includes) has a unit anywhere, and inferred for names declared with neither unit nor
/// value. A constraint's residual is left minus right; it is holonomic where no rate occurs. Nothing is derived.
/// Every mistake of the file is appended to `diagnostics`, in order of place; those in `draw` and `animate` are
/// warnings with the code of an error (`is_picture_error`). Included files and overrides are added to `sources`. The
/// Study is meaningful where `has_errors(diagnostics)` is false. Cost: O(size of the expanded model); a recursive
/// family of n members is linear in n.
[[nodiscard]] Study elaborate(const ast::File& file, SourceMap& sources, const ElaborateOptions& options,
                              std::vector<Diagnostic>& diagnostics);

} // namespace elaboration
} // namespace dalembert
