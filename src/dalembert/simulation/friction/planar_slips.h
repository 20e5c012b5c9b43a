#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/lowering/views.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/friction_mode.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The slips in a plane: which pairs of frictions are the components of one, and the directions in which they slide.
///
///   Fᵢ = −μᵢ |N| dᵢ,   d = σ/|σ|,   σᵢ = μᵢ sᵢ
///
/// While it turns, d is taken with the sign that makes it point along the reference in the modes, if they have one: so
/// the law is smooth up to and beyond the instant at which the slip is used up along a straight line, as that of one
/// line is with a fixed sign. Source: docs/theory/lagrange.md (5a).
class PlanarSlips {
public:
  explicit PlanarSlips(const Engine& engine);

  /// Finds the pairs, at the first state: those of one reaction, if both have a coefficient and their slips are not
  /// along one line. The others act along lines of their own.
  void find(const DynamicsView& equations);
  [[nodiscard]] bool are_known() const { return is_known_; }
  [[nodiscard]] const std::vector<SlipPlane>& all() const { return planes_; }
  /// True where their slips depend on one another, on the constraints or on other slips, at the first state.
  [[nodiscard]] bool are_dependent() const { return are_dependent_; }
  /// Of how many pairs the model speaks (`slip_planes`), and the number of one of `all()` among these.
  [[nodiscard]] std::size_t candidates() const { return planes_.size() + refused_.size(); }
  [[nodiscard]] std::size_t place(std::size_t plane) const { return places_[plane]; }
  /// Pairs of one reaction that act along lines of their own.
  [[nodiscard]] const std::vector<SlipPlane>& refused() const { return refused_; }
  /// The plane of a friction, in `all()`.
  [[nodiscard]] std::optional<std::size_t> of(std::size_t friction) const { return plane_of_[friction]; }

  /// σ of a plane.
  [[nodiscard]] std::array<double, 2> scaled(std::size_t plane, const DynamicsView& equations) const;
  /// Its direction with these modes; 0 where it does not slide.
  [[nodiscard]] std::array<double, 2> direction(std::size_t plane, const DynamicsView& equations,
                                                const std::vector<FrictionMode>& modes) const;
  /// What the components of the force of a plane that turns change by where σ changes by `change`, at a fixed bound:
  /// −bound·(1 − d⊗d) change/|σ|, 0 where it does not turn. `bounds`: μᵢ|N|.
  [[nodiscard]] std::array<double, 2> turned(std::size_t plane, const DynamicsView& equations,
                                             const std::vector<FrictionMode>& modes, std::array<double, 2> bounds,
                                             std::array<double, 2> change) const;
  void archive(Archive& with);

private:
  void number();
  void refuse(const std::vector<bool>& refused);

  bool is_known_ = false;
  bool are_dependent_ = false;
  std::vector<SlipPlane> planes_; ///< those of one reaction, until they are found
  std::vector<SlipPlane> refused_;
  std::vector<std::size_t> places_;                  ///< of each of `planes_`
  std::vector<std::optional<std::size_t>> plane_of_; ///< of each friction
};

} // namespace simulation
} // namespace dalembert
