#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// True where all of them are numbers and none is infinite.
[[nodiscard]] bool are_finite(std::span<const double> values);

/// Refuses an evaluation with an energy, a force or an acceleration that is no number, though the motion is determined
/// there; `inputs` are those of the account. @throws SolveError naming the quantity and where the value arose
void require_finite_values(const Engine& engine, std::span<const double> inputs, const Evaluation& at);

/// Looks for values that a plot, an exported table or a named speed shows and that are no numbers.
class ShownValues {
public:
  explicit ShownValues(const Engine& engine);

  /// Takes the observables at time `t`.
  void take(double t, const std::vector<double>& observables);
  /// What was met first: `the plotted quantity sqrt(x) has no finite value at t = 1 s`.
  [[nodiscard]] const std::optional<std::string>& first() const { return first_; }

  void archive(Archive& with) { with(first_); }

private:
  struct Shown {
    std::size_t index = 0; ///< among the observables
    std::string text;
  };
  std::vector<Shown> shown_;
  std::optional<std::string> first_;
};

} // namespace simulation
} // namespace dalembert
