#include <dalembert/api/declared_texts.h>
#include <dalembert/language/parse.h>

#include <variant>

namespace dalembert {
inline namespace api {

namespace {

/// The unit that a declaration is written in: its own, else that of the number it is.
const ast::UnitText* unit_of(const ast::Declaration& item) {
  if (item.unit != nullptr || item.value == nullptr) return item.unit;
  const ast::Expr* value = item.value;
  if (const auto* sign = std::get_if<ast::Unary>(&value->node)) value = sign->operand;
  const auto* number = std::get_if<ast::Number>(&value->node);
  return number == nullptr ? nullptr : number->unit;
}

void read_declarations(const ast::List<ast::Statement>& statements, DeclaredTexts& out) {
  for (const ast::Statement& statement : statements) {
    if (const auto* loop = std::get_if<ast::For>(&statement.node)) read_declarations(loop->body, out);
    const auto* declarations = std::get_if<ast::Declarations>(&statement.node);
    if (declarations == nullptr) continue;
    for (const ast::Declaration& item : declarations->items) {
      const SourceSpan& span = item.name.name.span;
      const DeclaredTexts::Place place{span.file, span.begin};
      if (const ast::UnitText* unit = unit_of(item)) out.units.emplace(place, std::string(unit->text));
      if (declarations->kind == ast::DeclarationKind::input)
        out.inputs.emplace_back(place, std::string(item.name.name.text));
    }
  }
}

} // namespace

std::string DeclaredTexts::unit_at(const SourceSpan& span) const {
  const auto found = units.find({span.file, span.begin});
  return found == units.end() ? std::string() : found->second;
}

DeclaredTexts declared_texts(const SourceMap& sources) {
  DeclaredTexts out;
  for (std::uint32_t file = 0; file < sources.size(); ++file) {
    std::vector<Diagnostic> ignored; // a question is no model
    read_declarations(ast::parse(sources, file, ignored).statements, out);
  }
  return out;
}

} // namespace api
} // namespace dalembert
