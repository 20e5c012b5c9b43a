#include <dalembert/language/format.h>
#include <dalembert/language/layout.h>
#include <dalembert/language/lexer.h>
#include <dalembert/language/spacing.h>
#include <dalembert/language/words.h>

#include <algorithm>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr int step = 2; // columns of indentation for what stands inside braces, and for a line that goes on

class Formatter {
public:
  Formatter(std::string_view text, const File& file)
      : text_(text),
        file_(file),
        lexed_(lex(text, file.file)),
        tokens_(lexed_.tokens.tokens),
        spacing_(text, file.statements) {}

  std::vector<Line> run() {
    statements(file_.statements, 0);
    trivia_before(static_cast<std::uint32_t>(text_.size()) + 1, 0);
    drop_trailing_blank();
    return std::move(lines_);
  }

private:
  [[nodiscard]] std::string_view text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

  // ---- statements

  void statements(List<Statement> all, int indent) {
    for (const Statement& statement : all) {
      trivia_before(statement.span.begin, indent);
      while (tokens_[at_].begin < statement.span.begin)
        ++at_; // the `;` between statements
      if (const For* loop = std::get_if<For>(&statement.node))
        for_statement(statement, *loop, indent);
      else
        tokens_up_to(statement.span.end, statement, indent);
    }
  }

  void for_statement(const Statement& statement, const For& loop, int indent) {
    tokens_up_to(loop.range.span.end, statement, indent);
    line().text += " {";
    ++at_;
    const std::size_t header = lines_.size();
    was_blank_ = true;
    statements(loop.body, indent + step);
    while (tokens_[at_].kind == TokenKind::semicolon)
      ++at_;
    trivia_before(tokens_[at_].begin, indent + step);
    drop_trailing_blank();
    const bool is_empty = lines_.size() == header && lines_.back().comment.empty();
    if (!is_empty) new_line(indent);
    line().text += '}';
    ++at_;
    was_blank_ = false;
  }

  /// Emits the tokens of `statement` that end at or before `end`.
  void tokens_up_to(std::uint32_t end, const Statement& statement, int indent) {
    start_statement(statement, indent);
    token(Gap::none);
    while (tokens_[at_].kind != TokenKind::end && tokens_[at_].end <= end) {
      const bool breaks = is_on_new_line(tokens_[at_]);
      if (breaks) {
        trivia_inside(tokens_[at_].begin, indent + (spacing_.is_in_block() ? step : line_indent()));
        new_line(indent + (in_block() ? block_indent() : line_indent()));
      }
      token(breaks ? Gap::none : Gap::blanks);
    }
    was_blank_ = false;
  }

  void start_statement(const Statement& statement, int indent) {
    new_line(indent);
    spacing_.start_statement();
    kind_ = column_kind(statement);
    line().kind = kind_;
    list_indent_ = is_list(statement) ? static_cast<int>(statement.keyword.end - statement.keyword.begin) + 1 : 0;
  }

  /// Statements that are a list behind their first word.
  [[nodiscard]] static bool is_list(const Statement& statement) {
    const Statement::Node& node = statement.node;
    return std::holds_alternative<Declarations>(node) || std::holds_alternative<Function>(node) ||
           std::holds_alternative<Initial>(node) || std::holds_alternative<Assume>(node) ||
           std::holds_alternative<Check>(node) || std::holds_alternative<Plot>(node) ||
           std::holds_alternative<Show>(node);
  }

  /// Statements that are set in columns with their neighbours.
  [[nodiscard]] static std::string column_kind(const Statement& statement) {
    if (std::holds_alternative<Energy>(statement.node)) return "energy";
    if (std::holds_alternative<Constraint>(statement.node)) return "constraint";
    if (std::holds_alternative<Reaction>(statement.node)) return "reaction";
    return "";
  }

  // ---- tokens

  [[nodiscard]] bool in_block() const { return spacing_.is_in_block() || tokens_[at_].kind == TokenKind::curly_close; }

  /// Indentation inside the braces of a block: a setting by one step, its further lines by more, the brace by none.
  [[nodiscard]] int block_indent() const {
    if (tokens_[at_].kind == TokenKind::curly_close) return 0;
    const bool starts_setting =
        tokens_[at_].kind == TokenKind::word && tokens_[at_ + 1].kind == TokenKind::equal && !spacing_.is_in_brackets();
    return starts_setting ? step : 2 * step;
  }

  /// Indentation of a further line of a statement: under the first item of a list, one step otherwise.
  [[nodiscard]] int line_indent() const {
    if (list_indent_ == 0) return step;
    const bool is_item = spacing_.previous()->kind == TokenKind::comma && !spacing_.is_in_brackets();
    return is_item ? list_indent_ : list_indent_ + step;
  }

  /// Emits the current token, or the whole unit that starts at it; `gap` is none at the start of a line.
  void token(Gap gap) {
    const Token& current = tokens_[at_];
    const std::size_t unit = spacing_.unit_bytes(current);
    if (gap != Gap::none && spacing_.has_space_before(current)) line().text += ' ';
    mark_column(current, unit != 0);
    if (unit != 0) return take_unit(unit);
    const bool is_description = is_description_here() && gap != Gap::none;
    if (is_description) {
      line().text.pop_back();
      line().description = text(current);
    } else {
      (line().description.empty() ? line().text : line().description) += text(current); // a comma behind a description
    }
    has_string_ = has_string_ || current.kind == TokenKind::string;
    spacing_.pass(current);
    ++at_;
  }

