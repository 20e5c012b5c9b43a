#include <dalembert/language/format.h>
#include <dalembert/language/layout.h>
#include <dalembert/language/lexer.h>
#include <dalembert/language/words.h>

#include <algorithm>
#include <unordered_set>

namespace dalembert::ast {

namespace {

constexpr int step = 2; // columns of indentation for what stands inside braces, and for a line that goes on

bool is_additive(TokenKind kind) {
  return kind == TokenKind::plus || kind == TokenKind::minus;
}

bool is_tight_operator(TokenKind kind) {
  return kind == TokenKind::star || kind == TokenKind::slash || kind == TokenKind::caret;
}

/// What a token is where its characters alone do not tell.
enum class Role : std::uint8_t { plain, opening, closing, sign, call };

/// Finds the units of a file that stand behind declared names: only the tree knows them from an index.
class NameUnits {
public:
  void add(List<Statement> statements) {
    for (const Statement& statement : statements)
      std::visit([this](const auto& node) { add(node); }, statement.node);
  }
  [[nodiscard]] bool has(std::uint32_t begin) const { return begins_.contains(begin); }

private:
  void add(const UnitText* unit) {
    if (unit != nullptr) begins_.insert(unit->span.begin);
  }
  void add(const Declarations& node) {
    for (const Declaration& item : node.items)
      add(item.unit);
  }
  void add(const Function& node) {
    for (const FunctionDeclaration& item : node.items)
      add(item.unit);
  }
  void add(const Reaction& node) { add(node.unit); }
  void add(const Friction& node) { add(node.unit); }
  void add(const Impact& node) { add(node.unit); }
  void add(const For& node) { add(node.body); }
  template <class Other>
  void add(const Other& /*node*/) {}

  std::unordered_set<std::uint32_t> begins_;
};

class Formatter {
public:
  Formatter(std::string_view text, const File& file)
      : text_(text), file_(file), lexed_(lex(text, file.file)), tokens_(lexed_.tokens.tokens) {
    units_.add(file.statements);
  }

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
      const bool breaks = tokens_[at_].gap == Gap::line || tokens_[at_].gap == Gap::odd;
      if (breaks) {
        trivia_inside(tokens_[at_].begin, indent + (curly_ > 0 ? step : line_indent()));
        new_line(indent + (in_block() ? block_indent() : line_indent()));
      }
      token(breaks ? Gap::none : Gap::blanks);
    }
    was_blank_ = false;
  }

