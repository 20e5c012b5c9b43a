#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/study.h>

#include <vector>

namespace dalembert {
inline namespace api {

/// Joins the hidden constraints of a singular mass matrix to those that are declared (derivation/hidden_constraints.h),
/// and adds what is to be said of others to `found`.
void add_hidden_constraints(Study& study, std::vector<Diagnostic>& found);

/// Refuses the run of a model with a gauge freedom, whose motion nothing determines. @throws ModelError (E0308)
void refuse_gauges(const std::vector<Diagnostic>& found);

} // namespace api
} // namespace dalembert
