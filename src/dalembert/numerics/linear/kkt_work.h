#pragma once

#include <dalembert/numerics/linear/cholesky.h>
#include <dalembert/numerics/linear/kkt_rank.h>
#include <dalembert/numerics/linear/kkt_types.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace numerics {
namespace detail {

/// With d = diag(M)^(−1/2), d M d = L Lᵀ and s = 1/‖L⁻¹ d A_kᵀ‖: rows W = s A d L⁻ᵀ have length 1 in the metric of M⁻¹,
/// and the Schur complement S = W W_Bᵀ has a unit diagonal without friction. Its Cholesky or LU factors gives λ.
/// Coordinates and rows stand in the order of their pivots. Matrices are made when the first system is factored: of the
/// solvers of a long chain that its structure solves, none is.
struct KktWork {
  using Vector = std::vector<double>;

  KktWork(int coordinates, int constraints, KktOptions chosen)
      : n(static_cast<std::size_t>(coordinates)),
        m(static_cast<std::size_t>(constraints)),
        options(std::move(chosen)),
        column_scale(n),
        row_scale(m),
        rows_extent(m),
        reaction_rows_extent(m),
        coordinate_order(n),
        row_order(m),
        exchanges(m),
        coordinate_part(n),
        row_part(m),
        load(n),
        wanted(m),
        force_gap(n),
        row_gap(m),
        coordinate_weight(n),
        row_weight(m) {}

  std::size_t n;
  std::size_t m;
  KktOptions options;
  KktStatus status;
  Vector column_scale;             ///< d
  Vector row_scale;                ///< s
  Vector mass;                     ///< L
  Vector rows;                     ///< W
  Vector reaction_rows;            ///< W_B, where B differs from A
  Vector schur;                    ///< factors of S
  Envelope mass_envelope;          ///< of L; dense where its pivots were sorted
  Envelope schur_envelope;         ///< of S, likewise
  std::vector<Extent> rows_extent; ///< of W
  std::vector<Extent> reaction_rows_extent;
  std::vector<std::size_t> coordinate_order;
  std::vector<std::size_t> row_order;
  std::vector<std::size_t> exchanges; ///< of LU
  bool has_reaction_rows = false;
  Vector coordinate_part;
  Vector row_part;
  RankRevealing ranked;
  // What was given, for the residual of every row.
  Vector given_mass;
  Vector given_rows;
  Vector given_reaction_rows;
  Vector load;
  Vector wanted;
  Vector force_gap;         ///< h + Bᵀλ − M a
  Vector row_gap;           ///< γ − A a
  Vector coordinate_weight; ///< units in which the rows of the system compare
  Vector row_weight;
  double largest_row_gap = 0; ///< the largest gap of a row of A, in the units of `row_weight`
  double row_share = 0;       ///< the same relative to the row's own terms
  bool are_rows_met = false;  ///< the rows of A are met beside the accelerations

  void make_room();
  void keep(const KktMatrices& matrices);
  [[nodiscard]] bool scale_mass();
  void fill_mass();
  [[nodiscard]] Pivots factor_mass();
  void carry_rows(const Vector& entries, Vector& carried, std::vector<Extent>& extent) const;
  [[nodiscard]] bool scale_rows();
  void fill_schur();
  void sort_rows();
  [[nodiscard]] Pivots factor_rows();
  [[nodiscard]] bool factor_by_cholesky();
  void factor_by_rank();
  void solve_cholesky(const Vector& h, const Vector& gamma, std::span<double> a, std::span<double> lambda);
  void fill_gaps(std::span<const double> a, std::span<const double> lambda);
  [[nodiscard]] bool is_good_at_a_glance(std::span<const double> a, std::span<const double> lambda);
  [[nodiscard]] double measure_gap(std::span<const double> a, std::span<const double> lambda);
  void correct(std::span<double> a, std::span<double> lambda);
  void finish(std::span<double> a, std::span<double> lambda);
};

} // namespace detail
} // namespace numerics
} // namespace dalembert
