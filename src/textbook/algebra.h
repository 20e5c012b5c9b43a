#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/textbook/fraction.h>
#include <dalembert/textbook/human_form.h>

#include <optional>

namespace dalembert {

/// What it takes to multiply the expressions of one system out and to write them for people.
struct Algebra {
  /// Announces the angles of everything derived.
  explicit Algebra(const Equations& equations);
  Algebra(const Algebra&) = delete;
  Algebra& operator=(const Algebra&) = delete;

  /// Returns the shorter of a sum of terms and one fraction in lowest terms, or nothing where both are too long.
  /// @throws BudgetSpent
  [[nodiscard]] std::optional<Sum> shortest(Expr e);

  Graph& graph;
  AtomTable atoms;
  WaveTable waves;
  Expansion expansion;
  Fractions fractions;
  HumanForm human;
};

} // namespace dalembert
