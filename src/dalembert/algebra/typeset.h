#pragma once

#include <dalembert/algebra/atoms.h>

namespace dalembert::inline algebra {

/// Prints a sum as a formula of the language.
///
/// Sums: accelerations (that of the leading coordinate first), rates, the rest, multipliers; the first positive term
/// leads. Products: number, parameters, coordinates, multipliers, functions, brackets, rates, accelerations. Brackets
/// only where precedence asks for them.
[[nodiscard]] Formula typeset(const AtomTable& atoms, const Sum& sum);

} // namespace dalembert::inline algebra
