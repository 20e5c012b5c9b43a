#pragma once

#include <dalembert/results/event.h>
#include <dalembert/studies/nearby_motion.h>
#include <dalembert/studies/sensitivity.h>
#include <dalembert/studies/varied_motion.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace studies {

/// Carries derivatives of a motion over instants at which what acts changes: impacts, contacts, frictions and
/// constraints that begin or end to act.
///
/// Where this happens at a surface g = 0 and takes a state x to Φ(x), ẋ = f⁻ before and f⁺ behind,
///   ∂x⁺/∂p = Φ′·(∂x⁻/∂p + f⁻·∂t*/∂p) − f⁺·∂t*/∂p,      ∂t*/∂p = −g′/ġ
/// Φ′ and g′ are central differences of what a run itself does at the instant, at two motions near this one, for each
/// cause, extrapolated to motions that do not differ. Nothing is integrated for them.
/// Source: docs/theory/sensitivities.md (7).
class PhaseChanges {
public:
  /// All outlive it. `ranks` of the equations, where some of them repeat others.
  PhaseChanges(const Engine& engine, const std::vector<SensitivityCause>& causes, const RunResult& result,
               const std::optional<RowRanks>& ranks);

  /// Makes (t, y) with the derivatives of the consistent initial state behind it those with which the motion begins:
  /// behind its impact, on the constraints and contacts that act. `begins`: ∂t₀/∂p of each cause. The motion was not
  /// started. @throws CourseEnds
  void begin(const std::vector<double>& begins, Motion& motion, Laws& laws, std::vector<double>& y);
  /// Takes y, which the motion has at the event, over it. @throws CourseEnds
  void pass(const Event& event, VariedMotion& varied, Laws& laws, std::vector<double>& y);

private:
  /// The two motions near this one for a cause, and the share of the cause by which they differ from it.
  struct Pair {
    std::array<NearbyMotion*, 2> motions{};
    double step = 0.0;
  };
  [[nodiscard]] Pair pair(std::size_t c, double step);
  [[nodiscard]] double step_along(std::size_t c, std::span<const double> direction, std::span<const double> y) const;
  [[nodiscard]] std::vector<double> moved(std::span<const double> y, std::span<const double> direction,
                                          double by) const;
  /// An instant at which what acts changes, of the motion itself.
  struct Instant {
    const Event& event;
    EventSurface surface;
    std::string phase;          ///< before (kept_phase)
    std::vector<double> before; ///< f⁻
    double rate = 0.0;          ///< ġ
    MotionPhase behind;
    std::vector<std::vector<std::size_t>> noted; ///< what the laws have noted there
    std::vector<double> after;                   ///< f⁺
  };
  /// A motion behind such an instant.
  struct Carried {
    double time = 0.0; ///< s, of the instant
    std::vector<double> y;
    MotionPhase phase;
    std::vector<std::vector<std::size_t>> noted = {};
  };
  [[nodiscard]] static double rate_of(const EventSurface& surface, const Event& event, VariedMotion& varied, Laws& laws,
                                      double step);
  [[nodiscard]] double delay_of(std::size_t c, const Instant& at, std::span<const double> change, double step);
  [[nodiscard]] Carried carry(NearbyMotion& nearby, const Instant& at, double t, std::vector<double> y) const;
  /// Along which motions near this one differ from it for each unit of a cause, each at its own instant.
  struct Course {
    std::vector<double> direction;
    double delay = 0.0; ///< ∂t*/∂p
  };
  /// The derivative behind the instant, by motions that differ by a step of the cause.
  struct Slope {
    std::vector<double> change;
    double step = 0.0; ///< of the cause
  };
  [[nodiscard]] Slope slope_of(std::size_t c, const Instant& at, const Course& course, double step);
  [[nodiscard]] std::vector<double> sizes_at(std::span<const double> y, double whole_step) const;
  [[nodiscard]] std::vector<double> settled_slope(std::size_t c, const Instant& at, std::span<const double> change);
  void require_one_instant(std::size_t c, const Instant& at, const std::vector<Instant>& beside,
                           std::span<const double> change);

  const Engine& engine_;
  const std::vector<SensitivityCause>& causes_;
  const RunResult& result_;
  std::optional<RowRanks> ranks_;
  std::vector<std::array<std::unique_ptr<NearbyMotion>, 2>> nearby_; ///< of each cause
  std::vector<double> steps_;                                        ///< of the pairs that were made
  std::size_t n_;
};

} // namespace studies
} // namespace dalembert
