#pragma once

#include <dalembert/numerics/radau/radau_tableau.h>

#include <cstddef>
#include <memory>
#include <span>

namespace dalembert {
inline namespace numerics {

/// The linear equations of a full Newton step of Radau IIA, with a Jacobian Jⱼ of its own at each stage, factored:
///
///   xᵢ − h Σⱼ aᵢⱼ Jⱼ xⱼ = rᵢ
///
/// They do not fall into blocks. Rows of J that are the same at all stages and have no entry in their own columns, as
/// those of q̇ = v, are eliminated beforehand. Cost: (s·M)³/3 multiply-adds for the M rows that are left.
class RadauCoupled {
public:
  RadauCoupled();
  ~RadauCoupled();
  RadauCoupled(const RadauCoupled&) = delete;
  RadauCoupled& operator=(const RadauCoupled&) = delete;

  /// `jacobians`: one N×N, row-major, for each stage. False where the matrix is singular.
  [[nodiscard]] bool factor(const RadauTableau& tableau, double h, std::span<const double> jacobians, std::size_t size);

  /// Writes x in the place of r: one row of `stride` numbers for each stage, of which the first N are solved for.
  void solve(std::span<double> stages, std::size_t stride) const;

  /// The unknowns there are at each stage, M, where these are the Jacobians.
  [[nodiscard]] static std::size_t rows_left(std::span<const double> jacobians, std::size_t size);

private:
  struct Work;
  std::unique_ptr<Work> work_;
};

} // namespace numerics
} // namespace dalembert
