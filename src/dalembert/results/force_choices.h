#pragma once

#include <dalembert/base/archive.h>

#include <vector>

namespace dalembert {
inline namespace results {

/// Which forces have values that are one choice of many which give the same motion.
struct OpenForces {
  std::vector<bool> multipliers; ///< m, or empty: none
  std::vector<bool> reactions;   ///< R, then the friction forces F; or empty

  [[nodiscard]] bool any() const;
  /// Adds what is open of others, of the same system.
  void add(const OpenForces& others);
  void archive(Archive& with) { with(multipliers, reactions); }
};

} // namespace results
} // namespace dalembert
