#pragma once

#include <dalembert/language/arena.h>
#include <dalembert/language/expression.h>
#include <dalembert/language/statement.h>

#include <cstdint>
#include <string>

namespace dalembert {
inline namespace language {
namespace ast {

/// What the statements leave out: a comment (`span` from `#` to the end of its line) or a run of blank lines.
struct Trivia {
  enum class Kind : std::uint8_t { comment, blank_lines };
  SourceSpan span;
  Kind kind = Kind::comment;
  bool stands_alone = false; ///< a comment with nothing before it on its line
};

/// One parsed model file. Pointers and views in it point into `arena` and stay valid while it lives, moves included.
/// Statements that could not be read are missing; the diagnostics say so.
struct File {
  std::uint32_t file = 0; ///< its number in the SourceMap
  List<Statement> statements;
  List<Trivia> trivia; ///< in order of place
  Arena arena;
};

/// One relation that stands alone: a question about a model, `m*x'' = F` or `p.x = const`. Lifetimes as for File.
struct Question {
  std::uint32_t file = 0;             ///< its number in the SourceMap
  const Relation* relation = nullptr; ///< null where it could not be read
  Arena arena;
};

/// Prints the structure of `file` without places, comments or layout: equal for two texts that mean the same.
/// One statement a line, expressions in prefix form; for tests and for `--dump ast`.
[[nodiscard]] std::string dump(const File& file);

} // namespace ast
} // namespace language
} // namespace dalembert
