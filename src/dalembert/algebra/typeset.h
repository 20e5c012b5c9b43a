#pragma once

#include <dalembert/algebra/atoms.h>

namespace dalembert {
inline namespace algebra {

/// Prints a sum as a formula of the language.
///
/// Sums: accelerations (that of the leading coordinate first), rates, the rest, multipliers; the first positive term
/// leads. Products: number, parameters, coordinates, multipliers, functions, brackets, rates, accelerations. Within a
/// class by declaration, brackets by what they begin with: the text does not depend on what was printed before.
/// Brackets only where precedence asks for them.
[[nodiscard]] Formula typeset(const AtomTable& atoms, const Sum& sum);

} // namespace algebra
} // namespace dalembert