  void start_statement(const Statement& statement, int indent) {
    new_line(indent);
    curly_ = round_ = square_ = 0;
    previous_ = nullptr;
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

  [[nodiscard]] bool in_block() const { return curly_ > 0 || tokens_[at_].kind == TokenKind::curly_close; }

  /// Indentation inside the braces of a block: a setting by one step, its further lines by more, the brace by none.
  [[nodiscard]] int block_indent() const {
    if (tokens_[at_].kind == TokenKind::curly_close) return 0;
    const bool starts_setting = tokens_[at_].kind == TokenKind::word && tokens_[at_ + 1].kind == TokenKind::equal &&
                                round_ == 0 && square_ == 0;
    return starts_setting ? step : 2 * step;
  }

  /// Indentation of a further line of a statement: under the first item of a list, one step otherwise.
  [[nodiscard]] int line_indent() const {
    if (list_indent_ == 0) return step;
    const bool is_item = previous_->kind == TokenKind::comma && round_ == 0 && square_ == 0;
    return is_item ? list_indent_ : list_indent_ + step;
  }

  /// Emits the current token, or the whole unit that starts at it; `gap` is none at the start of a line.
  void token(Gap gap) {
    const Token& current = tokens_[at_];
    const std::size_t unit = unit_bytes(current);
    const Role role = role_of(current);
    const bool is_spaced = gap != Gap::none && (unit != 0 || needs_space(current, role));
    if (is_spaced) line().text += ' ';
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
    count_brackets(current.kind);
    remember(current, role);
    ++at_;
  }

  /// False for statements whose string is a title or a file name and stays where it is.
  [[nodiscard]] bool has_description() const {
    return statement_word_ != "model" && statement_word_ != "include" && statement_word_ != "export";
  }

  /// True for a string that is the only one of its line and, but for a comma, the end of it.
  [[nodiscard]] bool is_description_here() const {
    const bool is_candidate =
        tokens_[at_].kind == TokenKind::string && curly_ == 0 && !has_string_ && has_description();
    return is_candidate && (ends_line(at_) || (tokens_[at_ + 1].kind == TokenKind::comma && ends_line(at_ + 1)));
  }

  [[nodiscard]] bool ends_line(std::size_t index) const {
    const Token& next = tokens_[index + 1];
    return next.kind == TokenKind::end || next.gap == Gap::line || next.gap == Gap::odd ||
           next.kind == TokenKind::semicolon || next.kind == TokenKind::curly_close;
  }

  void remember(const Token& token, Role role) {
    if (previous_ == nullptr) statement_word_ = text(token);
    was_member_ = previous_ != nullptr && previous_->kind == TokenKind::dot;
    previous_ = &token;
    previous_role_ = role;
    is_after_unit_ = false;
  }

  [[nodiscard]] std::size_t unit_bytes(const Token& token) const {
    if (token.kind != TokenKind::square_open || previous_ == nullptr) return 0;
    const bool is_unit = units_.has(token.begin) || token.gap == Gap::blanks ||
                         (previous_->kind == TokenKind::number && !is_after_unit_);
    return is_unit ? unit_length(text_.substr(token.begin)) : 0;
  }

  void take_unit(std::size_t bytes) {
    const std::uint32_t begin = tokens_[at_].begin;
    line().text += '[' + canonical_unit(text_.substr(begin + 1, bytes - 2)) + ']';
    const auto end = begin + static_cast<std::uint32_t>(bytes);
    while (tokens_[at_].end < end)
      ++at_;
    previous_ = &tokens_[at_];
    previous_role_ = Role::plain;
    is_after_unit_ = true;
    was_member_ = false;
    ++at_;
  }

  void count_brackets(TokenKind kind) {
    if (kind == TokenKind::curly_open) ++curly_;
    if (kind == TokenKind::curly_close) --curly_;
    if (kind == TokenKind::round_open) ++round_;
    if (kind == TokenKind::round_close) --round_;
    if (kind == TokenKind::square_open) ++square_;
    if (kind == TokenKind::square_close) --square_;
  }

  /// True where the token before ends an operand, so that an operator, index, call or prime may follow.
  [[nodiscard]] bool follows_operand() const {
    if (previous_ == nullptr) return false;
    switch (previous_->kind) {
    case TokenKind::word:
      if (statement_word_ == "frame" && text(*previous_) == "spin") return false;
      return was_member_ || !is_reserved(text(*previous_));
    case TokenKind::number:
    case TokenKind::round_close:
    case TokenKind::square_close:
    case TokenKind::prime:
      return true;
    case TokenKind::bar:
      return previous_role_ == Role::closing;
    default:
      return false;
    }
  }

  [[nodiscard]] Role role_of(const Token& token) const {
    if (token.kind == TokenKind::bar) return follows_operand() ? Role::closing : Role::opening;
    if (is_additive(token.kind)) return follows_operand() ? Role::plain : Role::sign;
    if (token.kind == TokenKind::round_open)
      return follows_operand() && token.gap == Gap::none ? Role::call : Role::opening;
    return Role::plain;
  }

  [[nodiscard]] bool needs_space(const Token& token, Role role) const {
    switch (token.kind) {
    case TokenKind::comma:
    case TokenKind::semicolon:
    case TokenKind::colon:
    case TokenKind::dot:
    case TokenKind::range:
    case TokenKind::prime:
    case TokenKind::round_close:
    case TokenKind::square_open:
    case TokenKind::square_close:
    case TokenKind::star:
    case TokenKind::slash:
    case TokenKind::caret:
      return false;
    case TokenKind::plus:
    case TokenKind::minus:
      if (role != Role::sign) return square_ == 0;
      break;
    case TokenKind::bar:
      if (role == Role::closing) return false;
      break;
    case TokenKind::round_open:
      if (role == Role::call) return false;
      break;
    case TokenKind::curly_close:
      return previous_->kind != TokenKind::curly_open;
    default:
      break;
    }
    return leaves_space();
  }

  /// True where the token before wants a space behind it.
  [[nodiscard]] bool leaves_space() const {
    switch (previous_->kind) {
    case TokenKind::dot:
    case TokenKind::range:
    case TokenKind::round_open:
    case TokenKind::square_open:
      return false;
    case TokenKind::bar:
      return previous_role_ == Role::closing;
    case TokenKind::plus:
    case TokenKind::minus:
      return previous_role_ != Role::sign && square_ == 0;
    default:
      return !is_tight_operator(previous_->kind);
    }
  }

  /// Notes where the columns of energies, constraints and reactions start on the first line of the statement.
  void mark_column(const Token& token, bool is_unit) {
    if (kind_.empty() || line().kind.empty() || previous_ == nullptr) return;
    const bool is_second = &token == &tokens_[first_ + 1];
    const bool is_top = round_ == 0 && square_ == 0 && curly_ == 0;
    bool starts = false;
    if (kind_ == "energy") starts = is_second;
    if (kind_ == "constraint") starts = is_top && previous_->kind == TokenKind::colon;
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
  NameUnits units_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  std::size_t first_ = 0;
  std::size_t next_trivia_ = 0;
  const Token* previous_ = nullptr;
  Role previous_role_ = Role::plain;
  std::string kind_;
  std::string_view statement_word_;
  int curly_ = 0;
  int round_ = 0;
  int square_ = 0;
  int list_indent_ = 0;
  bool has_string_ = false;
  bool is_after_unit_ = false;
  bool was_member_ = false;
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

} // namespace dalembert::ast
