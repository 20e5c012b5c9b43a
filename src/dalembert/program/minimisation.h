#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace program {

/// A quadratic function that is least on linear rows, where some unknowns are defined by others:
///
///   min ½ zᵀH z − bᵀz   with   z_{f+k} = Σⱼ c_kj z_j   (definitions),   Σⱼ a_rj z_j = γ_r   (rows)
///
/// z holds f free unknowns, then one for each definition. With the multipliers −λ of the rows, the free unknowns solve
///
///   M z + Aᵀ(−λ) = b,   A z = γ
///
/// where M and A are H and a with all definitions inserted: Gauss's principle for accelerations, in which H, c and a
/// have few entries where M is full. H must be such that M is positive definite where solutions are to be trusted.
/// Coefficients are places in a list of values, so that the structure is free of what they are computed by.
struct Minimisation {
  using Place = std::uint32_t;
  struct Term {
    std::uint32_t unknown = 0;
    Place coefficient = 0;
    int sign = 0; ///< ±1 where the coefficient is this number, else 0
  };
  struct Entry {
    std::uint32_t row = 0; ///< not before `column`; H is symmetric, and each pair stands once
    std::uint32_t column = 0;
    Place coefficient = 0;
  };

  /// b of an unknown that is not asked for.
  struct Load {
    std::uint32_t unknown = 0;
    Place force = 0;
  };

  /// Where the value is 1, all values of the row are 0, and its multiplier is 0; where it is 0 the row holds.
  struct Release {
    std::uint32_t row = 0;
    Place is_released = 0;
  };

  std::size_t free = 0;                       ///< f
  std::vector<std::vector<Term>> definitions; ///< terms of unknowns that are free or defined before
  std::vector<Entry> inertia;                 ///< H
  std::vector<Place> forces;                  ///< b of what is asked for
  std::vector<Load> loads;                    ///< of others; else 0
  std::vector<std::uint32_t> wanted;          ///< unknowns that are asked for; empty: those that are free
  std::vector<std::vector<Term>> rows;        ///< a
  std::vector<Place> row_values;              ///< γ
  std::size_t inner_rows = 0;                 ///< the last rows, whose multipliers are not asked for
  std::vector<Release> releases;              ///< of rows that do not hold at all states

  [[nodiscard]] std::size_t unknowns() const { return free + definitions.size(); }
  /// Of the force, or the result, with this number.
  [[nodiscard]] std::size_t unknown_of(std::size_t force) const { return wanted.empty() ? force : wanted[force]; }
  [[nodiscard]] std::size_t outer_rows() const { return rows.size() - inner_rows; }
};

} // namespace program
} // namespace dalembert
