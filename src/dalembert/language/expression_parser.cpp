#include <dalembert/language/complaints.h>
#include <dalembert/language/expression_parser.h>
#include <dalembert/language/fold_habits.h>
#include <dalembert/language/habits.h>
#include <dalembert/language/notations.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr std::uint32_t max_height = 8 * max_nesting; // nodes; a level of nesting is up to seven nodes high

constexpr auto called_words = std::to_array<std::string_view>(
    {"sin",   "cos", "tan",  "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",    "exp",   "log",
     "sqrt",  "abs", "sign", "max",  "min",  "dot",  "cross", "norm", "unit", "pos",     "vel",   "acc",
     "omega", "der", "ddt",  "d",    "sum",  "prod", "all",   "work", "lost", "impulse", "drift", "heaviside"});

std::uint32_t height_of(const IndexList& list) {
  std::uint32_t height = 0;
  for (const IndexItem& item : list.items)
    height = std::max(height, item.range == nullptr ? item.value->height
                                                    : std::max(item.range->lower->height, item.range->upper->height));
  return height;
}

Diagnostic too_deep(SourceSpan span) {
  Diagnostic d = complaint("E0110", span, fmt::format("this is nested deeper than {} levels", max_nesting));
  d.help = "give the inner parts names with `let`";
  return d;
}

} // namespace

ExpressionParser::Level::Level(ExpressionParser& parser) : parser_(parser) {
  if (parser_.level_ >= max_nesting) parser_.cursor_.fail(too_deep(parser_.cursor_.span(parser_.cursor_.peek())));
  ++parser_.level_;
}

void ExpressionParser::check_height(std::uint32_t height) {
  if (height > max_height) cursor_.fail(too_deep(cursor_.span(cursor_.previous())));
}

const Expr* ExpressionParser::make(std::uint32_t begin, std::uint32_t height, Expr::Node node) {
  check_height(height);
  return cursor_.arena().make<Expr>(cursor_.since(begin), height, node);
}

void ExpressionParser::reset() {
  open_bars_ = 0;
  reset_context();
}

const Expr* ExpressionParser::expression() {
  const Level level(*this);
  return cursor_.sees_word("if", Break::allowed) ? conditional() : sum();
}

const Expr* ExpressionParser::expression_here() {
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("an expression");
  return expression();
}

const Expr* ExpressionParser::conditional() {
  const std::uint32_t begin = cursor_.take().begin;
  Conditional node;
  node.condition = condition();
  cursor_.expect_word("then", Break::allowed);
  node.yes = expression();
  cursor_.expect_word("else", Break::allowed);
  node.no = expression();
  return make(begin, std::max({node.condition->height, node.yes->height, node.no->height}) + 1, node);
}

const Expr* ExpressionParser::sum() {
  const std::uint32_t begin = cursor_.peek().begin;
  const Expr* first = product();
  std::uint32_t height = first->height;
  std::vector<Link> rest;
  while (cursor_.sees(TokenKind::plus, Break::allowed) || cursor_.sees(TokenKind::minus, Break::allowed)) {
    const Token& sign = cursor_.take();
    const Operator op = sign.kind == TokenKind::plus ? Operator::add : Operator::subtract;
    const Expr* operand = product();
    height = std::max(height, operand->height);
    rest.push_back({operand, cursor_.span(sign), op});
  }
  return rest.empty() ? first : make(begin, height + 1, Chain{first, cursor_.arena().list(rest)});
}

