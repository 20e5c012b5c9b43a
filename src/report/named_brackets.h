#pragma once

#include <dalembert/report/equation_text.h>

#include <vector>

namespace dalembert {

/// Gives names to brackets that make lines hard to set in `width` em: those longer than a third of a line that stand
/// twice or more, one of them in a line that has to be broken, and denominators longer than half a line, which cannot
/// be broken. The longest first; a name is a capital letter that is free, A, B, …, and its meaning joins the
/// definitions of the lines that use it.
void name_wide_brackets(std::vector<EquationLine*> lines, double width);

} // namespace dalembert
