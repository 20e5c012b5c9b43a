#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/language/ast.h>
#include <dalembert/language/token.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// What lexing leaves beside the tokens: comments and blank lines, and what was wrong.
struct LexerOutput {
  Tokens tokens;
  std::vector<Trivia> trivia;
  std::vector<Diagnostic> diagnostics; ///< unterminated strings, comments of other languages
};

/// Cuts `text` (file `file` of a SourceMap) into tokens; never fails. Cost: linear in the length.
[[nodiscard]] LexerOutput lex(std::string_view text, std::uint32_t file);

/// Fills `partner` and `holds_condition` from the tokens.
void match_brackets(Tokens& tokens, std::string_view text);

} // namespace ast
} // namespace language
} // namespace dalembert
