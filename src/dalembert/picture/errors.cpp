#include <dalembert/picture/errors.h>

namespace dalembert {
inline namespace picture {

bool is_picture_error(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::warning && diagnostic.code.starts_with('E');
}

void raise_picture_errors(std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& each : diagnostics)
    if (is_picture_error(each)) each.severity = Severity::error;
}

} // namespace picture
} // namespace dalembert
