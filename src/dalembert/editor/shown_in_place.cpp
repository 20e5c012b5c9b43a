// What is shown in the text: hints behind names, colours of names, commands above the model.
#include <dalembert/editor/features.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace dalembert {
inline namespace editor {

namespace {

using ast::NameKind;

// Types of tokens; the order is that of `token_of`.
constexpr auto token_types =
    std::to_array<std::string_view>({"count", "parameter", "input", "coordinate", "speed", "let", "function", "energy",
                                     "force", "constraint", "reaction", "event", "index", "model"});

/// The place of a kind in `token_types`; -1 for what has no colour of its own.
int token_of(NameKind kind) {
  switch (kind) {
  case NameKind::count:
    return 0;
  case NameKind::parameter:
    return 1;
  case NameKind::input:
    return 2;
  case NameKind::coordinate:
    return 3;
  case NameKind::speed:
    return 4;
  case NameKind::let:
    return 5;
  case NameKind::function_let:
  case NameKind::unknown_function:
  case NameKind::function:
    return 6;
  case NameKind::kinetic:
  case NameKind::potential:
  case NameKind::dissipation:
  case NameKind::lagrangian:
    return 7;
  case NameKind::force:
    return 8;
  case NameKind::constraint:
    return 9;
  case NameKind::reaction:
  case NameKind::friction:
    return 10;
  case NameKind::impact:
  case NameKind::event:
    return 11;
  case NameKind::index:
  case NameKind::argument:
    return 12;
  case NameKind::model:
    return 13;
  case NameKind::body_part:
  case NameKind::part:
  case NameKind::unknown:
    return -1;
  }
  return -1;
}

constexpr auto commands = std::to_array<ModelCommand>({{"dalembert.run", "run"},
                                                       {"dalembert.derive", "derive"},
                                                       {"dalembert.picture", "picture"},
                                                       {"dalembert.report", "report"}});

} // namespace

ProtocolJson inlay_hints(const ModelText& text, const Knowledge& known, const TextRange& range) {
  ProtocolJson out = ProtocolJson::array();
  if (known.version != text.version() || !known.has_meaning) return out;
  constexpr int type_hint = 1;
  for (const Hint& hint : known.hints) {
    const TextPlace at = text.places().place(hint.offset);
    if (is_before(at, range.begin) || is_before(range.end, at)) continue;
    out.push_back({{"position", place_object(at)},
                   {"label", hint.text},
                   {"kind", type_hint},
                   {"tooltip", hint.tooltip},
                   {"paddingLeft", true}});
  }
  return out;
}

ProtocolJson token_legend() {
  return {{"tokenTypes", token_types}, {"tokenModifiers", ProtocolJson::array({"declaration"})}};
}

ProtocolJson semantic_tokens(const ModelFiles& files) {
  const ModelText& text = files.edited();
  ProtocolJson data = ProtocolJson::array();
  TextPlace before;
  for (const ast::Occurrence& name : text.names()) {
    const int type = token_of(resolved(files, name));
    const TextPlace at = text.places().place(name.span.begin);
    const TextPlace end = text.places().place(name.span.end);
    if (type < 0 || is_before(at, before)) continue;
    const bool is_same_line = at.line == before.line;
    for (const std::uint32_t number :
         {at.line - before.line, is_same_line ? at.character - before.character : at.character,
          end.character - at.character, static_cast<std::uint32_t>(type), name.declares ? 1U : 0U})
      data.push_back(number);
    before = at;
  }
  return {{"data", data}};
}

std::span<const ModelCommand> model_commands() {
  return commands;
}

ProtocolJson code_lenses(const ModelText& text) {
  ProtocolJson out = ProtocolJson::array();
  for (const ast::Statement& statement : text.tree().statements) {
    const auto* const model = std::get_if<ast::Model>(&statement.node);
    if (model == nullptr) continue;
    for (const ModelCommand& command : commands)
      out.push_back(
          {{"range", range_object(text, model->name.span)},
           {"command",
            {{"title", command.title}, {"command", command.name}, {"arguments", ProtocolJson::array({text.uri()})}}}});
    break;
  }
  return out;
}

} // namespace editor
} // namespace dalembert
