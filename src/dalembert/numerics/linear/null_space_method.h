#pragma once

#include <dalembert/numerics/linear/kkt_types.h>
#include <dalembert/numerics/linear/svd.h>

namespace dalembert {
inline namespace numerics {
namespace detail {

/// The rank-revealing route: the null-space method on singular value decompositions of the equilibrated rows.
///
/// With a = C â, λ = R λ̂, M̂ = C M C, Â = R A C, B̂ = R B C (C, R diagonal) and Â = U Σ Vᵀ, B̂ = Ub Σb Vbᵀ of rank r:
/// â = V₁ Σ₁⁻¹ U₁ᵀ γ̂ + V₂ z,   (Vb₂ᵀ M̂ V₂) z = Vb₂ᵀ (ĥ − M̂ V₁ Σ₁⁻¹ U₁ᵀ γ̂),   λ̂ = Ub₁ Σb₁⁻¹ Vb₁ᵀ (M̂ â − ĥ).
class NullSpaceMethod {
public:
  void factor(const KktMatrices& matrices, int n, int m, const KktOptions& options);
  /// Finds what `rank`, `spectrum` and the bases of null spaces need, `solve` excepted. The reduced mass is left alone,
  /// which costs O(n³) however few the rows are, where it is clearly regular.
  void examine(const KktMatrices& matrices, int n, int m, const KktOptions& options);
  /// The rows alone, each scaled to length 1, with coordinates in units in which their inertias are 1.
  [[nodiscard]] Eigen::MatrixXd scaled_rows(const KktMatrices& matrices, int n, int m, const KktOptions& options);
  /// Decomposes these, for `spectrum`.
  void factor_rows(const KktMatrices& matrices, int n, int m, const KktOptions& options);
  double solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
               std::span<double> lambda) const;

  [[nodiscard]] int rank() const { return rank_; }
  /// Of the scaled rows, largest first.
  [[nodiscard]] const Eigen::VectorXd& spectrum() const { return rows_.singularValues(); }
  /// Copies C and R, in which rows of the system compare.
  void copy_scales(std::span<double> coordinates, std::span<double> rows) const;
  [[nodiscard]] bool is_regular() const { return reduced_rank_ == column_scale_.size() - rank_; }
  /// Smallest kept singular value of the rows and of the reduced mass, relative to scale.
  [[nodiscard]] double smallest() const { return smallest_; }

  /// Columns: bases of {a : A a = 0, M a in the range of Bᵀ}, unscaled, and of {ĉ : Aᵀ R ĉ = 0}, {ẑ : Bᵀ R ẑ = 0}.
  [[nodiscard]] Eigen::MatrixXd free_accelerations() const;
  [[nodiscard]] Eigen::MatrixXd row_dependencies() const;
  [[nodiscard]] Eigen::MatrixXd free_multipliers() const;
  [[nodiscard]] const Eigen::VectorXd& row_scale() const { return row_scale_; } ///< R
  /// The multipliers that go with each free acceleration of length 1, in scaled units.
  [[nodiscard]] Eigen::MatrixXd multipliers_of_free_accelerations() const;

private:
  void scale(const KktMatrices& matrices, int n, int m, const KktOptions& options);
  void find_rank(const KktOptions& options);
  void factor_reduced_mass(const KktMatrices& matrices, const KktOptions& options);
  [[nodiscard]] bool has_clearly_regular_mass(const KktOptions& options) const;
  [[nodiscard]] Eigen::MatrixXd equilibrated(std::span<const double> rows) const; ///< R·rows·C
  [[nodiscard]] const Svd& reaction() const { return has_reaction_rows_ ? reaction_ : rows_; }
  [[nodiscard]] Eigen::MatrixXd free_directions() const; ///< V₂ · null space of the reduced mass, scaled units
  [[nodiscard]] Eigen::MatrixXd least_multipliers(const Eigen::MatrixXd& load) const; ///< B̂ᵀ λ̂ = load, minimum norm

  Eigen::VectorXd column_scale_;
  Eigen::VectorXd row_scale_;
  Eigen::MatrixXd mass_;
  Svd rows_;
  Svd reaction_;
  Svd reduced_;
  bool has_reaction_rows_ = false;
  int rank_ = 0;
  Eigen::Index reduced_rank_ = 0;
  double smallest_ = 1;
};

} // namespace detail
} // namespace numerics
} // namespace dalembert
