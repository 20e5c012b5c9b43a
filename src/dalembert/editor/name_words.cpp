// What features share: places as objects, kinds as words, the text of a declaration.
#include <dalembert/editor/features.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace dalembert {
inline namespace editor {

namespace {

using ast::NameKind;

/// The span of the item or statement in `statements` that declares the name at `name`; empty where none does.
SourceSpan declaring(const ast::List<ast::Statement>& statements, const SourceSpan& name) {
  for (const ast::Statement& statement : statements) {
    if (name.begin < statement.span.begin || name.begin >= statement.span.end) continue;
    if (const auto* const loop = std::get_if<ast::For>(&statement.node))
      if (loop->index.span != name) return declaring(loop->body, name);
    if (const auto* const list = std::get_if<ast::Declarations>(&statement.node))
      for (const ast::Declaration& item : list->items)
        if (name.begin >= item.span.begin && name.begin < item.span.end && list->items.size() > 1) return item.span;
    return statement.span;
  }
  return {};
}

std::string_view first_word(const ModelText& text, const SourceSpan& name) {
  const ast::Statement* const statement = text.statement_at(name.begin);
  return statement == nullptr ? std::string_view() : text.text(statement->keyword);
}

} // namespace

ProtocolJson place_object(TextPlace place) {
  return {{"line", place.line}, {"character", place.character}};
}

ProtocolJson range_object(const ModelText& text, const SourceSpan& span) {
  return {{"start", place_object(text.places().place(span.begin))},
          {"end", place_object(text.places().place(span.end))}};
}

ProtocolJson location_object(const ModelText& text, const SourceSpan& span) {
  return {{"uri", text.uri()}, {"range", range_object(text, span)}};
}

std::string_view kind_word(NameKind kind) {
  switch (kind) {
  case NameKind::model:
    return "model";
  case NameKind::count:
    return "count";
  case NameKind::parameter:
    return "parameter";
  case NameKind::input:
    return "input";
  case NameKind::coordinate:
    return "coordinate";
  case NameKind::speed:
    return "speed";
  case NameKind::let:
    return "let";
  case NameKind::function_let:
    return "function";
  case NameKind::unknown_function:
    return "unknown function";
  case NameKind::kinetic:
    return "kinetic energy";
  case NameKind::potential:
    return "potential energy";
  case NameKind::dissipation:
    return "dissipation function";
  case NameKind::lagrangian:
    return "Lagrangian";
  case NameKind::force:
    return "force";
  case NameKind::constraint:
    return "constraint";
  case NameKind::reaction:
    return "reaction";
  case NameKind::friction:
    return "friction";
  case NameKind::impact:
    return "impact";
  case NameKind::event:
    return "event";
  case NameKind::body_part:
    return "part of a body";
  case NameKind::index:
    return "index";
  case NameKind::argument:
    return "argument";
  case NameKind::part:
    return "derived quantity";
  case NameKind::function:
    return "function";
  case NameKind::unknown:
    return "name";
  }
  return "name";
}

NameKind resolved(const ModelFiles& files, const ast::Occurrence& name) {
  if (name.kind != NameKind::unknown && name.kind != NameKind::function) return name.kind;
  const auto found = files.declared.find(name.name);
  return found == files.declared.end() ? name.kind : found->second;
}

std::string declaration_text(const ModelFiles& files, const ast::Occurrence& name) {
  for (const FoundName& each : places_of(files, name)) {
    if (!each.occurrence->declares) continue;
    const SourceSpan span = declaring(each.document->tree().statements, each.occurrence->span);
    std::string out(each.document->text(span));
    const std::string_view word = first_word(*each.document, each.occurrence->span);
    if (!word.empty() && !out.starts_with(word)) out.insert(0, fmt::format("{} ", word)); // one item of several
    constexpr std::size_t longest = 400;                                                  // bytes
    if (out.size() <= longest) return out;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U)
      --end;
    return out.substr(0, end) + "…";
  }
  return {};
}

} // namespace editor
} // namespace dalembert
