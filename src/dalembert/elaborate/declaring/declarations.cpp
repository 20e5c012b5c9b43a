#include <dalembert/elaborate/declaring/declarations.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Prints the entries of Declarations, one a line.
class Listing {
public:
  explicit Listing(const SourceMap& sources) : sources_(sources) {}

  template <class Node>
  void named(std::string_view word, const std::vector<Item<Node>>& items) {
    for (const Item<Node>& item : items) {
      const std::string name =
          item.symbol == nullptr ? std::string() : ' ' + member_name(item.symbol->name, item.definition->index);
      const auto count = item.definition == nullptr ? std::nullopt : item.definition->count;
      add(word, name + (count ? fmt::format(" = {}", *count) : std::string()), item.statement->span);
    }
  }
  template <class Node>
  void unnamed(const std::vector<Plain<Node>>& statements) {
    for (const Plain<Node>& item : statements)
      add(sources_.text(item.statement->keyword), {}, item.statement->span);
  }
  void add(std::string_view word, const std::string& name, SourceSpan span) {
    const SourcePosition at = sources_.position(span);
    text_ += fmt::format("{}{} at {}:{}:{}\n", word, name, sources_.name(span.file), at.line, at.column);
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

private:
  const SourceMap& sources_;
  std::string text_;
};

} // namespace

std::string_view base_name(const ast::Expr& written) {
  const auto* indexed = std::get_if<ast::Index>(&written.node);
  const auto* name = std::get_if<ast::Name>(indexed != nullptr ? &indexed->base->node : &written.node);
  return name != nullptr ? name->text : std::string_view();
}

std::string text(const Declarations& declarations, const SourceMap& sources) {
  Listing out(sources);
  if (!declarations.name.empty()) out.add("model", ' ' + declarations.name, declarations.span);
  out.named("count", declarations.counts);
  out.named("parameter", declarations.parameters);
  out.named("coordinate", declarations.coordinates);
  out.named("speed", declarations.speeds);
  out.named("let", declarations.lets);
  out.named("function", declarations.functions);
  out.named("constraint", declarations.constraints);
  out.named("force", declarations.forces);
  for (const ReactionItem& item : declarations.reactions)
    for (std::size_t i = 0; i < item.definitions.size(); ++i)
      if (const DeclaredName* definition = item.definitions[i])
        out.add("reaction", ' ' + member_name(item.node->names[i].name.text, definition->index), item.statement->span);
  out.named("friction", declarations.frictions);
  out.named("impact", declarations.impacts);
  out.named("event", declarations.events);
  for (const EnergyItem& item : declarations.energies)
    out.add("energy", item.node->name == nullptr ? std::string() : ' ' + std::string(item.node->name->text),
            item.statement->span);
  std::apply([&out](const auto&... lists) { (out.unnamed(lists), ...); }, declarations.plain.lists);
  return std::move(out).text();
}

} // namespace elaboration
} // namespace dalembert
