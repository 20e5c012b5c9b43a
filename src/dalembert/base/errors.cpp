#include <dalembert/base/errors.h>

#include <fmt/format.h>

#include <utility>

namespace dalembert::inline base {

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
  throw InternalError(fmt::format("{}:{}: an internal check failed: {}", file, line, condition));
}

} // namespace dalembert::inline base
