#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/language/ast.h>
#include <dalembert/language/token_view.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// Errors of one file that are told; more help nobody.
inline constexpr std::size_t max_errors = 200;

/// Levels of brackets, signs, exponents, primes, `if` and `for` that may stand inside each other.
inline constexpr int max_nesting = 200;

/// Ends the reading of a statement; what was wrong has been reported.
struct Failure {};

/// A place in the tokens of one file that moves: taking tokens, remembering open brackets, reporting.
class Cursor : public TokenView {
public:
  Cursor(std::string_view text, std::uint32_t file, const Tokens& tokens, Arena& arena);

  // ---- taking
  const Token& take();
  bool accept(TokenKind kind, Break line_break = Break::forbidden);
  bool accept_word(std::string_view word, Break line_break = Break::forbidden);
  /// Takes `kind`, or fails with "expected `what`".
  const Token& expect(TokenKind kind, std::string_view what, Break line_break = Break::forbidden);
  SourceSpan expect_word(std::string_view word, Break line_break = Break::forbidden);
  Name expect_name(std::string_view what, Break line_break = Break::forbidden);
  /// Takes any word, reserved or not.
  Name expect_any_word(std::string_view what, Break line_break = Break::forbidden);
  /// Takes a unit bracket that starts at the current token; null where none does.
  const UnitText* accept_unit();
  /// Takes the bracket that opens here.
  void open();
  /// Takes the bracket that closes the one opened last, or fails.
  void close(Break line_break = Break::allowed);
  void forget_brackets(std::size_t depth) { keep_open(depth); }
  void move_to(std::size_t index) { stand_at(index); }

  /// What an attempt may undo.
  struct Mark {
    Place place;
    std::size_t diagnostics;
  };
  [[nodiscard]] Mark mark() const { return {place(), diagnostics_.size()}; }
  void rewind(const Mark& mark);
  [[nodiscard]] bool has_reported_since(const Mark& mark) const { return diagnostics_.size() > mark.diagnostics; }

  // ---- reporting
  /// Keeps `diagnostic`; fails where there are `max_errors` of them.
  void report(Diagnostic diagnostic);
  [[nodiscard]] bool is_hopeless() const { return diagnostics_.size() >= max_errors; }
  [[noreturn]] void fail(Diagnostic diagnostic);
  /// Explains why the current token is not `what`, and fails.
  [[noreturn]] void fail_expecting(std::string_view what, Break line_break = Break::forbidden);
  [[nodiscard]] std::vector<Diagnostic>& diagnostics() { return diagnostics_; }
  [[nodiscard]] Arena& arena() { return arena_; }

private:
  Arena& arena_;
  std::vector<Diagnostic> diagnostics_;
};

} // namespace ast
} // namespace language
} // namespace dalembert
