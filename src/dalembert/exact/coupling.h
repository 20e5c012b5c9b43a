#pragma once

#include <dalembert/derivation/equations.h>

#include <vector>

namespace dalembert {
inline namespace exact {

/// The part of a system that an expression is about: coordinates and constraints that hang together through equations
/// and rows. The motion of the others says nothing of it.
struct Coupling {
  std::vector<bool> coordinates;
  std::vector<bool> constraints;

  [[nodiscard]] bool is_whole() const;
};

/// Returns the part of the system of `equations` that `e` (in t, q, v, v̇, λ, p) is about. Cost: the sizes of all
/// equations.
[[nodiscard]] Coupling coupling_of(const Equations& equations, Expr e);

} // namespace exact
} // namespace dalembert
