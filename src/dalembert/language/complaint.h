#pragma once

#include <dalembert/base/diagnostic.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace language {
namespace ast {

/// An error with a code, a place and a one-line message.
[[nodiscard]] Diagnostic complaint(std::string_view code, SourceSpan span, std::string message);

} // namespace ast
} // namespace language
} // namespace dalembert