const Expr* ExpressionParser::product() {
  const std::uint32_t begin = cursor_.peek().begin;
  const Expr* first = unary();
  std::uint32_t height = first->height;
  std::vector<Link> rest;
  while (true) {
    Link link;
    const bool is_star = cursor_.sees(TokenKind::star, Break::allowed);
    if (is_star || cursor_.sees(TokenKind::slash, Break::allowed)) {
      link.operator_span = cursor_.span(cursor_.take());
      link.op = is_star ? Operator::multiply : Operator::divide;
    } else if (operand_follows()) {
      const Diagnostic missing = missing_product(cursor_);
      link.operator_span = missing.span;
      link.op = Operator::multiply;
      cursor_.report(missing);
    } else {
      break;
    }
    link.operand = unary();
    height = std::max(height, link.operand->height);
    rest.push_back(link);
  }
  return rest.empty() ? first : make(begin, height + 1, Chain{first, cursor_.arena().list(rest)});
}

/// True where something that can only be multiplied stands directly behind an operand.
bool ExpressionParser::operand_follows() const {
  const Token& token = cursor_.peek();
  if (!Cursor::is_near(token, Break::forbidden)) return false;
  const bool is_outside = cursor_.depth() == 0 && open_bars_ == 0;
  if (is_outside && clauses_ == Clauses::of_constraint && is_constraint_clause_name(cursor_.text(token))) return false;
  const bool is_between_clauses = is_outside && clauses_ == Clauses::of_draw;
  if (is_between_clauses && (cursor_.previous().kind != TokenKind::number || is_draw_clause_name(cursor_.text(token))))
    return false;
  if (token.kind == TokenKind::number || token.kind == TokenKind::round_open) return true;
  if (token.kind == TokenKind::bar) return open_bars_ == 0;
  if (!cursor_.is_name(token)) return false;
  static constexpr auto clauses = std::to_array<std::string_view>({"conjugate", "against", "along"});
  const bool is_misspelt = cursor_.text(token).size() > 4 && !nearest(cursor_.text(token), clauses).empty();
  return !is_misspelt && !equation_follows();
}

/// True where the name here starts the next `name = value` of a list whose comma is missing.
bool ExpressionParser::equation_follows() const {
  const bool is_in_block = cursor_.innermost() == TokenKind::curly_open;
  if (!is_in_block && !(is_list_of_equations_ && cursor_.depth() == 0)) return false;
  std::size_t i = cursor_.index() + 1;
  while (Cursor::is_near(cursor_.token(i), Break::forbidden)) {
    const TokenKind kind = cursor_.token(i).kind;
    if (kind == TokenKind::equal || kind == TokenKind::tilde) return true;
    const bool is_part_of_name =
        kind == TokenKind::prime || kind == TokenKind::square_open || kind == TokenKind::dot || kind == TokenKind::word;
    if (!is_part_of_name) return false;
    const std::uint32_t partner = cursor_.all().partner[std::min(i, cursor_.all().partner.size() - 1)];
    i = partner > i ? partner + 1 : i + 1;
  }
  return false;
}

const Expr* ExpressionParser::unary() {
  const bool is_minus = cursor_.sees(TokenKind::minus, Break::allowed);
  if (!is_minus && !cursor_.sees(TokenKind::plus, Break::allowed)) return power();
  const Level level(*this);
  const std::uint32_t begin = cursor_.take().begin;
  const Expr* operand = unary();
  return make(begin, operand->height + 1, Unary{is_minus ? Sign::minus : Sign::plus, operand});
}

const Expr* ExpressionParser::power() {
  const std::uint32_t begin = cursor_.peek().begin;
  const Expr* base = postfix();
  if (std::holds_alternative<Name>(base->node)) {
    if (const std::optional<Notation> notation = power_of_word(cursor_)) {
      cursor_.report(notation->diagnostic);
      cursor_.move_to(notation->end);
      return base;
    }
  }
  if (cursor_.sees(TokenKind::superscript)) {
    cursor_.take(); // reported as a look-alike; the exponent does not matter to the errors that follow
    return base;
  }
  if (!cursor_.accept(TokenKind::caret)) return base;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("an exponent");
  const Level level(*this);
  const Expr* exponent = unary();
  return make(begin, std::max(base->height, exponent->height) + 1, Power{base, exponent});
}

