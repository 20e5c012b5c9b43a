#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/study.h>

#include <vector>

namespace dalembert {
inline namespace derivation {

/// True for quantities that belong to the whole run (work, lost, impulse, drift) and not to a state.
[[nodiscard]] bool is_history(DerivedKind kind);

/// Returns Σₖ rowₖ·λₖ: a reaction from its row of K.
[[nodiscard]] Expr reaction_value(const System& system, const std::vector<Expr>& row);

/// Returns what stands for the reactions in terms of the multipliers.
[[nodiscard]] std::vector<Replacement> reaction_meanings(const Equations& equations);

/// Returns what stands for the reactions and the derived names of a study (momenta, energies, constraint forces) in
/// terms of t, q, v, λ and parameters. Histories have no such meaning and are left out.
[[nodiscard]] std::vector<Replacement> meanings(const Study& study, const Equations& equations);

} // namespace derivation
} // namespace dalembert
