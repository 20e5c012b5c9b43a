// The outline of a text, and what of it can be folded.
#include <dalembert/editor/features.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace dalembert {
inline namespace editor {

namespace {

// SymbolKind of the protocol
enum SymbolNumber : int {
  module_symbol = 2,
  class_symbol = 5,
  property_symbol = 7,
  field_symbol = 8,
  interface_symbol = 11,
  function_symbol = 12,
  variable_symbol = 13,
  constant_symbol = 14,
  number_symbol = 16,
  array_symbol = 18,
  key_symbol = 20,
  event_symbol = 24,
  operator_symbol = 25,
};

class Outliner {
public:
  explicit Outliner(const ModelText& text) : text_(text) {}

  ProtocolJson symbols(const ast::List<ast::Statement>& statements) {
    ProtocolJson out = ProtocolJson::array();
    for (const ast::Statement& statement : statements)
      std::visit([&](const auto& node) { add(out, statement, node); }, statement.node);
    return out;
  }

private:
  void put(ProtocolJson& out, const SourceSpan& span, const ast::Name& name, std::string detail, int kind) {
    out.push_back({{"name", name.text},
                   {"detail", std::move(detail)},
                   {"kind", kind},
                   {"range", range_object(text_, span)},
                   {"selectionRange", range_object(text_, name.span)}});
  }

  /// A statement that names nothing: its first line stands for it.
  void put_unnamed(ProtocolJson& out, const ast::Statement& statement, int kind) {
    std::string first(text_.text(statement.span));
    first = first.substr(0, first.find('\n'));
    out.push_back({{"name", first},
                   {"detail", ""},
                   {"kind", kind},
                   {"range", range_object(text_, statement.span)},
                   {"selectionRange", range_object(text_, statement.keyword)}});
  }

  [[nodiscard]] std::string word(const ast::Statement& statement) const {
    return std::string(text_.text(statement.keyword));
  }

  void put_named(ProtocolJson& out, const ast::Statement& statement, const ast::Name& name, int kind) {
    put(out, statement.span, name, word(statement), kind);
  }

  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Model& node) {
    put_named(out, statement, node.name, module_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Declarations& node) {
    for (const ast::Declaration& item : node.items) {
      const bool is_variable = node.kind == ast::DeclarationKind::coord || node.kind == ast::DeclarationKind::speed;
      const int kind = is_variable                                ? variable_symbol
                       : node.kind == ast::DeclarationKind::count ? number_symbol
                                                                  : constant_symbol;
      put(out, item.span, item.name.name, word(statement), kind);
    }
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Let& node) {
    put_named(out, statement, node.name.name, node.parameters.empty() ? field_symbol : function_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Energy& node) {
    if (node.name != nullptr)
      put_named(out, statement, *node.name, operator_symbol);
    else
      put_unnamed(out, statement, operator_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Force& node) {
    if (node.name != nullptr)
      put_named(out, statement, node.name->name, property_symbol);
    else
      put_unnamed(out, statement, property_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Constraint& node) {
    put_named(out, statement, node.name.name, interface_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Reaction& node) {
    for (const ast::IndexedName& name : node.names)
      put_named(out, statement, name.name, property_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Friction& node) {
    put_named(out, statement, node.name.name, property_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Impact& node) {
    put_named(out, statement, node.name.name, event_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Function& node) {
    for (const ast::FunctionDeclaration& item : node.items)
      put(out, item.span, item.name, word(statement), function_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::Event& node) {
    put_named(out, statement, node.name.name, event_symbol);
  }
  void add(ProtocolJson& out, const ast::Statement& statement, const ast::For& node) {
    put_unnamed(out, statement, array_symbol);
    out.back()["children"] = symbols(node.body);
  }
  template <class Other>
  void add(ProtocolJson& out, const ast::Statement& statement, const Other&) {
    put_unnamed(out, statement, key_symbol);
  }

  const ModelText& text_;
};

void fold(ProtocolJson& out, std::uint32_t first, std::uint32_t last, const char* kind) {
  if (last <= first) return;
  ProtocolJson& made = out.emplace_back(ProtocolJson{{"startLine", first}, {"endLine", last}});
  if (kind != nullptr) made["kind"] = kind;
}

void fold_statements(ProtocolJson& out, const ModelText& text, const ast::List<ast::Statement>& statements) {
  for (const ast::Statement& statement : statements) {
    fold(out, text.places().place(statement.span.begin).line, text.places().place(statement.span.end).line, nullptr);
    if (const auto* const loop = std::get_if<ast::For>(&statement.node)) fold_statements(out, text, loop->body);
  }
}

} // namespace

ProtocolJson outline(const ModelText& text) {
  return Outliner(text).symbols(text.tree().statements);
}

ProtocolJson folding(const ModelText& text) {
  ProtocolJson out = ProtocolJson::array();
  fold_statements(out, text, text.tree().statements);
  // Comments that stand below one another are one.
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool is_open = false;
  for (const ast::Trivia& trivia : text.tree().trivia) {
    if (trivia.kind != ast::Trivia::Kind::comment || !trivia.stands_alone) continue;
    const std::uint32_t line = text.places().place(trivia.span.begin).line;
    if (is_open && line == last + 1) {
      last = line;
      continue;
    }
    if (is_open) fold(out, first, last, "comment");
    first = last = line;
    is_open = true;
  }
  if (is_open) fold(out, first, last, "comment");
  return out;
}

} // namespace editor
} // namespace dalembert
