#pragma once

#include <dalembert/base/dimension.h>
#include <dalembert/base/rational.h>
#include <dalembert/expr/function.h>

#include <optional>

namespace dalembert {
inline namespace mechanics {

/// Returns the exponent that a dimension gets by a power; nothing for numbers beyond 64.
[[nodiscard]] std::optional<Exponent> dimension_exponent(const Rational& power);

/// True for functions whose value has the dimension of their arguments: |x|, min, max, the remainder of a division.
[[nodiscard]] bool keeps_dimension(Function f);

/// True for functions that ask only for a sign or an angle of quantities of one dimension; their value is a number.
[[nodiscard]] bool takes_any_dimension(Function f);

} // namespace mechanics
} // namespace dalembert
