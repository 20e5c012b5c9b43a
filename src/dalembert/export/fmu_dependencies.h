#pragma once

#include <dalembert/export/c_model.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace exporting {

/// What the quantities of a model hold of its state and parameters, by the structure of its programs: entries are true
/// for t, then q, v and p (InputLayout).
class StateDependencies {
public:
  using Row = std::vector<bool>;
  explicit StateDependencies(const CModel& model);

  [[nodiscard]] const Row& acceleration(std::size_t i) const { return forces_[i]; }
  [[nodiscard]] const Row& multiplier(std::size_t k) const { return forces_[coordinates_ + k]; }
  [[nodiscard]] Row reaction(std::size_t k) const;
  [[nodiscard]] Row output(std::size_t k) const;
  /// What a Newton step onto the constraints of positions holds in coordinate i, and one onto those of rates.
  [[nodiscard]] const Row& position_step(std::size_t i) const { return position_steps_[i]; }
  [[nodiscard]] const Row& rate_step(std::size_t i) const { return rate_steps_[i]; }

private:
  [[nodiscard]] Row of_state(const Row& full) const;

  const CModel& model_;
  std::size_t coordinates_;
  std::vector<Row> forces_; ///< of accelerations, then multipliers
  std::vector<Row> position_steps_;
  std::vector<Row> rate_steps_;
  std::vector<Row> computed_; ///< of each parameter, those that it is computed from; empty for others
};

} // namespace exporting
} // namespace dalembert
