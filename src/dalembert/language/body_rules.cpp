// Statements of the bodies level: frames, points, bodies, joints, contacts.
#include <dalembert/language/statement_parser.h>

namespace dalembert {
inline namespace language {
namespace ast {

Statement::Node StatementParser::frame() {
  Frame node;
  node.name = expressions_.indexed_name("the name of the frame", false);
  if (!cursor_.accept_word("inertial")) {
    cursor_.expect(TokenKind::equal, "`inertial` or `=`");
    frame_definition(node);
  }
  node.description = description();
  return node;
}

void StatementParser::frame_definition(Frame& node) {
  node.base = expressions_.reference("the name of a frame", Break::allowed);
  if (cursor_.accept_word("free")) {
    node.kind = Frame::Kind::free;
  } else if (cursor_.accept_word("spin")) {
    node.kind = Frame::Kind::spin;
    node.spin = expressions_.expression();
  } else {
    node.kind = Frame::Kind::rotate;
    cursor_.expect_word("rotate");
    std::vector<Rotation> rotations;
    do
      rotations.push_back(rotation());
    while (cursor_.accept(TokenKind::comma));
    node.rotations = cursor_.arena().list(rotations);
  }
}

Rotation StatementParser::rotation() {
  const std::uint32_t begin = cursor_.peek().begin;
  Rotation node;
  node.axis = expressions_.axis();
  cursor_.expect(TokenKind::colon, "`:` and an angle");
  node.angle = expressions_.expression();
  node.span = cursor_.since(begin);
  return node;
}

Statement::Node StatementParser::point() {
  Point node;
  node.name = expressions_.indexed_name("the name of the point", false);
  cursor_.expect(TokenKind::equal, "`=`");
  node.value = expressions_.expression();
  node.description = description();
  return node;
}

Statement::Node StatementParser::body() {
  Body node;
  node.name = expressions_.indexed_name("the name of the body", false);
  node.block = block();
  node.description = description();
  return node;
}

Statement::Node StatementParser::joint() {
  Joint node;
  node.name = expressions_.indexed_name("the name of the joint", false);
  cursor_.expect(TokenKind::colon, "`:`");
  node.kind = cursor_.expect_name("the kind of joint, a name such as `revolute`,");
  node.from = expressions_.reference("the name of a body");
  cursor_.expect_word("to");
  node.to = expressions_.reference("the name of a body");
  std::vector<Clause> found;
  while (cursor_.sees_word("at") || cursor_.sees_word("axis"))
    found.push_back(clause(cursor_.sees_word("at") ? ClauseKind::at : ClauseKind::axis, Break::forbidden));
  node.clauses = cursor_.arena().list(found);
  node.block = optional_block();
  node.description = description();
  return node;
}

Statement::Node StatementParser::contact() {
  Contact node;
  node.name = expressions_.indexed_name("the name of the contact", false);
  cursor_.expect(TokenKind::colon, "`:`");
  node.kind = cursor_.expect_name("the kind of contact, a name such as `rolling`,");
  node.body = expressions_.reference("the name of a body");
  cursor_.expect_word("on");
  node.surface = expressions_.expression_here();
  if (cursor_.accept_word("at")) node.at = expressions_.expression_here();
  node.block = optional_block();
  node.description = description();
  return node;
}

} // namespace ast
} // namespace language
} // namespace dalembert
