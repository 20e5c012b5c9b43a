#pragma once

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// x = b + W·|x| of k unknowns; of those whose sign is given, that times x stands in the place of |x|.
struct AbsoluteValueEquation {
  std::vector<double> constant; ///< b, k
  std::vector<double> by;       ///< W, k×k, row-major
  std::vector<int> signs;       ///< k: 1 or −1, or 0 where |x| stands
  double no_value = 0.0;        ///< an unknown of this size agrees with both signs
};

/// Signs with which x solves the equation.
struct AbsoluteValueSolutions {
  std::vector<std::vector<int>> signs;     ///< of each solution; those that give the same x only once
  std::vector<std::vector<double>> values; ///< x of each
  bool is_complete = true;                 ///< false where the search was broken off
};

/// Finds all solutions.
///
/// Where |W| has a spectral radius below 1, there is exactly one, which Newton's method finds in a few solutions of
/// k equations. Else signs are tried, one unknown after the other, until what is left has such a radius; so what
/// couples strongly alone is tried. Cost: O(k³) for one solution, 2^k times that at most, broken off after 10⁴ trials.
/// Source: Rohn, A theorem of the alternatives for the equation Ax + B|x| = b, 2004; docs/theory/lagrange.md (9).
[[nodiscard]] AbsoluteValueSolutions solve_absolute_values(const AbsoluteValueEquation& equation);

/// How a solution x with signs E changes by a unit of each |x|: R = (1 − WE)⁻¹W.
struct AbsoluteValueChanges {
  std::vector<double> by;           ///< R, k×k, row-major
  std::vector<int> signs;           ///< E, 1 or −1
  std::vector<bool> has_given_sign; ///< of the unknowns that stand without | |
};

/// True where these are the changes of an equation that has exactly one solution for every b, by the spectral radius of
/// |W|. Cost: O(k³).
[[nodiscard]] bool has_one_solution(const AbsoluteValueChanges& changes);

} // namespace numerics
} // namespace dalembert
