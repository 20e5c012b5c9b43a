#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/language/token.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// Whether a line may break before a token: the `_` and `__` of the grammar.
enum class Break : std::uint8_t { forbidden, allowed };

/// A place in the tokens of one file, and what is seen from it: the tokens around, the brackets that are open.
class TokenView {
public:
  TokenView(std::string_view text, std::uint32_t file, const Tokens& tokens);

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
  /// True where token `index` is a contextual word such as `draw` before another name: there a statement starts.
  [[nodiscard]] bool is_contextual_start(std::size_t index) const;
  [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::end; }

  [[nodiscard]] SourceSpan span(const Token& token) const { return {file_, token.begin, token.end}; }
  [[nodiscard]] SourceSpan span(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }
  /// From byte `begin` to the end of the token taken last.
  [[nodiscard]] SourceSpan since(std::uint32_t begin) const { return {file_, begin, last_end_}; }
  /// The empty place just behind the token taken last.
  [[nodiscard]] SourceSpan behind() const { return {file_, last_end_, last_end_}; }

  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] TokenKind innermost() const;
  [[nodiscard]] const Token& innermost_token() const { return token(open_.back()); }

protected:
  void stand_at(std::size_t index);

  /// What an attempt may undo.
  struct Place {
    std::size_t at;
    std::uint32_t last_end;
    std::size_t depth;
  };
  [[nodiscard]] Place place() const { return {at_, last_end_, open_.size()}; }
  void go_back_to(const Place& place);

  void open_here() { open_.push_back(at_); }
  void close_innermost() { open_.pop_back(); }
  void keep_open(std::size_t depth) { open_.resize(depth); }

private:
  std::string_view text_;
  std::uint32_t file_;
  const Tokens& all_;
  std::size_t at_ = 0;
  std::uint32_t last_end_ = 0;
  std::vector<std::size_t> open_;
};

} // namespace ast
} // namespace language
} // namespace dalembert
