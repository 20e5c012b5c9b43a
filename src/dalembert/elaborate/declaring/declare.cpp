#include <dalembert/elaborate/declaring/counts.h>
#include <dalembert/elaborate/declaring/declare.h>
#include <dalembert/elaborate/declaring/expand.h>
#include <dalembert/elaborate/declaring/unsupported.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/meaning/function_names.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::array<std::string_view, 6> reserved{"t", "pi", "O", "ground", "lambda", "const"};

SymbolKind kind_of(ast::DeclarationKind kind) {
  switch (kind) {
  case ast::DeclarationKind::count:
    return SymbolKind::count;
  case ast::DeclarationKind::param:
    return SymbolKind::parameter;
  case ast::DeclarationKind::coord:
    return SymbolKind::coordinate;
  case ast::DeclarationKind::speed:
    return SymbolKind::speed;
  case ast::DeclarationKind::input:
    return SymbolKind::input;
  }
  return SymbolKind::parameter;
}

constexpr std::size_t most_coordinates = 2000; ///< matrices are dense: 4 million entries each

/// True for what an expression can name: a force `floor` or an impact `floor` is never confused with the function.
bool has_value(SymbolKind kind) {
  return kind != SymbolKind::constraint && kind != SymbolKind::force && kind != SymbolKind::friction &&
         kind != SymbolKind::impact && kind != SymbolKind::event;
}

/// Walks the statements in order; a `for` is walked once for each value of its index.
class Declarer {
public:
  Declarer(const Overrides& overrides, Context& context)
      : context_(context), overrides_(overrides), names_(out_.symbols, overrides, context) {}

  /// `model` is the file that names the model.
  Declarations run(const std::vector<const ast::File*>& files, const ast::File* model) {
    for (const ast::File* each : files)
      declare_counts(each->statements);
    for (const ast::File* each : files) {
      out_.is_empty = out_.is_empty && each->statements.empty();
      is_main_ = each == model;
      walk(each->statements, nullptr);
    }
    names_.settle();
    mark_impulses();
    return std::move(out_);
  }

private:
  /// A friction of an impact is an impulse, as that is.
  void mark_impulses() {
    std::vector<Symbol*> found;
    for (const Item<ast::Friction>& item : out_.frictions) {
      const Symbol* const of = out_.symbols.find(base_name(*item.node->reaction));
      if (of != nullptr && of->kind == SymbolKind::impact) found.push_back(out_.symbols.find(item.symbol->name));
    }
    for (Symbol* const each : found)
      each->kind = SymbolKind::impact;
  }

  // ---- names

  /// Enters a name; null where it is taken or reserved, which is reported.
  Symbol* enter(const ast::Name& name, SymbolKind kind, const std::vector<int>& index, bool is_family) {
    // A constraint is never met as a body: a floor may be called `ground`.
    const bool is_body_word = name.text == "ground" && kind == SymbolKind::constraint;
    if (!is_body_word && std::find(reserved.begin(), reserved.end(), name.text) != reserved.end()) {
      context_.complaints.error("E0204", name.span,
                                fmt::format("`{}` is reserved, it cannot name {}", name.text, phrase(kind)));
      return nullptr;
    }
    if (is_mathematical_function(name.text) && has_value(kind)) {
      context_.complaints.error("E0204", name.span,
                                fmt::format("`{}` is a function, it cannot name {}", name.text, phrase(kind)));
      return nullptr;
    }
    Symbol* symbol = out_.symbols.find(name.text);
    if (symbol == nullptr) {
      symbol = &out_.symbols.add(std::string(name.text), kind, name.span);
      symbol->is_family = is_family;
      return symbol;
    }
    const bool adds_up = kind == SymbolKind::energy && symbol->kind == SymbolKind::energy;
    const bool is_next_member =
        symbol->kind == kind && is_family && symbol->is_family && symbol->member(index) == nullptr;
    if (adds_up || is_next_member) return symbol;
    Diagnostic& made = context_.complaints.error("E0202", name.span, fmt::format("`{}` is declared twice", name.text));
    made.note = fmt::format("here as {}", phrase(kind));
    made.labels.push_back({symbol->span, fmt::format("first declared here, as {}", phrase(symbol->kind))});
    return nullptr;
  }

  /// Enters every member of `name` that `all` declares, and calls `then(item)` for each.
  template <class Node, class Then>
  void declare(const Item<Node>& all, const ast::IndexedName& name, SymbolKind kind, Then&& then) {
    const auto members = expand(name.index, all.scope, out_.scopes, names_.evaluator());
    for (const MemberScope& member : members.value_or(std::vector<MemberScope>{})) {
      Symbol* symbol = enter(name.name, kind, member.index, name.index != nullptr);
      if (symbol == nullptr) return;
      DeclaredName& made = out_.symbols.define(*symbol, member.index, name.name.span, member.scope);
      set_tree(made, *all.node);
      then(Item<Node>{all.node, all.statement, member.scope, symbol, &made});
    }
    // An empty or refused range declares the name all the same.
    if (name.index == nullptr || out_.symbols.find(name.name.text) != nullptr) return;
    Symbol* symbol = enter(name.name, kind, {}, true);
    if (symbol != nullptr) symbol->is_broken = !members.has_value();
  }

