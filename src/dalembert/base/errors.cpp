#include <dalembert/base/errors.h>

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace dalembert {
inline namespace base {

namespace {

std::string headline(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::error) return fmt::format("{}: {}", d.code, d.message);
  return "model error";
}

} // namespace

ModelError::ModelError(Diagnostic diagnostic) : ModelError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

ModelError::ModelError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(headline(diagnostics)), diagnostics_(std::move(diagnostics)) {}

void fail_ensure(const char* condition, const char* file, int line) {
  // Where the source lay when the program was built says nothing to who runs it.
  std::string_view place(file);
  for (const std::string_view root : {"/src/", "/tests/"})
    if (const std::size_t at = place.rfind(root); at != std::string_view::npos) place.remove_prefix(at + 1);
  throw InternalError(fmt::format("{}:{}: an internal check failed: {}", place, line, condition));
}

} // namespace base
} // namespace dalembert
