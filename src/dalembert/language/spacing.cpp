#include <dalembert/language/spacing.h>
#include <dalembert/language/words.h>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

bool is_additive(TokenKind kind) {
  return kind == TokenKind::plus || kind == TokenKind::minus;
}

bool is_tight_operator(TokenKind kind) {
  return kind == TokenKind::star || kind == TokenKind::slash || kind == TokenKind::caret;
}

/// Finds the units of a file that stand behind declared names: only the tree knows them from an index.
class NameUnits {
public:
  void add(List<Statement> statements) {
    for (const Statement& statement : statements)
      std::visit([this](const auto& node) { add(node); }, statement.node);
  }
  std::unordered_set<std::uint32_t> take() { return std::move(begins_); }

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

} // namespace

Spacing::Spacing(std::string_view text, List<Statement> statements) : text_(text) {
  NameUnits units;
  units.add(statements);
  units_ = units.take();
}

void Spacing::start_statement() {
  curly_ = round_ = square_ = 0;
  previous_ = nullptr;
}

std::string_view Spacing::text(const Token& token) const {
  return text_.substr(token.begin, token.end - token.begin);
}

std::size_t Spacing::unit_bytes(const Token& token) const {
  if (token.kind != TokenKind::square_open || previous_ == nullptr) return 0;
  const bool is_unit = units_.contains(token.begin) || token.gap == Gap::blanks ||
                       (previous_->kind == TokenKind::number && !is_after_unit_);
  return is_unit ? unit_length(text_.substr(token.begin)) : 0;
}

void Spacing::pass(const Token& token) {
  const Role role = role_of(token);
  if (token.kind == TokenKind::curly_open) ++curly_;
  if (token.kind == TokenKind::curly_close) --curly_;
  if (token.kind == TokenKind::round_open) ++round_;
  if (token.kind == TokenKind::round_close) --round_;
  if (token.kind == TokenKind::square_open) ++square_;
  if (token.kind == TokenKind::square_close) --square_;
  if (previous_ == nullptr) statement_word_ = text(token);
  const bool is_clause_name = token.kind == TokenKind::word && is_draw_clause_name(text(token));
  is_after_clause_name_ = is_clause_name && is_in_draw() && follows_operand();
  was_member_ = previous_ != nullptr && previous_->kind == TokenKind::dot;
  previous_ = &token;
  previous_role_ = role;
  is_after_unit_ = false;
}

void Spacing::pass_unit(const Token& last) {
  previous_ = &last;
  previous_role_ = Role::plain;
  is_after_clause_name_ = false;
  is_after_unit_ = true;
  was_member_ = false;
}

/// True between the clauses of a `draw`, outside of brackets.
bool Spacing::is_in_draw() const {
  return statement_word_ == "draw" && !is_in_brackets() && !is_in_block();
}

/// True where the token before ends an operand, so that an operator, index, call or prime may follow.
bool Spacing::follows_operand() const {
  if (previous_ == nullptr) return false;
  switch (previous_->kind) {
  case TokenKind::word:
    if (statement_word_ == "frame" && text(*previous_) == "spin") return false;
    if (is_after_clause_name_) return false;
    if (is_in_draw() && (text(*previous_) == "point" || text(*previous_) == "frame")) return true; // what is drawn
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

Spacing::Role Spacing::role_of(const Token& token) const {
  if (token.kind == TokenKind::bar) return follows_operand() ? Role::closing : Role::opening;
  if (is_additive(token.kind)) return follows_operand() ? Role::plain : Role::sign;
  if (token.kind == TokenKind::round_open)
    return follows_operand() && token.gap == Gap::none ? Role::call : Role::opening;
  return Role::plain;
}

bool Spacing::has_space_before(const Token& token) const {
  if (unit_bytes(token) != 0) return true;
  const Role role = role_of(token);
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
bool Spacing::leaves_space() const {
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

} // namespace ast
} // namespace language
} // namespace dalembert
