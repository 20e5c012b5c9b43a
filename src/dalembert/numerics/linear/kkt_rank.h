#pragma once

#include <dalembert/numerics/linear/kkt_types.h>

#include <memory>
#include <span>

namespace dalembert {
inline namespace numerics {
namespace detail {

class NullSpaceMethod;

/// Solves KKT systems of any rank. Wraps NullSpaceMethod, so that its users do not include Eigen, which takes seconds
/// to compile.
class RankRevealing {
public:
  RankRevealing();
  ~RankRevealing();
  RankRevealing(const RankRevealing&) = delete;
  RankRevealing& operator=(const RankRevealing&) = delete;

  void factor(const KktMatrices& matrices, int n, int m, const KktOptions& options);
  /// Solves for one right-hand side as KktSolver::solve does. Precondition: factored.
  double solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
               std::span<double> lambda) const;

  [[nodiscard]] int rank() const; ///< of the rows
  [[nodiscard]] bool is_regular() const;
  /// Smallest kept singular value of the rows and of the reduced mass, relative to scale.
  [[nodiscard]] double smallest() const;
  /// Copies C and R, in which rows of the system compare.
  void copy_scales(std::span<double> coordinates, std::span<double> rows) const;

private:
  std::unique_ptr<NullSpaceMethod> method_;
};

} // namespace detail
} // namespace numerics
} // namespace dalembert
