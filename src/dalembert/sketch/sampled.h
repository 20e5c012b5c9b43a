#pragma once

#include <dalembert/sketch/kinematics.h>

#include <cstdint>
#include <optional>
#include <string>

namespace dalembert {
inline namespace sketching {

/// A real parameter of a curve or a surface, and the values that it takes.
struct RealRange {
  std::string name;
  Expr symbol;
  Expr lower;
  Expr upper;
  std::string text; ///< `-1.6..1.6 [m]`
  std::int64_t samples = 0;
  double middle = 0.0; ///< a value at which the thing has a point
};

/// Samples points that move with real parameters, and writes them as `draw` lines do.
class Sampler {
public:
  explicit Sampler(Kinematics& kinematics);

  /// The name of a parameter that the model does not use: u, or uu, …
  [[nodiscard]] std::string free_name(char letter) const;
  /// From `lower` to `upper`, both rounded outwards to two digits.
  [[nodiscard]] std::optional<RealRange> range(char letter, double lower, double upper, double middle, bool is_angle,
                                               std::int64_t samples);
  /// From 0 to 2π.
  [[nodiscard]] RealRange turn(char letter, std::int64_t samples);
  /// From −π/2 to π/2.
  [[nodiscard]] RealRange half_turn(char letter, std::int64_t samples);

  /// Returns the curve of `point`, on the piece of its range on which it has finite values, no pole, and stays within
  /// `reach` of its point at `middle`; nothing where there is no such piece.
  [[nodiscard]] std::optional<Path<Expr>> curve(const Place<Expr>& point, RealRange range, double reach);
  /// The same for a surface, whose ranges are made smaller together.
  [[nodiscard]] std::optional<Surface<Expr>> surface(const Place<Expr>& point, RealRange first, RealRange second,
                                                     double reach);

private:
  [[nodiscard]] std::optional<RealRange> between(RealRange range, double lower, double upper, int digits,
                                                 bool is_outward);
  [[nodiscard]] std::vector<Expr> values(const RealRange& range);
  [[nodiscard]] std::string text_of(const Place<Expr>& point) const;

  Kinematics& kinematics_;
  Graph& graph_;
};

} // namespace sketching
} // namespace dalembert
