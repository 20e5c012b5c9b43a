#pragma once

#include <dalembert/sketch/kinematics.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// A length with a name that moves: a coordinate or a `let`.
struct Component {
  Expr value;
  std::string name;
  SourceSpan span;
};

/// The lengths of a model that may be components of points, and which of them moves at a given rate.
class Components {
public:
  explicit Components(Kinematics& kinematics);

  [[nodiscard]] const std::vector<Component>& all() const { return all_; }
  /// A component whose rate is a multiple of a speed, by a number.
  struct Match {
    std::size_t component = 0;
    Rational ratio; ///< speed / rate, up to its sign
  };
  /// Those whose rate is a multiple of `speed`, up to terms without rates; coordinates first.
  [[nodiscard]] std::vector<Match> moving_like(Expr speed);
  /// True for the distance of one thing from another: it grows with one length and falls with another.
  [[nodiscard]] bool is_relative(const Component& component);

private:
  Kinematics& kinematics_;
  std::vector<Component> all_;
  std::unordered_map<std::uint64_t, std::vector<Match>> by_rate_; ///< the number in front of each rate
};

} // namespace sketching
} // namespace dalembert
