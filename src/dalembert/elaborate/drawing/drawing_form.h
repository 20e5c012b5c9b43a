#pragma once

#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/drawing/drawing_kinds.h>

namespace dalembert {
inline namespace elaboration {

/// Returns the way in which a `draw` is written; null where its kind is not known (E1101) or an argument or a clause is
/// missing, stands twice or does not belong to the kind (E1102), which is reported.
[[nodiscard]] const DrawingKind* form_of_drawing(const Builder& builder, const Plain<ast::Draw>& item);

} // namespace elaboration
} // namespace dalembert