  /// False for statements whose string is a title or a file name and stays where it is.
  [[nodiscard]] bool has_description() const {
    const std::string_view word = spacing_.statement_word();
    return word != "model" && word != "include" && word != "export";
  }

  /// True for a string that is the only one of its line and, but for a comma, the end of it.
  [[nodiscard]] bool is_description_here() const {
    const bool is_candidate =
        tokens_[at_].kind == TokenKind::string && !spacing_.is_in_block() && !has_string_ && has_description();
    return is_candidate && (ends_line(at_) || (tokens_[at_ + 1].kind == TokenKind::comma && ends_line(at_ + 1)));
  }

  [[nodiscard]] bool ends_line(std::size_t index) const {
    const Token& next = tokens_[index + 1];
    return next.kind == TokenKind::end || is_on_new_line(next) || next.kind == TokenKind::semicolon ||
           next.kind == TokenKind::curly_close;
  }

  void take_unit(std::size_t bytes) {
    const std::uint32_t begin = tokens_[at_].begin;
    line().text += '[' + canonical_unit(text_.substr(begin + 1, bytes - 2)) + ']';
    const auto end = begin + static_cast<std::uint32_t>(bytes);
    while (tokens_[at_].end < end)
      ++at_;
    spacing_.pass_unit(tokens_[at_++]);
  }

  /// Notes where the columns of energies, constraints and reactions start on the first line of the statement.
  void mark_column(const Token& token, bool is_unit) {
    if (kind_.empty() || line().kind.empty() || spacing_.previous() == nullptr) return;
    const bool is_second = &token == &tokens_[first_ + 1];
    const bool is_top = !spacing_.is_in_brackets() && !spacing_.is_in_block();
    bool starts = false;
    if (kind_ == "energy") starts = is_second;
    if (kind_ == "constraint") starts = is_top && spacing_.previous()->kind == TokenKind::colon;
    if (kind_ == "reaction" && is_top && token.kind == TokenKind::word) {
      const std::string_view word = text(token);
      starts = word == "of" || word == "conjugate" || (word == "at" && line().columns.size() < 3);
    }
    if (kind_ == "reaction" && is_unit) starts = true;
    if (starts) line().columns.push_back(line().text.size());
  }

  // ---- lines

  Line& line() { return lines_.back(); }

  void new_line(int indent) {
    lines_.emplace_back();
    lines_.back().indent = indent;
    first_ = at_;
    has_string_ = false;
  }

  void drop_trailing_blank() {
    while (!lines_.empty() && lines_.back().is_blank)
      lines_.pop_back();
  }

  /// Emits comments and blank lines between statements, up to byte `end`.
  void trivia_before(std::uint32_t end, int indent) {
    for (; next_trivia_ < lexed_.trivia.size() && lexed_.trivia[next_trivia_].span.begin < end; ++next_trivia_) {
      const Trivia& trivia = lexed_.trivia[next_trivia_];
      if (trivia.kind == Trivia::Kind::comment) {
        comment(trivia, indent);
      } else if (!lines_.empty() && !was_blank_) {
        new_line(0);
        line().is_blank = true;
        was_blank_ = true;
      }
    }
  }

  /// Emits comments inside a statement; blank lines there are dropped.
  void trivia_inside(std::uint32_t end, int indent) {
    for (; next_trivia_ < lexed_.trivia.size() && lexed_.trivia[next_trivia_].span.begin < end; ++next_trivia_)
      if (lexed_.trivia[next_trivia_].kind == Trivia::Kind::comment) comment(lexed_.trivia[next_trivia_], indent);
  }

  void comment(const Trivia& trivia, int indent) {
    const std::string_view words = text_.substr(trivia.span.begin, trivia.span.end - trivia.span.begin);
    if (!trivia.stands_alone && !lines_.empty()) {
      line().comment = words;
      return;
    }
    new_line(indent);
    line().text = words;
    line().is_comment_line = true;
    was_blank_ = false;
  }

  std::string_view text_;
  const File& file_;
  LexerOutput lexed_;
  const std::vector<Token>& tokens_;
  Spacing spacing_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  std::size_t first_ = 0;
  std::size_t next_trivia_ = 0;
  std::string kind_;
  int list_indent_ = 0;
  bool has_string_ = false;
  bool was_blank_ = false;
};

/// True where two texts have the same tokens, the `;` between them aside, and as many comments: nothing was lost.
bool says_the_same(std::string_view a, std::string_view b) {
  const LexerOutput left = lex(a, 0);
  const LexerOutput right = lex(b, 0);
  const auto comments = [](const LexerOutput& lexed) {
    return std::count_if(lexed.trivia.begin(), lexed.trivia.end(),
                         [](const Trivia& trivia) { return trivia.kind == Trivia::Kind::comment; });
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (true) {
    while (left.tokens.tokens[i].kind == TokenKind::semicolon)
      ++i;
    while (right.tokens.tokens[j].kind == TokenKind::semicolon)
      ++j;
    const Token& x = left.tokens.tokens[i++];
    const Token& y = right.tokens.tokens[j++];
    if (a.substr(x.begin, x.end - x.begin) != b.substr(y.begin, y.end - y.begin)) return false;
    if (x.kind == TokenKind::end) return comments(left) == comments(right);
  }
}

} // namespace

std::string format(const SourceMap& sources, const File& file) {
  const std::string_view text = sources.text(file.file);
  std::string formatted = set_in_columns(Formatter(text, file).run());
  // statements that could not be read are not in the tree
  return says_the_same(text, formatted) ? formatted : std::string(text);
}

} // namespace ast
} // namespace language
} // namespace dalembert
