#pragma once

#include <dalembert/numerics/linear/kkt_types.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

namespace detail {
struct KktWork;
}

/// Factors and solves the saddle-point system of constrained dynamics and of its projections.
///
///   [ M  −Bᵀ ] [ a ]   [ h ]
///   [ A   0  ] [ λ ] = [ γ ]
///
/// Shapes: M n×n, A and B m×n row-major, a and h n, λ and γ m. Units may differ from row to row: everything is
/// equilibrated first. With redundant rows λ is the one of minimum norm in scaled units, and γ is met in the sense of
/// least squares. Where the acceleration is not unique, the smallest one (scaled) is returned and `is_regular` is
/// false. Every solution is tested in all rows: one that leaves a gap is corrected, one by Cholesky whose gap stays is
/// solved again by rank, and the gap is in the status. Cost: n³/6 + n²m/2 + nm²/2 multiply-adds on the Cholesky route,
/// about 20 times that on the other. No heap is used after the first factorisation on the Cholesky route, pivots in
/// doubt aside.
class KktSolver {
public:
  KktSolver(int n, int m, KktOptions options = {});
  ~KktSolver();
  KktSolver(KktSolver&&) noexcept;
  KktSolver& operator=(KktSolver&&) noexcept;

  [[nodiscard]] int coordinates() const { return n_; }
  [[nodiscard]] int constraints() const { return m_; }

  /// Factors; the matrices may be forgotten afterwards. Entries must be finite: a NaN or Inf gives a SolveError.
  const KktStatus& factor(const KktMatrices& matrices);

  /// True where M alone is factored by Cholesky's method; the last factorisation is lost. Entries as for `factor`.
  [[nodiscard]] bool is_mass_trusted(std::span<const double> mass);

  /// Solves for one right-hand side and returns the inconsistency of redundant rows: the largest scaled part of γ that
  /// no acceleration can produce (0 for independent rows). `a` may alias `h`, `lambda` may alias `gamma`.
  double solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
               std::span<double> lambda) const;

  [[nodiscard]] const KktStatus& status() const;

  /// Returns about how many multiply-adds the last factorisation and one solution take; O(n + m).
  [[nodiscard]] double multiplications() const;

  void set_options(const KktOptions& options);

private:
  int n_;
  int m_;
  std::unique_ptr<detail::KktWork> work_;
};

/// Returns the singular values of A, largest first, scaled as the rank is judged.
[[nodiscard]] std::vector<double> row_spectrum(const KktMatrices& matrices, int n, int m, const KktOptions& options);

/// Properties of a KKT system at one state; vectors are in the units of the system and scaled to largest
/// entry 1, and zero entries are exactly 0.
struct KktFacts {
  int rank = 0; ///< of A
  /// The factor of each row in which rows and multipliers compare: rₖ·(row k), λₖ/rₖ.
  std::vector<double> row_scale;
  /// Accelerations a with A a = 0 and M a = Bᵀ λ for some λ: empty when the acceleration is unique.
  std::vector<std::vector<double>> free_accelerations;
  /// Combinations c with cᵀ A = 0: linearly dependent rows, which may contradict one another.
  std::vector<std::vector<double>> row_dependencies;
  /// Combinations z with Bᵀ z = 0: λ + z is a solution as well as λ.
  std::vector<std::vector<double>> free_multipliers;
  /// For each multiplier: it has the same value in every solution.
  std::vector<bool> is_determined;
  /// cᵀ γ for each row dependency, relative to Σ|cₖ γₖ| (0 consistent, 1 contradictory).
  std::vector<double> contradictions;
};

/// Examines the system for a report; `gamma` may be empty. Cost: the singular values of A, and where
/// friction or a nearly singular M asks for them those of B and of the reduced mass.
[[nodiscard]] KktFacts examine_kkt(const KktMatrices& matrices, std::span<const double> gamma, int n, int m,
                                   const KktOptions& options = {});

} // namespace numerics
} // namespace dalembert
