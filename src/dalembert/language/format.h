#pragma once

#include <dalembert/base/source.h>
#include <dalembert/language/ast.h>

#include <string>

namespace dalembert {
inline namespace language {
namespace ast {

/// Lays out the text of `file` in the canonical way and returns it.
///
/// One statement a line; `+`, `-` and relations spaced, `*`, `/`, `^` and indices tight; bodies of `for` and of broken
/// blocks indented by two; lines that go on indented by four. The user's own line breaks inside a statement, spelling
/// of numbers and names, and comments are kept, as is one blank line of several. Neighbouring energies, constraints and
/// reactions are set in columns, and so are the descriptions and comments behind neighbouring lines. Idempotent; the
/// tree of the result is that of `file` (`dump` is equal). A text with syntax errors is returned as it is.
[[nodiscard]] std::string format(const SourceMap& sources, const File& file);

} // namespace ast
} // namespace language
} // namespace dalembert
