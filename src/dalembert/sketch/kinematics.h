#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/time_derivative.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/picture/item.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// What all rules of the automatic picture ask about the expressions of a model: on which coordinates they depend, how
/// they move, what they are at one exact point and at the start.
class Kinematics {
public:
  /// Keeps references to both.
  Kinematics(const Study& study, const Equations& equations);

  [[nodiscard]] const Study& study() const { return study_; }
  [[nodiscard]] const Equations& equations() const { return equations_; }
  [[nodiscard]] const System& system() const { return system_; }
  [[nodiscard]] Graph& graph() const { return graph_; }

  /// d/dt along any motion.
  [[nodiscard]] Expr rate(Expr e) { return rates_.of(e); }
  /// The places of the coordinates whose value `e` holds, ascending.
  [[nodiscard]] const std::vector<std::size_t>& coordinates_of(Expr e);
  [[nodiscard]] std::vector<std::size_t> coordinates_of(const Place<Expr>& place);
  /// The places of the coordinates whose rate `e` holds.
  [[nodiscard]] const std::vector<std::size_t>& rates_in(Expr e);
  [[nodiscard]] bool holds_rates(Expr e) { return !rates_in(e).empty(); }
  /// True for what holds nothing but t, q and p: what a place of the picture may hold.
  [[nodiscard]] bool is_of_positions(Expr e);
  /// True for what holds nothing but p.
  [[nodiscard]] bool is_constant(Expr e);
  [[nodiscard]] bool is_length(const Measure& measure) const;
  [[nodiscard]] bool is_angle(const Measure& measure) const;

  /// True for a coordinate that is a length; in a file without units, one that stands in no sine or cosine.
  [[nodiscard]] bool is_length_coordinate(std::size_t i) const { return is_length_[i]; }

  /// The part of `e` that is linear in the rates, at one exact point: equal numbers are equal expressions, up to a
  /// probability of about degree/2⁶². Nothing where `e` has no value there. Precondition: `e` is affine in the rates
  [[nodiscard]] std::optional<Residue> rate_part(Expr e);
  /// The values of `e` at several exact points; nothing where it has none at one of them.
  static constexpr std::size_t exact_points = 3;
  using Residues = std::array<Residue, exact_points>;
  [[nodiscard]] std::optional<Residues> residues(Expr e);
  /// True where `e` is 0 at all of these points.
  [[nodiscard]] bool vanish_at_points(Expr e);
  /// True where a and b are one expression: by their values at the exact points first.
  [[nodiscard]] bool are_same(Expr a, Expr b);

  /// True where all of these vanish identically.
  [[nodiscard]] bool vanish(const std::vector<Expr>& expressions) const;
  /// True where `e` depends on neither coordinates nor t, in fact and not only in form.
  [[nodiscard]] bool is_at_rest(Expr e);

  /// `e` at the start, with the model's own numbers where it gives them, else numbers of no meaning: to choose among
  /// what is proved. NaN where it has no value.
  [[nodiscard]] double at_start(Expr e) const { return at_start(std::vector<Expr>{e}).front(); }
  [[nodiscard]] std::vector<double> at_start(const std::vector<Expr>& all) const;
  /// True where the constant `e` is positive with the model's numbers.
  [[nodiscard]] bool is_positive(Expr e);

private:
  struct Held {
    std::vector<std::size_t> coordinates;
    std::vector<std::size_t> rates;
    bool holds_time = false;
    bool holds_other = false; ///< accelerations, multipliers, forces, derived names
  };
  [[nodiscard]] const Held& held(Expr e);
  void find_start();
  void find_lengths();

  const Study& study_;
  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  TimeDerivative rates_;
  enum class Role : std::uint8_t { parameter, time, coordinate, rate };
  std::unordered_map<std::uint32_t, std::pair<Role, std::size_t>> roles_;
  std::unordered_map<std::uint32_t, Held> held_;
  std::vector<ModularPoint> moving_; ///< points with random rates
  ModularPoint resting_;             ///< the first of these with all rates 0
  std::vector<Assignment> start_;
  std::vector<bool> is_length_;
};

} // namespace sketching
} // namespace dalembert
