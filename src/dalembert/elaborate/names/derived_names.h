#pragma once

#include <dalembert/elaborate/meaning/draft.h>
#include <dalembert/elaborate/names/definitions.h>

#include <optional>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// An energy statement, and its value where it is known.
struct EnergyStatement : EnergyItem {
  DefinitionState progress = DefinitionState::waiting;
  Value value;
};

/// The names that nobody declares: the totals T V L h H E, momenta p.q, constraint forces Qc.q, multipliers, and
/// what is gathered along a run (work, lost, impulse, drift).
class DerivedNames {
public:
  DerivedNames(Draft& draft, const Declarations& declared, Evaluator& evaluator, Definitions& definitions);

  std::vector<EnergyStatement>& energies() { return energies_; }

  /// Returns what a plain built-in name stands for; nothing where there is no such name.
  [[nodiscard]] std::optional<Value> plain(std::string_view name, SourceSpan span);
  /// Returns the total of an energy whose name is the customary letter (T, V, D); nothing for other names.
  [[nodiscard]] std::optional<Value> total_named(const Symbol& symbol);
  /// Returns `lambda.c`, `p.q` or `Qc.q`.
  [[nodiscard]] Value part(std::string_view base, const DeclaredName& of, SourceSpan span);
  /// Returns the value of one energy statement, worked out on first demand.
  const Value& energy(EnergyStatement& statement);
  /// Returns the sum of all terms of a kind (0 where there is none), nothing after an error.
  [[nodiscard]] std::optional<Scalar> total(ast::EnergyKind kind);
  [[nodiscard]] std::optional<Scalar> lagrangian();
  [[nodiscard]] bool has(ast::EnergyKind kind) const;

  /// Says that the rows of all constraints are known, so that Qc can be formed.
  void constraints_are_built() { has_constraints_ = true; }

  /// Returns the symbol of something gathered along a run.
  [[nodiscard]] Value history(Derived derived, DimensionId dimension, std::optional<DimensionId> argument = {});

private:
  [[nodiscard]] std::optional<Scalar> energy_function();
  [[nodiscard]] std::optional<Scalar> total_energy(SourceSpan span);
  [[nodiscard]] Value momentum(const DeclaredName& coordinate);
  [[nodiscard]] Value constraint_force(const DeclaredName& coordinate, SourceSpan span);
  [[nodiscard]] static Value whole(const std::optional<Scalar>& scalar);

  Draft& draft_;
  Context& context_;
  Evaluator& evaluator_;
  Definitions& definitions_;
  std::vector<EnergyStatement> energies_;
  bool has_constraints_ = false;
};

} // namespace elaboration
} // namespace dalembert
