#pragma once

#include <dalembert/derivation/equations.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// The power coefficients Qᵢ of one force: its virtual power is Σ Qᵢ·vᵢ*.
struct PowerCoefficients {
  std::string force;
  std::vector<Expr> free;       ///< with arbitrary virtual speeds
  std::vector<Expr> compatible; ///< with virtual speeds that the constraints allow: 0 for a workless reaction
};

/// All forces, reactions and frictions, and their coefficients with compatible virtual speeds on independent ones.
struct PowerTable {
  std::vector<PowerCoefficients> rows;
  std::vector<int> independent;             ///< the coordinates whose virtual speeds are taken as independent
  std::vector<std::vector<Expr>> projected; ///< for each row Nᵀ·Q, A·N = 0, one entry per independent coordinate
};

/// Finds the power coefficients of every declared force, reaction and friction, both ways.
///
/// With compatible virtual speeds a force is determined only up to rows of A. The convention: a force whose free
/// coefficients lie identically in the row space of A (a workless reaction) gets 0, every other keeps its own.
/// Units: J/[qᵢ]. Source: docs/theory/lagrange.md (8).
[[nodiscard]] PowerTable power_coefficients(const Equations& equations);

} // namespace derivation
} // namespace dalembert
