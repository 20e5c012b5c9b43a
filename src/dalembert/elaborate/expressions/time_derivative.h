#pragma once

#include <dalembert/elaborate/meaning/context.h>

namespace dalembert {
inline namespace elaboration {

/// Returns the time derivative of `operand`, which stands at `span`; of a tuple, that of each component. Reports what
/// cannot be differentiated (E0508): reactions, what is gathered along a run, accelerations.
[[nodiscard]] Value time_derivative(Context& context, const Value& operand, SourceSpan span);

} // namespace elaboration
} // namespace dalembert
