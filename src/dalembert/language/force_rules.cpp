// Statements of mechanics on both levels: forces, constraints, reactions, friction, impacts, events.
#include <dalembert/language/complaints.h>
#include <dalembert/language/statement_parser.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace dalembert {
inline namespace language {
namespace ast {

Statement::Node StatementParser::gravity() {
  return Gravity{expressions_.expression_here()};
}

Statement::Node StatementParser::force() {
  Force node;
  node.kind = keyword_ == "torque" ? Force::Kind::torque : Force::Kind::force;
  if (cursor_.sees_name()) node.name = cursor_.arena().make<IndexedName>(expressions_.indexed_name("a name", false));
  if (cursor_.accept_word("on")) node.on = expressions_.postfix();
  const bool has_begun = node.name != nullptr || node.on != nullptr;
  cursor_.expect(TokenKind::equal, node.on != nullptr ? "`=`" : has_begun ? "`on` or `=`" : "a name, `on` or `=`");
  node.value = expressions_.expression();
  const std::vector<Clause> found = clauses();
  node.clauses = cursor_.arena().list(found);
  node.description = description();
  return node;
}

/// `constraint x = l` and `constraint: x = l`: a name that does not occur in the file is offered.
void StatementParser::require_constraint_name() {
  const bool is_anonymous = cursor_.sees(TokenKind::colon);
  const bool follows_name = cursor_.sees_name() &&
                            (cursor_.peek(1).kind == TokenKind::colon ||
                             cursor_.peek(1).kind == TokenKind::square_open || cursor_.peek(1).kind == TokenKind::word);
  if (!is_anonymous && (follows_name || line_has(TokenKind::colon) || !line_has(TokenKind::equal))) return;
  std::string name;
  const auto occurs = [this, &name](const Token& token) { return cursor_.text(token) == name; };
  for (int k = 1; name.empty() || std::ranges::any_of(cursor_.all().tokens, occurs); ++k)
    name = "c" + std::to_string(k);
  Diagnostic d = complaint("E0114", cursor_.span(cursor_.peek()), "expected the name of the constraint");
  d.help = fmt::format("a constraint has a name, such as `constraint {}: …`", name);
  d.edit = Edit{cursor_.span(cursor_.peek().begin, cursor_.peek().begin), is_anonymous ? " " + name : name + ": "};
  cursor_.fail(std::move(d));
}

/// A time or the name of an event; `t = 2 [s]` has one sign too many.
const Expr* StatementParser::moment() {
  const TokenKind sign = cursor_.peek(1).kind;
  const bool is_named = cursor_.sees_word("t") && (sign == TokenKind::equal || sign == TokenKind::greater_equal);
  if (is_named) {
    Diagnostic d = complaint("E0114", cursor_.span(cursor_.peek().begin, cursor_.peek(1).end),
                             "the time stands here alone, or the name of an event");
    d.help = "write `from 2 [s]`, or `from e` with `event e when …`";
    if (Cursor::is_near(cursor_.peek(2), Break::forbidden))
      d.edit = Edit{cursor_.span(cursor_.peek().begin, cursor_.peek(2).begin), ""};
    cursor_.fail(std::move(d));
  }
  return expressions_.expression_here();
}

Statement::Node StatementParser::constraint() {
  Constraint node;
  require_constraint_name();
  node.name = expressions_.indexed_name("the name of the constraint", false);
  cursor_.expect(TokenKind::colon, "`:`");
  expressions_.set_clauses(ExpressionParser::Clauses::of_constraint);
  node.relation = expressions_.relation();
  if (cursor_.accept_word("from")) node.from = moment();
  if (cursor_.accept_word("until")) node.until = moment();
  expressions_.set_clauses(ExpressionParser::Clauses::none);
  node.block = optional_block();
  node.description = description();
  return node;
}

Statement::Node StatementParser::reaction() {
  Reaction node;
  std::vector<IndexedName> names;
  if (cursor_.sees(TokenKind::round_open)) {
    cursor_.open();
    do
      names.push_back(expressions_.indexed_name("the name of a reaction", false));
    while (cursor_.accept(TokenKind::comma));
    cursor_.close(Break::forbidden);
  } else {
    names.push_back(expressions_.indexed_name("the name of the reaction", true));
  }
  node.names = cursor_.arena().list(names);
  node.unit = cursor_.accept_unit();
  if (cursor_.sees(TokenKind::square_open)) fail_unreadable_unit();
  cursor_.expect_word("of");
  std::vector<const Expr*> of;
  of.push_back(expressions_.reference("the name of a constraint"));
  while (cursor_.accept(TokenKind::comma))
    of.push_back(expressions_.reference("the name of a constraint", Break::allowed));
  node.constraints = cursor_.arena().list(of);
  const std::vector<Clause> found = clauses();
  node.clauses = cursor_.arena().list(found);
  node.description = description();
  return node;
}

Statement::Node StatementParser::friction() {
  Friction node;
  node.name = expressions_.indexed_name("the name of the friction force", true);
  node.unit = cursor_.accept_unit();
  if (cursor_.sees(TokenKind::square_open)) fail_unreadable_unit();
  cursor_.expect_word("of");
  node.reaction = expressions_.reference("the name of a reaction");
  node.conjugate = conjugate_speed();
  node.block = optional_block();
  node.description = description();
  return node;
}

Statement::Node StatementParser::impact() {
  Impact node;
  node.name = expressions_.indexed_name("the name of the impact", true);
  node.unit = cursor_.accept_unit();
  if (cursor_.sees(TokenKind::square_open)) fail_unreadable_unit();
  node.conjugate = conjugate_speed();
  if (cursor_.accept_word("when"))
    node.when = cursor_.arena().make<Relation>(expressions_.relation());
  else if (cursor_.accept_word("at"))
    node.at = expressions_.expression_here();
  node.block = optional_block();
  node.description = description();
  return node;
}

Statement::Node StatementParser::event() {
  Event node;
  node.name = expressions_.indexed_name("the name of the event", false);
  cursor_.expect_word("when");
  node.when = expressions_.relation();
  node.block = optional_block();
  node.description = description();
  return node;
}

} // namespace ast
} // namespace language
} // namespace dalembert
