#include <dalembert/language/complaint.h>

#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

Diagnostic complaint(std::string_view code, SourceSpan span, std::string message) {
  Diagnostic d;
  d.code = code;
  d.span = span;
  d.message = std::move(message);
  return d;
}

} // namespace ast
} // namespace language
} // namespace dalembert
