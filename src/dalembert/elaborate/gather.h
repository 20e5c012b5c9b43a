#pragma once

#include <dalembert/elaborate/evaluator.h>
#include <dalembert/elaborate/include.h>
#include <dalembert/language/ast.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dalembert::elaboration {

/// One declared thing of a statement, families taken apart: its tree, where its names are bound, and its entry.
template <class Node>
struct Item {
  const Node* node = nullptr;
  const ast::Statement* statement = nullptr;
  const Scope* scope = nullptr;
  Symbol* symbol = nullptr;
  Definition* definition = nullptr;
};

/// One member of a `reaction` statement: its names in order.
struct ReactionItem {
  const ast::Reaction* node = nullptr;
  const ast::Statement* statement = nullptr;
  const Scope* scope = nullptr;
  std::vector<Definition*> definitions; ///< null where the name was refused
};

/// A statement that declares no name, with the `for` indices round it.
template <class Node>
struct Plain {
  const Node* node = nullptr;
  const ast::Statement* statement = nullptr;
  const Scope* scope = nullptr;
};

/// All statements of a model in order, sorted by what they are, their names in the symbol table.
struct Gathered {
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
  std::vector<Plain<ast::Initial>> initials;
  std::vector<Plain<ast::Assume>> assumptions;
  std::vector<Plain<ast::Simulate>> simulates;
  std::vector<Plain<ast::Plot>> plots;
  std::vector<Plain<ast::Check>> checks;
  std::vector<Plain<ast::Show>> shows;
  std::vector<Plain<ast::Export>> exports;
  bool is_empty = true;              ///< not one statement
  bool declares_coordinates = false; ///< if only with mistakes
};

/// Expands `for`, and enters every declared name into the symbol table; refuses what is not
/// supported. Coordinates, parameters, multipliers and the like get their symbols; nothing is worked out yet.
[[nodiscard]] Gathered gather(const Library& library, Context& context, Evaluator& evaluator);

/// True where the value of an input is its course over the time: it holds `t` or a table.
[[nodiscard]] bool is_course(const ast::Expr& value);

/// True where a unit stands anywhere in the files: then dimensions are checked.
[[nodiscard]] bool mentions_units(const Library& library);

/// The families `name[index]` of a declaration: every index with the scope in which its binders have their values.
/// Nothing where a range was refused.
struct Expansion {
  std::vector<int> index;
  const Scope* scope = nullptr;
};
[[nodiscard]] std::optional<std::vector<Expansion>> expand(const ast::IndexList* index, const Scope* scope,
                                                           Context& context, Evaluator& evaluator);

} // namespace dalembert::elaboration
