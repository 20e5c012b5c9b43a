#pragma once

#include <dalembert/elaborate/declaring/declarations.h>
#include <dalembert/elaborate/declaring/include.h>
#include <dalembert/elaborate/meaning/context.h>
#include <dalembert/elaborate/meaning/overrides.h>

namespace dalembert {
inline namespace elaboration {

/// Expands `for` and families, enters every declared name into the table of symbols, works out counts and ranges, and
/// refuses what is not supported. The value of a count that is no whole number of counts stays open where no range
/// needs it. Mistakes go to `context`, which is asked for nothing but numbers.
[[nodiscard]] Declarations declare(const Library& library, const Overrides& overrides, Context& context);

} // namespace elaboration
} // namespace dalembert
