#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/textbook/plain_form.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// The impulsive equations of a system in print. Jumps and impulses are named as in `jump(x')`, `impulse(lambda.pin)`;
/// the impulse of a declared impact by its own name, as in the model language.
struct ImpulseForm {
  /// One per coordinate: Σⱼ Mᵢⱼ·jump(vⱼ) = Σₖ aₖᵢ·impulse(λₖ) + Σ Bᵢ·I.
  std::vector<std::optional<PlainEquation>> balances;
  /// One per constraint, which persists: Σᵢ aₖᵢ·jump(vᵢ) = 0.
  std::vector<std::optional<PlainEquation>> persistences;
  /// One per impact by Newton's law, with the rates before it: Σᵢ Bᵢ·jump(vᵢ) = −(1 + e)·c. Nothing for other laws.
  std::vector<std::optional<PlainEquation>> restitutions;
};

/// Prints the impulsive equations M·Δv − Aᵀ·Λ − Bᵀ·I = 0, A·Δv = 0, in plain form; each line is proved as
/// those of PlainForm are. Of `most_nodes` distinct nodes or more no text is looked for. Units: a balance is
/// J·s/[qᵢ]. Source: docs/theory/lagrange.md (impulses).
[[nodiscard]] ImpulseForm impulse_form(const Equations& equations,
                                       std::size_t most_nodes = std::numeric_limits<std::size_t>::max());

} // namespace textbook
} // namespace dalembert
