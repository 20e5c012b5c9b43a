#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/language/ast.h>

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// Reads file `file` of `sources` into a tree; docs/language.md, section 2.
///
/// Every error of the file is appended to `diagnostics` in order of place, each with its exact span and, where one edit
/// corrects it, that edit; reading goes on at the next statement. Where an error has one obvious meaning (`==`, `**`, a
/// missing `*`) the statement is read as if it were corrected. The tree may be elaborated when
/// `has_errors(diagnostics)` is false. A byte-order mark, Windows line ends, Greek letters and subscript digits are
/// accepted. Cost: time and memory proportional to the length of the text.
[[nodiscard]] File parse(const SourceMap& sources, std::uint32_t file, std::vector<Diagnostic>& diagnostics);

/// Reads the text of `file` of `sources` as one relation, by the rules of a `check` line without the word; mistakes are
/// appended to `diagnostics`.
[[nodiscard]] Question parse_question(const SourceMap& sources, std::uint32_t file,
                                      std::vector<Diagnostic>& diagnostics);

} // namespace ast
} // namespace language
} // namespace dalembert
