#pragma once

#include <dalembert/elaborate/declaring/declarations.h>
#include <dalembert/elaborate/declaring/open_definitions.h>
#include <dalembert/elaborate/expressions/evaluator.h>
#include <dalembert/elaborate/meaning/overrides.h>

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace elaboration {

enum class DefinitionState : std::uint8_t { waiting, running, done };

/// What a declared thing stands for, as far as it is known.
struct Meaning {
  DefinitionState progress = DefinitionState::waiting;
  Value value;
  int slot = -1; ///< its place in the list of the System that holds it
};

/// Works out what declared names stand for, each once and on first demand, whatever the order of the file.
class Definitions {
public:
  Definitions(const Declarations& declared, const Overrides& overrides, Evaluator& evaluator);

  /// Returns what a declared thing stands for; a circle is reported (E0203). `symbol` counts as used.
  Value meaning(const Symbol& symbol, const DeclaredName& definition);
  [[nodiscard]] Meaning& of(const DeclaredName& definition) { return meanings_[definition.place]; }

  [[nodiscard]] bool is_used(const Symbol& symbol) const { return used_[symbol.place]; }
  void mark(const Symbol& symbol, bool is_used) { used_[symbol.place] = is_used; }

private:
  Value define(const Symbol& symbol, const DeclaredName& definition);
  Value define_declared(const Symbol& symbol, const DeclaredName& definition);
  Value define_speed(const Symbol& symbol, const DeclaredName& definition);
  void sweep_before(const Symbol& symbol, const DeclaredName& definition);

  const Overrides& overrides_;
  Evaluator& evaluator_;
  std::vector<Meaning> meanings_;  ///< by place of the definition
  std::vector<bool> used_;         ///< by place of the symbol
  std::vector<std::size_t> swept_; ///< by place of the symbol: members before this one are done
  std::vector<bool> is_sweeping_;  ///< likewise: one of them is being defined
  OpenDefinitions open_;
};

} // namespace elaboration
} // namespace dalembert
