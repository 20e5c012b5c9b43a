#include <dalembert/language/complaints.h>
#include <dalembert/language/statement_parser.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

bool separates(const Token& token) {
  return token.kind == TokenKind::end || token.gap == Gap::line;
}

/// Signs after which a statement goes on in the next line.
bool goes_on(TokenKind kind) {
  switch (kind) {
  case TokenKind::comma:
  case TokenKind::plus:
  case TokenKind::minus:
  case TokenKind::star:
  case TokenKind::slash:
  case TokenKind::caret:
  case TokenKind::equal:
  case TokenKind::less:
  case TokenKind::less_equal:
  case TokenKind::greater:
  case TokenKind::greater_equal:
  case TokenKind::round_open:
  case TokenKind::square_open:
    return true;
  default:
    return false;
  }
}

} // namespace

StatementParser::Rule StatementParser::rule(std::string_view word) {
#define DALEMBERT_WORD(word, rule) std::pair<std::string_view, Rule>(#word, &StatementParser::rule),
  static constexpr std::array rules{DALEMBERT_STATEMENT_WORDS(DALEMBERT_WORD)
                                        DALEMBERT_CONTEXTUAL_WORDS(DALEMBERT_WORD)};
#undef DALEMBERT_WORD
  for (const auto& [name, function] : rules)
    if (name == word) return function;
  return nullptr;
}

/// True where token `index` is a word that starts a statement.
bool StatementParser::starts_statement_here(std::size_t index) const {
  const Token& token = cursor_.token(index);
  const bool is_reserved_word = token.kind == TokenKind::word && starts_statement(cursor_.text(token));
  return is_reserved_word || cursor_.is_contextual_start(index);
}

const Relation* StatementParser::question() {
  try {
    const Relation* read = cursor_.arena().make<Relation>(expressions_.relation());
    if (!cursor_.at_end()) cursor_.fail(leftover(cursor_, "question"));
    return read;
  } catch (const Failure&) {
    return nullptr;
  }
}

List<Statement> StatementParser::file() {
  std::vector<Statement> all;
  while (!cursor_.at_end()) {
    std::vector<Statement> some = statements(false);
    all.insert(all.end(), some.begin(), some.end());
    if (cursor_.at_end() || cursor_.is_hopeless()) break;
    // a `}` that closes nothing
    cursor_.report(no_statement(cursor_));
    cursor_.take();
  }
  return cursor_.arena().list(all);
}

/// Reads statements up to the end of the file or to a `}`, which is left.
std::vector<Statement> StatementParser::statements(bool is_body) {
  std::vector<Statement> out;
  if (!is_body && cursor_.index() == 0 && empty_statements(true)) return out;
  while (!cursor_.at_end() && !cursor_.sees(TokenKind::curly_close, Break::allowed)) {
    if (cursor_.is_hopeless()) {
      cursor_.move_to(cursor_.all().tokens.size());
      break;
    }
    statement_and_end(out, is_body);
  }
  return out;
}

void StatementParser::statement_and_end(std::vector<Statement>& out, bool is_body) {
  const std::size_t first = cursor_.index();
  try {
    if (auto read = statement()) {
      out.push_back(*read);
      end_of_statement(*read, is_body);
    } else {
      recover(first, is_body);
    }
  } catch (const Failure&) {
    recover(first, is_body);
  }
}

std::optional<Statement> StatementParser::statement() {
  const Token& word = cursor_.peek();
  const bool is_definition = cursor_.peek(1).kind == TokenKind::equal; // of a name that may be a contextual word
  const bool is_word = word.kind == TokenKind::word && !(is_definition && is_contextual(cursor_.text(word)));
  const Rule read = is_word ? rule(cursor_.text(word)) : nullptr;
  if (read == nullptr) {
    cursor_.report(no_statement(cursor_));
    return std::nullopt;
  }
  const std::string_view outer = std::exchange(keyword_, cursor_.text(word));
  cursor_.take();
  expressions_.reset_context();
  Statement::Node node = (this->*read)();
  expressions_.reset_context();
  keyword_ = outer;
  follows_draw_ = std::holds_alternative<Draw>(node);
  return Statement{cursor_.since(word.begin), cursor_.span(word), node};
}