const Expr* ExpressionParser::postfix() {
  return in_frame(postfix_chain(atom(), false));
}

const Expr* ExpressionParser::reference(std::string_view what, Break line_break) {
  const std::uint32_t begin = cursor_.peek().begin;
  const Name name = cursor_.expect_name(what, line_break);
  return postfix_chain(make(begin, 1, name), true);
}

const Expr* ExpressionParser::axis() {
  const Token& first = cursor_.peek();
  if (first.kind != TokenKind::round_open) {
    const std::string_view word = cursor_.text(first);
    const bool is_letter = first.kind == TokenKind::word && (word == "x" || word == "y" || word == "z");
    if (!is_letter) cursor_.fail_expecting("an axis: x, y, z or a vector in parentheses", Break::allowed);
    return make(first.begin, 1, cursor_.expect_any_word("an axis", Break::allowed));
  }
  cursor_.open();
  const Expr* inner = expression();
  if (cursor_.sees(TokenKind::comma, Break::allowed)) {
    Diagnostic d = complaint("E0114", cursor_.span(cursor_.peek()), "an axis in parentheses is one expression");
    d.help = "a vector given by its components needs its own parentheses: ((0, 1, 0))";
    cursor_.fail(std::move(d));
  }
  cursor_.close();
  return make(first.begin, inner->height + 1, Group{inner});
}

const Expr* ExpressionParser::postfix_chain(const Expr* expr, bool is_reference) {
  const std::uint32_t begin = expr->span.begin;
  while (cursor_.peek().gap == Gap::none) {
    const TokenKind kind = cursor_.peek().kind;
    const bool is_member =
        kind == TokenKind::dot && cursor_.peek(1).kind == TokenKind::word && cursor_.peek(1).gap == Gap::none;
    if (kind == TokenKind::square_open) {
      const IndexList* list = index();
      expr = make(begin, std::max(expr->height, height_of(*list)) + 1, Index{expr, list});
    } else if (is_member) {
      cursor_.take();
      const Name member = cursor_.expect_any_word("a name");
      expr = make(begin, expr->height + 1, Member{expr, member});
    } else if (kind == TokenKind::round_open && !is_reference) {
      expr = call(expr);
    } else if (kind == TokenKind::prime && !is_reference) {
      cursor_.take();
      expr = make(begin, expr->height + 1, Prime{expr});
    } else {
      break;
    }
  }
  return expr;
}

const Expr* ExpressionParser::call(const Expr* callee) {
  cursor_.open();
  std::vector<const Expr*> arguments;
  std::uint32_t height = callee->height;
  refuse_file_name(*callee);
  if (!cursor_.sees(TokenKind::round_close, Break::allowed)) {
    do {
      arguments.push_back(expression());
      height = std::max(height, arguments.back()->height);
    } while (cursor_.accept(TokenKind::comma));
  }
  cursor_.close();
  return make(callee->span.begin, height + 1, Call{callee, cursor_.arena().list(arguments)});
}

const Expr* ExpressionParser::in_frame(const Expr* operand) {
  if (!cursor_.sees_word("in") || !frame_follows()) return operand;
  cursor_.take();
  const Expr* frame = reference("a frame");
  return make(operand->span.begin, std::max(operand->height, frame->height) + 1, InFrame{operand, frame});
}

/// True where the word `in` here is followed by a frame, not by a range.
bool ExpressionParser::frame_follows() const {
  std::size_t i = cursor_.index() + 1;
  if (!cursor_.is_name(cursor_.token(i)) || !Cursor::is_near(cursor_.token(i), Break::forbidden)) return false;
  ++i;
  while (cursor_.token(i).gap == Gap::none) {
    const Token& token = cursor_.token(i);
    const std::uint32_t partner = cursor_.all().partner[std::min(i, cursor_.all().partner.size() - 1)];
    if (token.kind == TokenKind::dot && cursor_.token(i + 1).kind == TokenKind::word &&
        cursor_.token(i + 1).gap == Gap::none)
      i += 2;
    else if (token.kind == TokenKind::square_open && partner > i)
      i = partner + 1;
    else
      break;
  }
  const Token& next = cursor_.token(i);
  return !(next.kind == TokenKind::range && Cursor::is_near(next, Break::forbidden));
}