  static void set_tree(DeclaredName& made, const ast::Declaration& node) { made.declaration = &node; }
  static void set_tree(DeclaredName& made, const ast::Let& node) { made.let = &node; }
  static void set_tree(DeclaredName& made, const ast::FunctionDeclaration& node) { made.function = &node; }
  template <class Other>
  static void set_tree(DeclaredName&, const Other&) {} // worked out as a part of the system

  // ---- statements

  void declare_counts(const ast::List<ast::Statement>& statements) {
    for (const ast::Statement& statement : statements) {
      const auto* declarations = std::get_if<ast::Declarations>(&statement.node);
      if (declarations == nullptr || declarations->kind != ast::DeclarationKind::count) continue;
      for (const ast::Declaration& item : declarations->items) {
        if (item.name.index != nullptr) {
          context_.complaints.error("E0206", item.name.index->span, "a count is one number, not a family");
          continue;
        }
        declare(Item<ast::Declaration>{&item, &statement, nullptr, nullptr, nullptr}, item.name, SymbolKind::count,
                [&](const Item<ast::Declaration>& made) { out_.counts.push_back(made); });
      }
    }
  }

  void walk(const ast::List<ast::Statement>& statements, const Scope* scope) {
    for (const ast::Statement& statement : statements)
      std::visit([&](const auto& node) { take(node, statement, scope); }, statement.node);
  }

  void take(const ast::Declarations& node, const ast::Statement& statement, const Scope* scope) {
    if (node.kind == ast::DeclarationKind::count) {
      if (scope != nullptr)
        context_.complaints.error("E0207", statement.span, "a count cannot be declared inside `for`");
      return;
    }
    auto& list = node.kind == ast::DeclarationKind::coord   ? out_.coordinates
                 : node.kind == ast::DeclarationKind::speed ? out_.speeds
                                                            : out_.parameters;
    out_.declares_coordinates = out_.declares_coordinates || node.kind == ast::DeclarationKind::coord;
    for (const ast::Declaration& item : node.items) {
      const bool follows_time = node.kind == ast::DeclarationKind::input && item.value != nullptr &&
                                is_course(*item.value) && !overrides_.has(item.name.name.text);
      if (follows_time) {
        take_course(item, statement, scope);
        continue;
      }
      declare(Item<ast::Declaration>{&item, &statement, scope, nullptr, nullptr}, item.name, kind_of(node.kind),
              [&](const Item<ast::Declaration>& made) { list.push_back(made); });
    }
    if (node.kind == ast::DeclarationKind::coord && list.size() > most_coordinates &&
        !context_.work_done.has_given_up) {
      context_.complaints.error("E0214", statement.span,
                                fmt::format("{} coordinates: a model has {} at most", list.size(), most_coordinates));
      context_.work_done.has_given_up = true;
    }
  }

  /// `input F = table("road.csv", t)`: a `let` whose dimension was declared.
  void take_course(const ast::Declaration& item, const ast::Statement& statement, const Scope* scope) {
    if (item.range != nullptr)
      context_.complaints
          .error("E0505", item.range->span,
                 fmt::format("`{}` is a function of time, so it has no range", item.name.name.text))
          .help = "remove the range; a range belongs to an input that is constant along a run";
    const ast::Let& made = *out_.made.make<ast::Let>(item.name, ast::List<ast::Name>{}, item.value, item.description);
    out_.courses[&made] = &item;
    take(made, statement, scope);
  }

  void take(const ast::Let& node, const ast::Statement& statement, const Scope* scope) {
    const SymbolKind kind = node.parameters.empty() ? SymbolKind::let : SymbolKind::function_let;
    declare(Item<ast::Let>{&node, &statement, scope, nullptr, nullptr}, node.name, kind,
            [&](const Item<ast::Let>& made) { out_.lets.push_back(made); });
  }

  void take(const ast::Energy& node, const ast::Statement& statement, const Scope* scope) {
    if (node.name != nullptr) {
      Symbol* symbol = enter(*node.name, SymbolKind::energy, {}, false);
      if (symbol == nullptr) return;
      out_.symbols.define(*symbol, {}, node.name->span, scope).energy = &node;
    }
    out_.energies.push_back({{&node, &statement, scope}, node.name != nullptr ? node.name->span : statement.keyword});
  }

  void take(const ast::Force& node, const ast::Statement& statement, const Scope* scope) {
    if (node.name == nullptr) {
      out_.forces.push_back({&node, &statement, scope, nullptr, nullptr});
      return;
    }
    declare(Item<ast::Force>{&node, &statement, scope, nullptr, nullptr}, *node.name, SymbolKind::force,
            [&](const Item<ast::Force>& made) { out_.forces.push_back(made); });
  }

