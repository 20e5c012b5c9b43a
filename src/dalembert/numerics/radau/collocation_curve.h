#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/radau/radau_tableau.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// The curve of a step of a collocation method, from its stages: for dense output, and for a guess of the stages that
/// follow. Values are z = y − y(begin), times are shares θ of the step.
class CollocationCurve {
public:
  /// What a step of `components` numbers left: z of the stages (s rows), the change up to the end that was put back
  /// onto the manifold, and the slopes h·ẏ at both ends.
  struct Step {
    const RadauTableau& tableau;
    std::span<const double> stages;
    std::span<const double> change;
    std::span<const double> slope_at_begin;
    std::span<const double> slope_at_end;
  };
  void set(const Step& step);
  [[nodiscard]] bool is_empty() const { return knots_.empty(); }
  void clear() { knots_.clear(); }
  void archive(Archive& with) { with(n_, knots_, differences_, nodes_, stages_); }

  /// Writes z(θ) on the curve that meets the stages, and values and slopes at both ends.
  void interpolate(double theta, std::span<double> z) const;

  /// Writes z(θ) − z(1) on the polynomial through the begin and the stages alone, for θ beyond 1.
  void extrapolate(double theta, std::span<double> z) const;

private:
  std::size_t n_ = 0;
  std::vector<double> knots_;       ///< θ of the divided differences, double ones at both ends
  std::vector<double> differences_; ///< a row of n for each
  std::vector<double> nodes_;       ///< 0 and c
  std::vector<double> stages_;      ///< z at c
};

} // namespace numerics
} // namespace dalembert
