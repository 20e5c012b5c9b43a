#pragma once

#include <dalembert/sketch/kinematics.h>

#include <optional>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// The squares of distances that V and the constraints speak of: finds the nodes in them that are |A − B|² of two
/// points.
class SpokenDistances {
public:
  explicit SpokenDistances(Kinematics& kinematics);

  /// A node of V or of a constraint that equals |A − B|²; nothing where none does.
  [[nodiscard]] std::optional<Expr> square_of(const Place<Expr>& a, const Place<Expr>& b);

private:
  Kinematics& kinematics_;
  std::unordered_map<std::uint64_t, Expr> nodes_; ///< sums, by their value at an exact point
};

} // namespace sketching
} // namespace dalembert
