#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/expr/substitute.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// What kind of coordinates a system has, read off L and the mass matrix: which are lengths and which angles, which
/// belong together, and where their chart is singular. It chooses the functions in which symmetries are sought.
class ChartStructure {
public:
  explicit ChartStructure(const Equations& equations);

  /// True where ξ may be linear in the coordinate: a length, or an angle that L holds outside sines and cosines.
  [[nodiscard]] bool is_length(std::size_t i) const { return is_length_[i]; }
  /// True for an angle: by its unit, or because L holds its sine or cosine.
  [[nodiscard]] bool is_angle(std::size_t i) const { return is_angle_[i]; }
  /// True where L does not hold the coordinate at all: neither its value nor its rate.
  [[nodiscard]] bool is_idle(std::size_t i) const { return is_idle_[i]; }
  /// True for coordinates of one index: x₁ and y₁, r[2] and phi[2]; those without an index are of one body.
  [[nodiscard]] bool is_one_body(std::size_t i, std::size_t j) const { return body_[i] == body_[j]; }
  /// The angles, and the lengths, that the mass matrix couples with coordinate i, itself among them.
  [[nodiscard]] const std::vector<std::size_t>& angles_with(std::size_t i) const { return angles_[block_[i]]; }
  [[nodiscard]] const std::vector<std::size_t>& lengths_with(std::size_t i) const { return lengths_[block_[i]]; }
  /// True where the inertia of angle `a` changes with length `x`: a radius.
  [[nodiscard]] bool turns_about(std::size_t a, std::size_t x) const;
  /// True where an entry of M beside length `x` changes with both angles (one where they are the same): the mass centre
  /// of a body lies beside x in a direction that they turn.
  [[nodiscard]] bool is_shifted_by_both(std::size_t x, std::size_t a, std::size_t b) const;
  /// True where the mass matrix loses rank at angle b = 0, or at b = π/2: a pole of the chart.
  /// Found where it is asked for: O(k³) for a block of k coordinates.
  [[nodiscard]] bool is_singular_at_zero(std::size_t b) const { return pole(b).at_zero; }
  [[nodiscard]] bool is_singular_at_right_angle(std::size_t b) const { return pole(b).at_right_angle; }
  /// True for a length at whose zero the mass matrix loses rank, since another one turns about it: it is not
  /// negative. Not where a constraint holds either: a collar passes the centre on its beam.
  [[nodiscard]] bool is_radius(std::size_t x) const;
  /// True where L has terms linear in the rates.
  [[nodiscard]] bool has_gyroscopic_terms() const { return has_gyroscopic_terms_; }
  /// a(q,t) of the terms a·v of L: the momenta at rest, 0 where they have no values there.
  [[nodiscard]] const std::vector<Expr>& gyroscopic_terms() const { return gyroscopic_terms_; }

private:
  void find_kinds();
  void find_momenta_at(const std::vector<Replacement>& values);
  void find_blocks();
  struct Pole {
    bool at_zero = false;
    bool at_right_angle = false;
  };
  [[nodiscard]] const Pole& pole(std::size_t b) const;
  [[nodiscard]] int rank(const std::vector<Expr>& entries, std::size_t size, const std::vector<Expr>& at_zero) const;

  const Equations& equations_;
  const System& system_;
  std::vector<bool> is_length_;
  std::vector<bool> is_angle_;
  std::vector<bool> is_idle_;
  std::vector<std::string> body_;
  std::vector<std::size_t> block_;                        ///< by coordinate
  std::vector<std::vector<std::size_t>> angles_;          ///< by block
  std::vector<std::vector<std::size_t>> lengths_;         ///< by block
  mutable std::vector<std::optional<Pole>> poles_;        ///< by coordinate
  mutable std::vector<std::optional<int>> generic_ranks_; ///< by block
  bool has_gyroscopic_terms_ = false;
  std::vector<Expr> gyroscopic_terms_;
};

/// The coordinates that are radii.
[[nodiscard]] std::vector<std::size_t> radial_coordinates(const Equations& equations);

} // namespace analysis
} // namespace dalembert
