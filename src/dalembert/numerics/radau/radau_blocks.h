#pragma once

#include <dalembert/numerics/radau/radau_tableau.h>

#include <memory>
#include <span>

namespace dalembert {
inline namespace numerics {

/// The linear equations of a Newton step of Radau IIA, factored: (I − h/λ J) for the real eigenvalue λ of A⁻¹ and for
/// each complex pair. Cost: N³/3 multiply-adds for the real one, four times that for each pair.
class RadauBlocks {
public:
  RadauBlocks();
  ~RadauBlocks();
  RadauBlocks(const RadauBlocks&) = delete;
  RadauBlocks& operator=(const RadauBlocks&) = delete;

  /// J is N×N row-major. False where a matrix is singular.
  [[nodiscard]] bool factor(const RadauTableau& tableau, double h, std::span<const double> jacobian, std::size_t size);

  /// The same for the real eigenvalue alone: `solve_stages` has nothing to solve by.
  [[nodiscard]] bool factor_real(const RadauTableau& tableau, double h, std::span<const double> jacobian,
                                 std::size_t size);

  /// x ← (I − h/λ J)⁻¹ x for the real eigenvalue
  void solve(std::span<double> x) const;
  /// The same by the transpose.
  void solve_transposed(std::span<double> x) const;

  /// Z ← (I − h A ⊗ J)⁻¹ Z, one row of `stride` numbers for each stage, of which the first `size` are solved for: taken
  /// apart into blocks, solved, and put together again.
  void solve_stages(const RadauTableau& tableau, std::span<double> stages, std::size_t stride, std::size_t size) const;

private:
  struct Work;
  std::unique_ptr<Work> work_;
};

} // namespace numerics
} // namespace dalembert
