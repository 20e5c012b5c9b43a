// Statements that say what a system is: model, include, declarations, let, energies, functions, assumptions.
#include <dalembert/base/dimension.h>
#include <dalembert/language/complaints.h>
#include <dalembert/language/habits.h>
#include <dalembert/language/statement_parser.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <string>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

DeclarationKind declaration_kind(std::string_view word) {
  if (word == "count") return DeclarationKind::count;
  if (word == "coord") return DeclarationKind::coord;
  if (word == "speed") return DeclarationKind::speed;
  if (word == "input") return DeclarationKind::input;
  return DeclarationKind::param;
}

EnergyKind energy_kind(std::string_view word) {
  if (word == "potential") return EnergyKind::potential;
  if (word == "dissipation") return EnergyKind::dissipation;
  if (word == "lagrangian") return EnergyKind::lagrangian;
  return EnergyKind::kinetic;
}

/// The usual letter for an energy.
std::string_view energy_name(EnergyKind kind) {
  if (kind == EnergyKind::potential) return "V";
  if (kind == EnergyKind::dissipation) return "D";
  return kind == EnergyKind::lagrangian ? "L" : "T";
}

} // namespace

Statement::Node StatementParser::model() {
  Model node;
  node.name = cursor_.expect_name("the name of the model");
  node.description = description();
  return node;
}

Statement::Node StatementParser::include() {
  return Include{text("a file name in double quotes")};
}

Statement::Node StatementParser::declarations() {
  Declarations node;
  node.kind = declaration_kind(keyword_);
  std::vector<Declaration> items;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("a name");
  bool goes_on = true;
  while (goes_on) {
    items.push_back(declaration());
    goes_on = cursor_.accept(TokenKind::comma);
    if (goes_on || !cursor_.sees_name()) continue;
    report_missing_comma("declarations");
    goes_on = true;
  }
  node.items = cursor_.arena().list(items);
  return node;
}

Declaration StatementParser::declaration() {
  const std::uint32_t begin = cursor_.peek().begin;
  Declaration node;
  node.name.name = cursor_.expect_name("a name", Break::allowed);
  node.name.index = expressions_.optional_index(true);
  node.unit = cursor_.accept_unit();
  if (cursor_.sees(TokenKind::square_open)) fail_unreadable_unit();
  if (cursor_.accept(TokenKind::equal)) {
    expressions_.set_list_of_equations(true);
    if (!accept_bare_unit(node)) node.value = expressions_.expression();
    expressions_.set_list_of_equations(false);
  }
  if (cursor_.accept_word("in")) node.range = cursor_.arena().make<Range>(expressions_.range());
  node.description = description();
  node.span = cursor_.since(begin);
  return node;
}

/// Recognises `= 9.81 m/s^2`, a number and the rest of the declaration a unit without its brackets; reports it.
bool StatementParser::accept_bare_unit(Declaration& node) {
  const Token& number = cursor_.peek();
  const Token& word = cursor_.peek(1);
  if (number.kind != TokenKind::number || word.kind != TokenKind::word || !Cursor::is_near(word, Break::forbidden))
    return false;
  std::size_t i = cursor_.index() + 1;
  while (Cursor::is_near(cursor_.token(i), Break::forbidden) && !ends_value(cursor_.token(i)))
    ++i;
  const SourceSpan place = cursor_.span(word.begin, cursor_.token(i - 1).end);
  const std::string unit(cursor_.text(place.begin, place.end));
  UnitError error;
  if (unit_length("[" + unit + "]") != unit.size() + 2 || !parse_unit(unit, error)) return false;
  Diagnostic d = complaint("E0113", place, "a unit is written in brackets");
  d.help = fmt::format("write {0} [{1}]; a product would be {0}*{1}", cursor_.text(number), unit);
  d.edit = Edit{cursor_.span(number.end, place.end), fmt::format(" [{}]", unit)};
  cursor_.report(std::move(d));
  Arena& arena = cursor_.arena();
  const auto* text = arena.make<UnitText>(arena.text(unit), place);
  node.value = arena.make<Expr>(cursor_.span(number.begin, place.end), 1U,
                                Number{arena.text(cursor_.text(number)), cursor_.span(number), text});
  cursor_.move_to(i);
  return true;
}

/// True where `token` ends the value of a declaration.
bool StatementParser::ends_value(const Token& token) const {
  const bool is_sign = token.kind == TokenKind::comma || token.kind == TokenKind::semicolon ||
                       token.kind == TokenKind::string || token.kind == TokenKind::end;
  return is_sign || (token.kind == TokenKind::word && cursor_.text(token) == "in");
}

void StatementParser::fail_unreadable_unit() {
  const Token& bracket = cursor_.peek();
  const std::uint32_t partner = cursor_.all().partner[cursor_.index()];
  const std::uint32_t end = partner > cursor_.index() ? cursor_.token(partner).end : bracket.end;
  cursor_.fail(unreadable_unit(cursor_, cursor_.span(bracket.begin, end)));
}

Statement::Node StatementParser::let() {
  Let node;
  node.name.name = cursor_.expect_name("a name");
  if (cursor_.sees_touching(TokenKind::round_open))
    node.parameters = parameters();
  else
    node.name.index = expressions_.optional_index(false);
  cursor_.expect(TokenKind::equal, "`=`");
  node.value = expressions_.expression();
  node.description = description();
  return node;
}

Statement::Node StatementParser::energy() {
  Energy node;
  node.kind = energy_kind(keyword_);
  if (!cursor_.sees(TokenKind::equal) && !line_has(TokenKind::equal)) {
    Diagnostic d = unexpected(cursor_, "a name and `=`", Break::forbidden);
    const std::string_view name = energy_name(node.kind);
    d.help = fmt::format("write {} {} = …", keyword_, name);
    if (!d.edit) d.edit = Edit{cursor_.span(cursor_.peek().begin, cursor_.peek().begin), fmt::format("{} = ", name)};
    cursor_.fail(std::move(d));
  }
  if (cursor_.sees_name()) node.name = cursor_.arena().make<Name>(cursor_.expect_name("a name"));
  cursor_.expect(TokenKind::equal, "`=`");
  node.value = expressions_.expression();
  node.description = description();
  return node;
}

Statement::Node StatementParser::function() {
  std::vector<FunctionDeclaration> items;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("a function such as x0(t)");
  do
    items.push_back(function_declaration());
  while (cursor_.accept(TokenKind::comma));
  return Function{cursor_.arena().list(items)};
}

FunctionDeclaration StatementParser::function_declaration() {
  const std::uint32_t begin = cursor_.peek().begin;
  FunctionDeclaration node;
  node.name = cursor_.expect_name("the name of a function", Break::allowed);
  if (!cursor_.sees_touching(TokenKind::round_open)) cursor_.fail_expecting("`(` and the variables of the function");
  node.parameters = parameters();
  node.unit = cursor_.accept_unit();
  if (cursor_.sees(TokenKind::square_open)) fail_unreadable_unit();
  node.description = description();
  node.span = cursor_.since(begin);
  return node;
}

Statement::Node StatementParser::assume() {
  return Assume{relations()};
}

} // namespace ast
} // namespace language
} // namespace dalembert
