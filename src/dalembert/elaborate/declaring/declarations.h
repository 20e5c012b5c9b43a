#pragma once

#include <dalembert/elaborate/meaning/symbol_table.h>
#include <dalembert/language/arena.h>
#include <dalembert/language/statement.h>

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// One declared thing of a statement, families taken apart: its tree, where its names are bound, and its entry.
template <class Node>
struct Item {
  const Node* node = nullptr;
  const ast::Statement* statement = nullptr;
  const Scope* scope = nullptr;
  const Symbol* symbol = nullptr;
  const DeclaredName* definition = nullptr;
};

/// One member of a `reaction` statement: its names in order.
struct ReactionItem {
  const ast::Reaction* node = nullptr;
  const ast::Statement* statement = nullptr;
  const Scope* scope = nullptr;
  std::vector<const DeclaredName*> definitions; ///< null where the name was refused
};

/// A statement that declares no name, with the `for` indices round it.
template <class Node>
struct Plain {
  const Node* node = nullptr;
  const ast::Statement* statement = nullptr;
  const Scope* scope = nullptr;
};

/// An energy statement, with or without a name of its own.
struct EnergyItem : Plain<ast::Energy> {
  SourceSpan span; ///< of its name, or of the keyword
};

/// Statements that declare no name: one list for each kind.
template <class... Nodes>
struct Plains {
  template <class Node>
  static constexpr bool has = (std::is_same_v<Node, Nodes> || ...);

  template <class Node>
  [[nodiscard]] std::vector<Plain<Node>>& of() {
    return std::get<std::vector<Plain<Node>>>(lists);
  }
  template <class Node>
  [[nodiscard]] const std::vector<Plain<Node>>& of() const {
    return std::get<std::vector<Plain<Node>>>(lists);
  }

  std::tuple<std::vector<Plain<Nodes>>...> lists;
};

using PlainStatements = Plains<ast::Initial, ast::Assume, ast::Simulate, ast::Plot, ast::Check, ast::Show, ast::Export,
                               ast::Sweep, ast::Draw, ast::Animate>;

/// What a model declares: its statements in order, sorted by what they are, `for` and families taken apart, every name
/// in the table of symbols with its place in the text, counts and indices as numbers. No expression has a meaning yet:
/// the trees are those of the parsed files, which outlive this, or of statements that were put in the place of others,
/// which stand in `made`.
struct Declarations {
  std::string name;  ///< of the model
  std::string title; ///< its description
  SourceSpan span;   ///< of its name
  SymbolTable symbols;
  std::deque<Scope> scopes; ///< what `for` and families bind
  ast::Arena made;          ///< statements that stand for others, such as the `let` of an input that follows the time

  std::vector<Item<ast::Declaration>> counts;
  std::vector<Item<ast::Declaration>> parameters; ///< inputs too
  std::vector<Item<ast::Declaration>> coordinates;
  std::vector<Item<ast::Declaration>> speeds;
  std::vector<Item<ast::Let>> lets;                           ///< and inputs that follow the time
  std::map<const ast::Let*, const ast::Declaration*> courses; ///< what such an input was declared as
  std::vector<Item<ast::FunctionDeclaration>> functions;
  std::vector<Item<ast::Constraint>> constraints;
  std::vector<Item<ast::Force>> forces;
  std::vector<ReactionItem> reactions;
  std::vector<Item<ast::Friction>> frictions;
  std::vector<Item<ast::Impact>> impacts;
  std::vector<Item<ast::Event>> events;
  std::vector<EnergyItem> energies;
  PlainStatements plain;
  bool is_empty = true;              ///< not one statement
  bool declares_coordinates = false; ///< if only with mistakes
};

/// Returns the name in `N` and in `N[i]`; empty of any other expression.
[[nodiscard]] std::string_view base_name(const ast::Expr& written);

/// Prints one line for each thing declared, in the order of the lists: `coordinate theta[2]`, `energy kinetic T`,
/// `check 4:1`, and the value of each count.
[[nodiscard]] std::string text(const Declarations& declarations, const SourceMap& sources);

} // namespace elaboration
} // namespace dalembert
