#pragma once

#include <dalembert/elaborate/whole/elaborate.h>

#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Adds to the errors of reading `file`, which `diagnostics` holds, those mistakes of its other statements that are
/// mistakes whatever the unread text says: a mistake is kept where its statement holds no name of the unread text nor
/// one that is declared by means of such a name; one of dimensions, where no chain of statements leads from its names
/// to the unread text; a name that does not exist, where the unread text does not hold it. All are put in order of
/// place.
void complain_beside_unread(const ast::File& file, SourceMap& sources, const ElaborateOptions& options,
                            std::vector<Diagnostic>& diagnostics);

} // namespace elaboration
} // namespace dalembert
