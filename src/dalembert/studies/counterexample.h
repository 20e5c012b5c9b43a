#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/exact/identity.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace studies {

/// How two sides of a claim compare at real admissible states.
struct StateComparison {
  static constexpr double allowed = 1e-9; ///< of all summands: Newton's method and a linear solve in doubles
  std::size_t states = 0;                 ///< at which both sides have a value and agree
  std::size_t precise = 0;                ///< of these, looked at in 60 digits
  std::size_t unclear = 0;                ///< further states, at which the sides differ by large round-off
  static constexpr double visible = 1e-3; ///< of all summands: what a counterexample differs by at least
  double worst = 0.0;                     ///< largest |left − right| there, relative to the sizes of all summands
  std::size_t failures = 0;               ///< states at which the claim fails, by however little
  double largest = 0.0;                   ///< the largest of their differences, relative to the sizes of all summands
  std::optional<Counterexample> failure;  ///< the first state at which it fails visibly
};

/// What values are computed in.
enum class Digits { doubles, sixty };

/// Compares `left` and `right` (in t, q, v, v̇, λ, reactions, frictions, p) at `wanted` real states near `initial`.
/// `relation` may be an inequality. Sides agree where they differ by less than 10⁻⁹ of all summands, an
/// allowance for Newton's method and the linear solve in doubles, or where their difference is round-off: no more than
/// that solve leaves, or it changes by more than 1 % of itself when the state changes by some 10⁻¹⁰. Such a state
/// counts, and says nothing about `worst`, unless the round-off is large, that of a division by 0. States are looked at
/// until one fails visibly. With Digits::sixty the sides of an equation are compared so (compare_precisely) wherever
/// that can be done.
/// @throws std::invalid_argument where a side holds a function that is not defined
[[nodiscard]] StateComparison compare_at_real_states(const Engine& engine, const Equations& equations,
                                                     const InitialState& initial, Expr left, Expr right,
                                                     Comparison relation, std::size_t wanted,
                                                     Digits digits = Digits::doubles);

/// Returns for each expression (in what a claim may hold) how large it is at real states near `initial`, as a share of
/// what it would be if nothing cancelled: the largest share of `wanted` states, or the first one beyond `enough`. 0
/// where all are within StateComparison::allowed, or the value is not the same at states beside: round-off. Nothing
/// where no state was found.
/// @throws std::invalid_argument where one holds a function that is not defined
[[nodiscard]] std::optional<std::vector<double>> clear_shares(const Engine& engine, const InitialState& initial,
                                                              const std::vector<Expr>& expressions, std::size_t wanted,
                                                              double enough);

} // namespace studies
} // namespace dalembert
