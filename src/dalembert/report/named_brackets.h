#pragma once

#include <dalembert/printing/equation_text.h>

#include <vector>

namespace dalembert {
inline namespace report {

/// Names the sub-expressions that make a line too wide for `width` em: repeated ones wider than a third of a line, if
/// at least one use is in a line that must be broken, and denominators wider than half a line, which cannot be broken.
/// The widest come first; a name is a free capital letter, A, B, …, and its meaning is added to the definitions of the
/// lines that use it.
void name_wide_brackets(std::vector<EquationLine*> lines, double width);

} // namespace report
} // namespace dalembert
