#pragma once

#include <dalembert/language/ast.h>
#include <dalembert/language/token.h>

#include <string_view>
#include <unordered_set>

namespace dalembert {
inline namespace language {
namespace ast {

/// Says where blanks stand in a well-set text: it is shown the tokens of a statement one after the other.
class Spacing {
public:
  /// `statements` are those of `text`: only the tree knows the unit behind a declared name from an index.
  Spacing(std::string_view text, List<Statement> statements);

  void start_statement();

  /// Length of the unit `[…]` that starts at `token`, the next one; 0 where none does.
  [[nodiscard]] std::size_t unit_bytes(const Token& token) const;
  /// True where a blank stands before `token`, the next one.
  [[nodiscard]] bool has_space_before(const Token& token) const;

  void pass(const Token& token);
  void pass_unit(const Token& last); ///< `last` is the bracket that closes the unit

  [[nodiscard]] const Token* previous() const { return previous_; } ///< nullptr at the start of a statement
  [[nodiscard]] std::string_view statement_word() const { return statement_word_; }
  [[nodiscard]] bool is_in_block() const { return curly_ > 0; }
  [[nodiscard]] bool is_in_brackets() const { return round_ > 0 || square_ > 0; }

private:
  /// What a token is where its characters alone do not tell.
  enum class Role : std::uint8_t { plain, opening, closing, sign, call };

  [[nodiscard]] std::string_view text(const Token& token) const;
  [[nodiscard]] bool is_in_draw() const;
  [[nodiscard]] bool follows_operand() const;
  [[nodiscard]] Role role_of(const Token& token) const;
  [[nodiscard]] bool leaves_space() const;

  std::string_view text_;
  std::unordered_set<std::uint32_t> units_; ///< where the units behind declared names begin
  const Token* previous_ = nullptr;
  Role previous_role_ = Role::plain;
  std::string_view statement_word_;
  int curly_ = 0;
  int round_ = 0;
  int square_ = 0;
  bool is_after_unit_ = false;
  bool is_after_clause_name_ = false; ///< behind `from`, `through` or `turned` of a `draw`
  bool was_member_ = false;
};

} // namespace ast
} // namespace language
} // namespace dalembert
