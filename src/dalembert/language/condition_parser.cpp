// Ranges, indices, relations and conditions: what holds expressions together without being one.
#include <dalembert/language/complaints.h>
#include <dalembert/language/expression_parser.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

std::uint32_t height_of(const std::vector<const Condition*>& parts) {
  std::uint32_t height = 0;
  for (const Condition* part : parts)
    height = std::max(height, part->height);
  return height + 1;
}

} // namespace

const UnitText* unit_of_number(const Expr* upper) {
  while (const Unary* sign = get_if<Unary>(upper))
    upper = sign->operand;
  const Number* number = get_if<Number>(upper);
  return number == nullptr ? nullptr : number->unit;
}

const Expr* ExpressionParser::upper_end() {
  const bool is_missing = !Cursor::is_near(cursor_.peek(), Break::forbidden) || cursor_.at_end();
  if (is_missing) cursor_.fail_expecting("the upper end of the range");
  return sum();
}

Range ExpressionParser::range() {
  const std::uint32_t begin = cursor_.peek().begin;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("a range such as 0..10");
  return range_from(begin, sum());
}

Range ExpressionParser::range_or_list(const Expr*& list) {
  const std::uint32_t begin = cursor_.peek().begin;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden))
    cursor_.fail_expecting("a range such as 0..10, or values such as (1, 2, 5)");
  const Expr* const first = sum();
  if (get_if<Tuple>(first) == nullptr || cursor_.sees(TokenKind::range)) return range_from(begin, first);
  list = first;
  Range node;
  node.unit = cursor_.accept_unit();
  node.span = cursor_.since(begin);
  return node;
}

/// A range whose lower end is read.
Range ExpressionParser::range_from(std::uint32_t begin, const Expr* lower) {
  Range node;
  node.lower = lower;
  cursor_.expect(TokenKind::range, "`..` and the upper end of the range");
  node.upper = upper_end();
  node.unit = cursor_.accept_unit();
  if (node.unit == nullptr) node.unit = unit_of_number(node.upper);
  node.span = cursor_.since(begin);
  return node;
}

List<const Expr*> ExpressionParser::expressions() {
  std::vector<const Expr*> items;
  do
    items.push_back(expression());
  while (cursor_.accept(TokenKind::comma));
  return cursor_.arena().list(items);
}

bool ExpressionParser::is_binder() const {
  const Token& in = cursor_.peek(1);
  const bool has_in = in.kind == TokenKind::word && cursor_.text(in) == "in" && Cursor::is_near(in, Break::forbidden);
  return cursor_.is_name(cursor_.peek()) && has_in && range_follows(cursor_.index() + 2);
}

IndexItem ExpressionParser::index_item() {
  const std::uint32_t begin = cursor_.peek().begin;
  Arena& arena = cursor_.arena();
  IndexItem item;
  if (is_binder()) {
    item.binder = arena.make<Name>(cursor_.expect_name("a name", Break::allowed));
    cursor_.expect_word("in");
    item.range = arena.make<Range>(range());
  } else {
    const Expr* value = expression();
    if (cursor_.accept(TokenKind::range)) {
      const Expr* upper = upper_end();
      item.range = arena.make<Range>(cursor_.since(begin), value, upper, unit_of_number(upper));
    } else {
      item.value = value;
    }
  }
  item.span = cursor_.since(begin);
  return item;
}

const IndexList* ExpressionParser::index() {
  const Level level(*this);
  const std::uint32_t begin = cursor_.peek().begin;
  cursor_.open();
  const int outer_bars = std::exchange(open_bars_, 0);
  std::vector<IndexItem> items;
  do
    items.push_back(index_item());
  while (cursor_.accept(TokenKind::comma));
  open_bars_ = outer_bars;
  cursor_.close();
  return cursor_.arena().make<IndexList>(cursor_.since(begin), cursor_.arena().list(items));
}