const Expr* ExpressionParser::atom() {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::number) return number();
  if (token.kind == TokenKind::round_open) return group_or_tuple();
  if (token.kind == TokenKind::bar) return absolute();
  const bool is_next_statement = is_on_new_line(token) && cursor_.is_contextual_start(cursor_.index());
  if (cursor_.is_name(token) && !is_next_statement) {
    const auto kind = fold_kind(cursor_.text(token));
    if (starts_fold()) {
      if (!kind) cursor_.fail(unknown_fold(cursor_));
      return fold(*kind);
    }
    if (auto known = kind ? fold_of_another_notation(cursor_) : std::nullopt) cursor_.fail(std::move(*known));
    if (starts_table()) return table();
    const Name name = cursor_.expect_name("a name", Break::allowed);
    const bool is_called = std::find(called_words.begin(), called_words.end(), name.text) != called_words.end();
    if (is_called && cursor_.sees(TokenKind::round_open) && cursor_.peek().gap == Gap::blanks) {
      Diagnostic d = complaint("E0109", cursor_.span(cursor_.previous().end, cursor_.peek().begin),
                               fmt::format("no space is allowed between `{}` and its bracket", name.text));
      d.edit = Edit{d.span, ""};
      cursor_.report(std::move(d));
      return call(make(name.span.begin, 1, name));
    }
    return make(name.span.begin, 1, name);
  }
  cursor_.fail_expecting("an expression", Break::allowed);
}

const Expr* ExpressionParser::number() {
  const Token& token = cursor_.take();
  Number node{cursor_.arena().text(cursor_.text(token)), cursor_.span(token), nullptr};
  const Token& next = cursor_.peek();
  if (next.kind == TokenKind::word && next.gap == Gap::none &&
      (cursor_.text(next) == "e" || cursor_.text(next) == "E")) {
    Diagnostic d = complaint("E0112", cursor_.span(token.begin, next.end), "the exponent of this number has no digits");
    d.help = fmt::format("write {}e3 for {}·10³", node.text, node.text);
    cursor_.fail(std::move(d));
  }
  node.unit = cursor_.accept_unit();
  return make(token.begin, 1, node);
}

const Expr* ExpressionParser::group_or_tuple() {
  const std::uint32_t begin = cursor_.peek().begin;
  cursor_.open();
  const int outer_bars = std::exchange(open_bars_, 0);
  std::vector<const Expr*> items;
  std::uint32_t height = 0;
  do {
    items.push_back(expression());
    height = std::max(height, items.back()->height);
  } while (cursor_.accept(TokenKind::comma, Break::allowed));
  open_bars_ = outer_bars;
  cursor_.close();
  if (items.size() == 1) return make(begin, height + 1, Group{items.front()});
  return make(begin, height + 1, Tuple{cursor_.arena().list(items)});
}

const Expr* ExpressionParser::absolute() {
  const Token& bar = cursor_.take();
  ++open_bars_;
  const Expr* inner = expression();
  --open_bars_;
  if (!cursor_.sees(TokenKind::bar, Break::allowed)) {
    if (auto known = habit(cursor_)) cursor_.fail(std::move(*known));
    Diagnostic d = complaint("E0105", cursor_.behind(), "a `|` is missing");
    d.labels.push_back({cursor_.span(bar), "this `|` is not closed"});
    d.edit = Edit{d.span, "|"};
    cursor_.fail(std::move(d));
  }
  cursor_.take();
  return make(bar.begin, inner->height + 1, Abs{inner});
}

} // namespace ast
} // namespace language
} // namespace dalembert
