#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/language/ast.h>
#include <dalembert/language/token.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert::ast {

/// Whether a line may break before a token: the `_` and `__` of the grammar.
enum class Break : std::uint8_t { forbidden, allowed };

/// Errors of one file that are told; more help nobody.
inline constexpr std::size_t max_errors = 200;

/// Ends the reading of a statement; what was wrong has been reported.
struct Failure {};

/// A place in the tokens of one file, with what the parser needs at it: looking, taking, remembering open brackets,
/// reporting.
class Cursor {
public:
  Cursor(std::string_view text, std::uint32_t file, const Tokens& tokens, Arena& arena);

  // ---- looking
  [[nodiscard]] std::size_t index() const { return at_; }
  [[nodiscard]] const Token& token(std::size_t index) const;
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return token(at_ + ahead); }
  [[nodiscard]] const Token& previous() const { return token(at_ == 0 ? 0 : at_ - 1); }
  [[nodiscard]] std::string_view text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  [[nodiscard]] std::string_view text(std::uint32_t begin, std::uint32_t end) const {
    return text_.substr(begin, end - begin);
  }
  [[nodiscard]] std::string_view rest(const Token& token) const { return text_.substr(token.begin); }
  [[nodiscard]] const Tokens& all() const { return all_; }
  /// True where `token` stands on the line of the token before it, or `line_break` allows another line.
  [[nodiscard]] static bool is_near(const Token& token, Break line_break);
  [[nodiscard]] bool sees(TokenKind kind, Break line_break = Break::forbidden) const;
  [[nodiscard]] bool sees_touching(TokenKind kind) const { return peek().kind == kind && peek().gap == Gap::none; }
  [[nodiscard]] bool sees_word(std::string_view word, Break line_break = Break::forbidden) const;
  /// True where a name (a word that is not reserved) stands here.
  [[nodiscard]] bool sees_name(Break line_break = Break::forbidden) const;
  [[nodiscard]] bool is_name(const Token& token) const;
  [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::end; }

  // ---- places
  [[nodiscard]] SourceSpan span(const Token& token) const { return {file_, token.begin, token.end}; }
  [[nodiscard]] SourceSpan span(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }
  /// From byte `begin` to the end of the token taken last.
  [[nodiscard]] SourceSpan since(std::uint32_t begin) const { return {file_, begin, last_end_}; }
  /// The empty place just behind the token taken last.
  [[nodiscard]] SourceSpan behind() const { return {file_, last_end_, last_end_}; }

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
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] TokenKind innermost() const;
  [[nodiscard]] const Token& innermost_token() const { return token(open_.back()); }
  void forget_brackets(std::size_t depth) { open_.resize(depth); }
  void move_to(std::size_t index);

  /// What an attempt may undo.
  struct Mark {
    std::size_t at;
    std::uint32_t last_end;
    std::size_t depth;
    std::size_t diagnostics;
  };
  [[nodiscard]] Mark mark() const { return {at_, last_end_, open_.size(), diagnostics_.size()}; }
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
  std::string_view text_;
  std::uint32_t file_;
  const Tokens& all_;
  Arena& arena_;
  std::size_t at_ = 0;
  std::uint32_t last_end_ = 0;
  std::vector<std::size_t> open_;
  std::vector<Diagnostic> diagnostics_;
};

} // namespace dalembert::ast