const IndexList* ExpressionParser::optional_index(bool unit_may_follow) {
  if (!cursor_.sees_touching(TokenKind::square_open)) return nullptr;
  const bool may_be_unit = unit_may_follow && unit_length(cursor_.rest(cursor_.peek())) != 0;
  if (!may_be_unit) return index();
  // [kg m] is no index, [m] is one: the index goes first
  const Cursor::Mark mark = cursor_.mark();
  try {
    const IndexList* list = index();
    if (!cursor_.has_reported_since(mark)) return list;
  } catch (const Failure&) {
    open_bars_ = 0;
  }
  cursor_.rewind(mark);
  return nullptr;
}

IndexedName ExpressionParser::indexed_name(std::string_view what, bool unit_may_follow) {
  const Name name = cursor_.expect_name(what);
  return {name, optional_index(unit_may_follow)};
}

Relop ExpressionParser::relop(SourceSpan& place) {
  const TokenKind kind = cursor_.peek().kind;
  Relop op = Relop::equal;
  switch (kind) {
  case TokenKind::equal:
    break;
  case TokenKind::less:
    op = Relop::less;
    break;
  case TokenKind::less_equal:
    op = Relop::less_equal;
    break;
  case TokenKind::greater:
    op = Relop::greater;
    break;
  case TokenKind::greater_equal:
    op = Relop::greater_equal;
    break;
  default:
    cursor_.fail_expecting("`=`, `<`, `<=`, `>` or `>=`", Break::allowed);
  }
  place = cursor_.span(cursor_.take());
  return op;
}

Relation ExpressionParser::relation() {
  const std::uint32_t begin = cursor_.peek().begin;
  Relation node;
  node.left = expression();
  node.op = relop(node.operator_span);
  node.right = expression();
  node.span = cursor_.since(begin);
  return node;
}

const Condition* ExpressionParser::condition() {
  const Level level(*this);
  const std::uint32_t begin = cursor_.peek().begin;
  std::vector<const Condition*> parts{conjunction()};
  while (cursor_.accept_word("or", Break::allowed))
    parts.push_back(conjunction());
  if (parts.size() == 1) return parts.front();
  return cursor_.arena().make<Condition>(cursor_.since(begin), height_of(parts), Condition::Kind::any_of, nullptr,
                                         cursor_.arena().list(parts));
}

const Condition* ExpressionParser::conjunction() {
  const std::uint32_t begin = cursor_.peek().begin;
  std::vector<const Condition*> parts{comparison()};
  while (cursor_.accept_word("and", Break::allowed))
    parts.push_back(comparison());
  if (parts.size() == 1) return parts.front();
  return cursor_.arena().make<Condition>(cursor_.since(begin), height_of(parts), Condition::Kind::all_of, nullptr,
                                         cursor_.arena().list(parts));
}

const Condition* ExpressionParser::comparison() {
  const std::uint32_t begin = cursor_.peek().begin;
  Arena& arena = cursor_.arena();
  if (cursor_.accept_word("not", Break::allowed)) {
    const Level level(*this);
    if (cursor_.sees_word("not", Break::allowed)) cursor_.fail_expecting("a comparison", Break::allowed);
    const std::vector<const Condition*> inner{comparison()};
    return arena.make<Condition>(cursor_.since(begin), height_of(inner), Condition::Kind::negation, nullptr,
                                 arena.list(inner));
  }
  const bool is_group =
      cursor_.sees(TokenKind::round_open, Break::allowed) && cursor_.all().holds_condition[cursor_.index()];
  if (is_group) {
    cursor_.open();
    const Condition* inner = condition();
    cursor_.close();
    return inner;
  }
  Relation relation;
  relation.left = sum();
  relation.op = relop(relation.operator_span);
  relation.right = sum();
  relation.span = cursor_.since(begin);
  const std::uint32_t height = std::max(relation.left->height, relation.right->height) + 1;
  return arena.make<Condition>(relation.span, height, Condition::Kind::relation, arena.make<Relation>(relation),
                               List<const Condition*>{});
}

} // namespace ast
} // namespace language
} // namespace dalembert
