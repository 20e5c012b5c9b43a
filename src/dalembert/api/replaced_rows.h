#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/study.h>

#include <vector>

namespace dalembert {
inline namespace api {

/// Replaces constraints that vanish on their whole zero set by regular equations (derivation/vanishing_constraints.h),
/// in the study of a run too, and adds what is to be said to `found`, with an edit of the text where one does it.
void replace_vanishing_rows(Study& study, const SourceMap& sources, std::vector<Diagnostic>& found);

} // namespace api
} // namespace dalembert
