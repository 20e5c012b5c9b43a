#pragma once

#include <dalembert/base/diagnostic.h>

#include <vector>

namespace dalembert {
inline namespace picture {

/// True for a mistake in a `draw` or `animate` statement. Such a mistake has the code of an error and the severity of a
/// warning: it stops nothing but the picture.
[[nodiscard]] bool is_picture_error(const Diagnostic& diagnostic);

/// Makes errors of the mistakes in the picture, for a command that is about nothing else.
void raise_picture_errors(std::vector<Diagnostic>& diagnostics);

} // namespace picture
} // namespace dalembert
