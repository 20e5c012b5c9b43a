#pragma once

#include <dalembert/textbook/atoms.h>

#include <string>

namespace dalembert {

/// Prints a sum in the language's syntax; `own` is the coordinate whose acceleration leads.
///
/// Sums: accelerations, rates, the rest, multipliers; the first positive term leads. Products: number, parameters,
/// coordinates, multipliers, functions, brackets, rates, accelerations. Brackets only where precedence asks for them.
[[nodiscard]] std::string typeset(const AtomTable& atoms, const Sum& sum, int own = -1);

} // namespace dalembert