  void take(const ast::Constraint& node, const ast::Statement& statement, const Scope* scope) {
    declare(Item<ast::Constraint>{&node, &statement, scope, nullptr, nullptr}, node.name, SymbolKind::constraint,
            [&](const Item<ast::Constraint>& made) { out_.constraints.push_back(made); });
  }

  void take(const ast::Reaction& node, const ast::Statement& statement, const Scope* scope) {
    if (node.names.empty()) return;
    const auto members = expand(node.names.front().index, scope, out_.scopes, names_.evaluator());
    for (const MemberScope& member : members.value_or(std::vector<MemberScope>{})) {
      ReactionItem item{&node, &statement, member.scope, {}};
      for (const ast::IndexedName& name : node.names) {
        const bool is_family = name.index != nullptr;
        std::vector<int> index = member.index;
        if (&name != &node.names.front() && is_family) {
          const auto own = expand(name.index, member.scope, out_.scopes, names_.evaluator());
          if (own && own->size() == 1) index = own->front().index;
        }
        if (!is_family) index.clear();
        Symbol* symbol = enter(name.name, SymbolKind::reaction, index, is_family);
        item.definitions.push_back(
            symbol == nullptr ? nullptr : &out_.symbols.define(*symbol, index, name.name.span, member.scope));
      }
      out_.reactions.push_back(std::move(item));
    }
  }

  void take(const ast::Friction& node, const ast::Statement& statement, const Scope* scope) {
    declare(Item<ast::Friction>{&node, &statement, scope, nullptr, nullptr}, node.name, SymbolKind::friction,
            [&](const Item<ast::Friction>& made) { out_.frictions.push_back(made); });
  }

  void take(const ast::Impact& node, const ast::Statement& statement, const Scope* scope) {
    if (refuse_impact(node, context_)) return;
    declare(Item<ast::Impact>{&node, &statement, scope, nullptr, nullptr}, node.name, SymbolKind::impact,
            [&](const Item<ast::Impact>& made) { out_.impacts.push_back(made); });
  }

  void take(const ast::Event& node, const ast::Statement& statement, const Scope* scope) {
    declare(Item<ast::Event>{&node, &statement, scope, nullptr, nullptr}, node.name, SymbolKind::event,
            [&](const Item<ast::Event>& made) { out_.events.push_back(made); });
  }

  void take(const ast::Function& node, const ast::Statement& statement, const Scope* scope) {
    for (const ast::FunctionDeclaration& item : node.items) {
      const ast::IndexedName name{item.name, nullptr};
      declare(Item<ast::FunctionDeclaration>{&item, &statement, scope, nullptr, nullptr}, name,
              SymbolKind::unknown_function,
              [&](const Item<ast::FunctionDeclaration>& made) { out_.functions.push_back(made); });
    }
  }

  void take(const ast::For& node, const ast::Statement&, const Scope* scope) {
    const auto range = names_.evaluator().bounds(node.range, scope);
    if (!range) return;
    constexpr std::int64_t most_turns = 100'000;
    if (range->upper - range->lower >= most_turns) {
      context_.complaints.error("E0214", node.range.span,
                                fmt::format("a `for` of more than {} iterations", most_turns));
      return;
    }
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      if (++turns_ > most_turns) {
        context_.complaints.error("E0214", node.range.span, "the `for` statements have too many iterations");
        return;
      }
      walk(node.body, &out_.scopes.emplace_back(Scope{scope, node.index.text, nullptr, i, nullptr}));
    }
  }

  void take(const ast::Model& node, const ast::Statement& statement, const Scope*) {
    if (!is_main_) return;
    if (!out_.name.empty()) {
      context_.complaints.error("E0202", statement.span, "a file holds one model")
          .labels.push_back({out_.span, "the model is named here"});
      return;
    }
    out_.name = node.name.text;
    out_.span = node.name.span;
    if (node.description != nullptr) out_.title = node.description->text;
  }

  void take(const ast::Include&, const ast::Statement& statement, const Scope* scope) {
    if (scope != nullptr) context_.complaints.error("E0211", statement.span, "`include` cannot be used inside `for`");
  }

  template <class Other>
  void take(const Other& node, const ast::Statement& statement, const Scope* scope) {
    if constexpr (PlainStatements::has<Other>)
      out_.plain.of<Other>().push_back({&node, &statement, scope});
    else
      refuse(node, statement, context_);
  }

  Context& context_;
  const Overrides& overrides_;
  Declarations out_;
  CountNames names_;
  std::int64_t turns_ = 0;
  bool is_main_ = true;
};

} // namespace

Declarations declare(const Library& library, const Overrides& overrides, Context& context) {
  return Declarer(overrides, context).run(library.files, library.model);
}

} // namespace elaboration
} // namespace dalembert
