// Statements of mechanics on both levels: forces, constraints, reactions, friction, impacts, events.
#include <dalembert/language/complaints.h>
#include <dalembert/language/statement_parser.h>

namespace dalembert::ast {

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

Statement::Node StatementParser::constraint() {
  Constraint node;
  node.name = expressions_.indexed_name("the name of the constraint", false);
  cursor_.expect(TokenKind::colon, "`:`");
  node.relation = expressions_.relation();
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

} // namespace dalembert::ast
