#include <dalembert/elaborate/derived_names.h>
#include <dalembert/elaborate/functions.h>
#include <dalembert/elaborate/gather.h>
#include <dalembert/elaborate/unsupported.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dalembert::elaboration {

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
         kind != SymbolKind::impact;
}

/// Walks the statements in order; a `for` is walked once for each value of its index.
class Gatherer {
public:
  Gatherer(Context& context, Evaluator& evaluator) : context_(context), evaluator_(evaluator) {}

  /// The last file is the model itself.
  Gathered run(const std::vector<const ast::File*>& files) {
    for (const ast::File* each : files)
      gather_counts(each->statements);
    for (const ast::File* each : files) {
      out_.is_empty = out_.is_empty && each->statements.empty();
      is_main_ = each == files.back();
      walk(each->statements, nullptr);
    }
    return std::move(out_);
  }

private:
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
    Symbol* symbol = context_.symbols.find(name.text);
    if (symbol == nullptr) {
      symbol = &context_.symbols.add(std::string(name.text), kind, name.span);
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

  Definition* define(Symbol& symbol, const std::vector<int>& index, const ast::Name& name, const Scope* scope) {
    Definition& made = symbol.members.emplace_back();
    made.index = index;
    made.span = name.span;
    made.scope = scope;
    symbol.by_index.emplace(index, &made);
    return &made;
  }

  /// Enters every member of `name`, and calls `then(item)` for each.
  template <class Node, class Then>
  void declare(const Node& node, const ast::IndexedName& name, SymbolKind kind, const ast::Statement& statement,
               const Scope* scope, Then&& then) {
    const auto members = expand(name.index, scope, context_, evaluator_);
    for (const Expansion& member : members.value_or(std::vector<Expansion>{})) {
      Symbol* symbol = enter(name.name, kind, member.index, name.index != nullptr);
      if (symbol == nullptr) return;
      then(Item<Node>{&node, &statement, member.scope, symbol, define(*symbol, member.index, name.name, member.scope)});
    }
    // An empty or refused range declares the name all the same.
    if (name.index == nullptr || context_.symbols.find(name.name.text) != nullptr) return;
    Symbol* symbol = enter(name.name, kind, {}, true);
    if (symbol != nullptr) symbol->is_broken = !members.has_value();
  }

  // ---- statements

  void gather_counts(const ast::List<ast::Statement>& statements) {
    for (const ast::Statement& statement : statements) {
      const auto* declarations = std::get_if<ast::Declarations>(&statement.node);
      if (declarations == nullptr || declarations->kind != ast::DeclarationKind::count) continue;
      for (const ast::Declaration& item : declarations->items) {
        if (item.name.index != nullptr) {
          context_.complaints.error("E0206", item.name.index->span, "a count is one number, not a family");
          continue;
        }
        declare(item, item.name, SymbolKind::count, statement, nullptr, [&](Item<ast::Declaration> made) {
          made.definition->declaration = made.node;
          out_.counts.push_back(made);
        });
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
                                is_course(*item.value) && !evaluator_.is_set(item.name.name.text);
      if (follows_time) {
        take_course(item, statement, scope);
        continue;
      }
      declare(item, item.name, kind_of(node.kind), statement, scope, [&](Item<ast::Declaration> made) {
        made.definition->declaration = made.node;
        list.push_back(made);
      });
    }
    if (node.kind == ast::DeclarationKind::coord && list.size() > most_coordinates && !evaluator_.has_given_up()) {
      context_.complaints.error("E0214", statement.span,
                                fmt::format("{} coordinates: a model has {} at most", list.size(), most_coordinates));
      evaluator_.give_up();
    }
  }

  /// `input F = table("road.csv", t)`: a `let` whose dimension was declared.
  void take_course(const ast::Declaration& item, const ast::Statement& statement, const Scope* scope) {
    if (item.range != nullptr)
      context_.complaints
          .error("E0505", item.range->span, fmt::format("`{}` follows the time, it has no range", item.name.name.text))
          .help = "remove the range; a range belongs to an input that is constant along a run";
    const ast::Let& made = context_.courses.emplace_back(ast::Let{item.name, {}, item.value, item.description});
    out_.courses[&made] = &item;
    take(made, statement, scope);
  }

  void take(const ast::Let& node, const ast::Statement& statement, const Scope* scope) {
    const SymbolKind kind = node.parameters.empty() ? SymbolKind::let : SymbolKind::function_let;
    declare(node, node.name, kind, statement, scope, [&](Item<ast::Let> made) {
      made.definition->let = made.node;
      out_.lets.push_back(made);
    });
  }

  void take(const ast::Energy& node, const ast::Statement& statement, const Scope* scope) {
    Definition* definition = nullptr;
    if (node.name != nullptr) {
      Symbol* symbol = enter(*node.name, SymbolKind::energy, {}, false);
      if (symbol == nullptr) return;
      definition = define(*symbol, {}, *node.name, scope);
      definition->energy = &node;
      definition->slot = static_cast<int>(evaluator_.derived().energies().size());
    }
    EnergyStatement& made = evaluator_.derived().energies().emplace_back();
    made.energy = &node;
    made.scope = scope;
    made.span = node.name != nullptr ? node.name->span : statement.keyword;
    made.statement = &statement;
  }

  void take(const ast::Force& node, const ast::Statement& statement, const Scope* scope) {
    if (node.name == nullptr) {
      out_.forces.push_back({&node, &statement, scope, nullptr, nullptr});
      return;
    }
    declare(node, *node.name, SymbolKind::force, statement, scope,
            [&](Item<ast::Force> made) { out_.forces.push_back(made); });
  }

  void take(const ast::Constraint& node, const ast::Statement& statement, const Scope* scope) {
    declare(node, node.name, SymbolKind::constraint, statement, scope,
            [&](Item<ast::Constraint> made) { out_.constraints.push_back(made); });
  }

  void take(const ast::Reaction& node, const ast::Statement& statement, const Scope* scope) {
    if (node.names.empty()) return;
    const auto members = expand(node.names.front().index, scope, context_, evaluator_);
    for (const Expansion& member : members.value_or(std::vector<Expansion>{})) {
      ReactionItem item{&node, &statement, member.scope, {}};
      for (const ast::IndexedName& name : node.names) {
        const bool is_family = name.index != nullptr;
        std::vector<int> index = member.index;
        if (&name != &node.names.front() && is_family) {
          const auto own = expand(name.index, member.scope, context_, evaluator_);
          if (own && own->size() == 1) index = own->front().index;
        }
        Symbol* symbol = enter(name.name, SymbolKind::reaction, is_family ? index : std::vector<int>{}, is_family);
        item.definitions.push_back(
            symbol == nullptr ? nullptr
                              : define(*symbol, is_family ? index : std::vector<int>{}, name.name, member.scope));
      }
      out_.reactions.push_back(std::move(item));
    }
  }

  void take(const ast::Friction& node, const ast::Statement& statement, const Scope* scope) {
    declare(node, node.name, SymbolKind::friction, statement, scope,
            [&](Item<ast::Friction> made) { out_.frictions.push_back(made); });
  }

  void take(const ast::Impact& node, const ast::Statement& statement, const Scope* scope) {
    if (refuse_impact(node, context_)) return;
    declare(node, node.name, SymbolKind::impact, statement, scope,
            [&](Item<ast::Impact> made) { out_.impacts.push_back(made); });
  }

  void take(const ast::Function& node, const ast::Statement& statement, const Scope* scope) {
    for (const ast::FunctionDeclaration& item : node.items) {
      const ast::IndexedName name{item.name, nullptr};
      declare(item, name, SymbolKind::unknown_function, statement, scope, [&](Item<ast::FunctionDeclaration> made) {
        made.definition->function = made.node;
        out_.functions.push_back(made);
      });
    }
  }

  void take(const ast::For& node, const ast::Statement&, const Scope* scope) {
    const auto range = evaluator_.bounds(node.range, scope);
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
      walk(node.body, context_.bind_number(scope, node.index.text, i));
    }
  }

  void take(const ast::Model& node, const ast::Statement& statement, const Scope*) {
    System& system = context_.study.system;
    if (!is_main_) return;
    if (!system.name.empty()) {
      context_.complaints.error("E0202", statement.span, "a file holds one model")
          .labels.push_back({system.span, "the model is named here"});
      return;
    }
    system.name = node.name.text;
    system.span = node.name.span;
    if (node.description != nullptr) system.title = node.description->text;
  }

  void take(const ast::Include&, const ast::Statement& statement, const Scope* scope) {
    if (scope != nullptr) context_.complaints.error("E0211", statement.span, "`include` cannot stand inside `for`");
  }

  void take(const ast::Initial& n, const ast::Statement& s, const Scope* scope) {
    out_.initials.push_back({&n, &s, scope});
  }
  void take(const ast::Assume& n, const ast::Statement& s, const Scope* scope) {
    out_.assumptions.push_back({&n, &s, scope});
  }
  void take(const ast::Simulate& n, const ast::Statement& s, const Scope* scope) {
    out_.simulates.push_back({&n, &s, scope});
  }
  void take(const ast::Plot& n, const ast::Statement& s, const Scope* scope) { out_.plots.push_back({&n, &s, scope}); }
  void take(const ast::Check& n, const ast::Statement& s, const Scope* scope) {
    out_.checks.push_back({&n, &s, scope});
  }
  void take(const ast::Show& n, const ast::Statement& s, const Scope* scope) { out_.shows.push_back({&n, &s, scope}); }
  void take(const ast::Export& n, const ast::Statement& s, const Scope* scope) {
    out_.exports.push_back({&n, &s, scope});
  }

  template <class Other>
  void take(const Other& node, const ast::Statement& statement, const Scope*) {
    refuse(node, statement, context_);
  }

  Context& context_;
  Evaluator& evaluator_;
  Gathered out_;
  std::int64_t turns_ = 0;
  bool is_main_ = true;
};

} // namespace

bool is_course(const ast::Expr& value) {
  if (std::holds_alternative<ast::Table>(value.node)) return true;
  if (const auto* name = std::get_if<ast::Name>(&value.node)) return name->text == "t";
  bool found = false;
  for_children(value, [&found](const ast::Expr& child) { found = found || is_course(child); });
  return found;
}

Gathered gather(const Library& library, Context& context, Evaluator& evaluator) {
  evaluator.only_counts(true);
  Gathered gathered = Gatherer(context, evaluator).run(library.files);
  evaluator.only_counts(false);
  return gathered;
}

} // namespace dalembert::elaboration
