#pragma once

#include <dalembert/base/source.h>
#include <dalembert/elaborate/meaning/value.h>
#include <dalembert/language/statement.h>

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Names bound for a while: the index of a family, of `sum` or `for`, the argument of a `let f(x)`. Innermost first.
struct Scope {
  const Scope* outer = nullptr;
  std::string_view name;                ///< empty where only `item` is bound
  const ast::IndexItem* item = nullptr; ///< the index bracket `i in 1..n` that stands for one number meanwhile
  std::int64_t number = 0;              ///< of an index
  const Value* argument = nullptr;      ///< of a `let f(x)`; null for an index
};

[[nodiscard]] const Scope* find_name(const Scope* scope, std::string_view name);
[[nodiscard]] const Scope* find_item(const Scope* scope, const ast::IndexItem& item);
/// Returns what the name of `bound` stands for.
[[nodiscard]] Value value_of(const Scope& bound, Graph& graph);

enum class SymbolKind : std::uint8_t {
  count,
  parameter,
  input,
  coordinate,
  speed,
  let,
  function_let,
  unknown_function,
  energy,
  force,
  constraint,
  reaction,
  friction,
  impact,
  event,
};

/// The kind in the user's words: `a coordinate`.
[[nodiscard]] std::string_view phrase(SymbolKind kind);

/// One declared name: a plain one, or a member of a family. Only the tree that declares it is set.
struct DeclaredName {
  std::size_t place = 0; ///< among all definitions of the table
  std::vector<int> index;
  SourceSpan span; ///< of its name
  const Scope* scope = nullptr;
  const ast::Declaration* declaration = nullptr;
  const ast::Let* let = nullptr;
  const ast::Energy* energy = nullptr;
  const ast::FunctionDeclaration* function = nullptr;
  std::optional<std::int64_t> count; ///< the value of a count
  bool is_refused = false;           ///< a count whose value was found wrong, which was reported
};

/// A name of the file with everything declared under it.
struct Symbol {
  std::size_t place = 0; ///< among all symbols of the table
  SymbolKind kind = SymbolKind::let;
  std::string name;
  SourceSpan span; ///< of its first declaration
  bool is_family = false;
  bool is_broken = false; ///< its members are not known: its range was refused
  bool is_used = false;   ///< in a range or in the value of a count
  std::deque<DeclaredName> members;
  std::map<std::vector<int>, DeclaredName*> by_index;

  [[nodiscard]] const DeclaredName* member(const std::vector<int>& index) const;
};

/// The name of a member as the user would write it: `theta[3]`.
[[nodiscard]] std::string member_name(std::string_view name, const std::vector<int>& index);

/// All names of a file, in order of declaration.
class SymbolTable {
public:
  [[nodiscard]] const Symbol* find(std::string_view name) const;
  [[nodiscard]] Symbol* find(std::string_view name);
  Symbol& add(std::string name, SymbolKind kind, SourceSpan span);
  /// Enters one thing under `symbol`, with no tree yet.
  DeclaredName& define(Symbol& symbol, std::vector<int> index, SourceSpan span, const Scope* scope);
  [[nodiscard]] std::size_t definitions() const { return definitions_; }
  [[nodiscard]] const std::deque<Symbol>& all() const { return symbols_; }
  [[nodiscard]] std::deque<Symbol>& all() { return symbols_; }

private:
  std::deque<Symbol> symbols_;
  std::unordered_map<std::string, Symbol*> by_name_;
  std::size_t definitions_ = 0;
};

} // namespace elaboration
} // namespace dalembert
