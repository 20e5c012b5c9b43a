#pragma once

#include <dalembert/algebra/atoms.h>

#include <string>

namespace dalembert {

/// Prints a sum in the language's syntax.
///
/// Sums: accelerations (that of the leading coordinate first), rates, the rest, multipliers; the first positive term
/// leads. Products: number, parameters, coordinates, multipliers, functions, brackets, rates, accelerations. Brackets
/// only where precedence asks for them.
[[nodiscard]] std::string typeset(const AtomTable& atoms, const Sum& sum);

} // namespace dalembert