/// Takes what separates this statement from the next one, or reports what stands there instead.
void StatementParser::end_of_statement(const Statement& statement, bool is_body) {
  if (separates(cursor_.peek())) return;
  if (is_body && cursor_.sees(TokenKind::curly_close, Break::allowed)) return;
  if (!cursor_.sees(TokenKind::semicolon)) {
    const std::string_view word = cursor_.text(statement.keyword.begin, statement.keyword.end);
    cursor_.fail(leftover(cursor_, word));
  }
  if (!is_body && empty_statements(false)) return;
  cursor_.take();
  if (is_body && cursor_.sees(TokenKind::curly_close, Break::allowed)) {
    Diagnostic d = complaint("E0118", cursor_.span(cursor_.previous()), "there is no statement after this `;`");
    d.edit = Edit{d.span, ""};
    cursor_.report(std::move(d));
  }
}

/// Takes the `;` that may end a file; false, and nothing taken, where something follows them.
bool StatementParser::empty_statements(bool is_first) {
  std::size_t i = cursor_.index();
  while (cursor_.token(i).kind == TokenKind::semicolon &&
         (Cursor::is_near(cursor_.token(i), Break::forbidden) || (is_first && i == cursor_.index())))
    ++i;
  if (i == cursor_.index() || cursor_.token(i).kind != TokenKind::end) return false;
  cursor_.move_to(i);
  return true;
}

/// True where `kind` occurs before what seems to be the next statement.
bool StatementParser::line_has(TokenKind kind) const {
  for (std::size_t i = cursor_.index(); cursor_.token(i).kind != TokenKind::end; ++i) {
    const Token& token = cursor_.token(i);
    const bool is_next = i > cursor_.index() && is_on_new_line(token) && starts_statement_here(i);
    if (is_next || token.kind == TokenKind::semicolon) return false;
    if (token.kind == kind) return true;
  }
  return false;
}

/// True where a number with or without unit is all that is left of the statement before its block.
bool StatementParser::ends_after_number() const {
  std::size_t i = cursor_.index() + 1;
  const std::uint32_t partner = cursor_.all().partner[std::min(i, cursor_.all().partner.size() - 1)];
  if (cursor_.token(i).kind == TokenKind::square_open && partner > i) i = partner + 1;
  const Token& next = cursor_.token(i);
  return is_on_new_line(next) || next.kind == TokenKind::end || next.kind == TokenKind::semicolon ||
         next.kind == TokenKind::curly_open;
}

/// Goes to where the next statement seems to start.
void StatementParser::recover(std::size_t first, bool is_body) {
  std::size_t depth = cursor_.depth();
  cursor_.forget_brackets(0);
  expressions_.reset();
  if (cursor_.index() == first) cursor_.move_to(first + 1);
  for (; !cursor_.at_end(); cursor_.move_to(cursor_.index() + 1)) {
    const Token& token = cursor_.peek();
    const std::string_view word = token.kind == TokenKind::word ? cursor_.text(token) : std::string_view{};
    if (token.gap == Gap::line && !word.empty()) {
      if (starts_statement_here(cursor_.index())) return;
      if (depth == 0 && !continues_statement(word) && !goes_on(cursor_.previous().kind)) return;
    }
    if (token.kind == TokenKind::curly_close && depth == 0 && is_body) return;
    if (token.kind == TokenKind::semicolon && depth == 0) return cursor_.move_to(cursor_.index() + 1);
    const bool is_opener = token.kind == TokenKind::round_open || token.kind == TokenKind::square_open ||
                           token.kind == TokenKind::curly_open;
    if (is_opener) ++depth;
    if (is_closer(token.kind) && depth > 0) --depth;
  }
}

} // namespace ast
} // namespace language
} // namespace dalembert
