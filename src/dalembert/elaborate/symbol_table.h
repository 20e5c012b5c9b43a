#pragma once

#include <dalembert/base/source.h>
#include <dalembert/elaborate/value.h>
#include <dalembert/language/statement.h>

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dalembert::elaboration {

/// Names bound for a while: the index of a family, of `sum` or `for`, the argument of a `let f(x)`. Innermost first.
struct Scope {
  const Scope* outer = nullptr;
  std::string_view name;                ///< empty where only `item` is bound
  const ast::IndexItem* item = nullptr; ///< the index bracket `i in 1..n` that stands for one number meanwhile
  Value value;
};

[[nodiscard]] const Scope* find_name(const Scope* scope, std::string_view name);
[[nodiscard]] const Scope* find_item(const Scope* scope, const ast::IndexItem& item);

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
};

/// The kind in the user's words: `a coordinate`.
[[nodiscard]] std::string_view phrase(SymbolKind kind);

enum class Progress : std::uint8_t { waiting, running, done };

/// One declared thing: a plain name, or one member of a family. Only the tree that declares it is set.
struct Definition {
  std::vector<int> index;
  SourceSpan span; ///< of its name
  const Scope* scope = nullptr;
  const ast::Declaration* declaration = nullptr;
  const ast::Let* let = nullptr;
  const ast::Energy* energy = nullptr;
  const ast::FunctionDeclaration* function = nullptr;
  int slot = -1; ///< its place in the list of the System that holds it
  Progress progress = Progress::waiting;
  Value value;
};

/// A name of the file with everything declared under it.
struct Symbol {
  SymbolKind kind = SymbolKind::let;
  std::string name;
  SourceSpan span; ///< of its first declaration
  bool is_family = false;
  bool is_broken = false; ///< its members are not known: its range was refused
  bool is_used = false;
  std::size_t swept = 0; ///< members before this one are done
  std::deque<Definition> members;
  std::map<std::vector<int>, Definition*> by_index;

  [[nodiscard]] Definition* member(const std::vector<int>& index) const;
};

/// The name of a member as the user would write it: `theta[3]`.
[[nodiscard]] std::string member_name(std::string_view name, const std::vector<int>& index);

/// All names of a file, in order of declaration.
class SymbolTable {
public:
  [[nodiscard]] Symbol* find(std::string_view name) const;
  Symbol& add(std::string name, SymbolKind kind, SourceSpan span);
  [[nodiscard]] const std::deque<Symbol>& all() const { return symbols_; }
  [[nodiscard]] std::deque<Symbol>& all() { return symbols_; }

private:
  std::deque<Symbol> symbols_;
  std::unordered_map<std::string, Symbol*> by_name_;
};

} // namespace dalembert::elaboration
