#pragma once

#include <dalembert/lowering/picture_program.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <vector>

namespace dalembert {
inline namespace simulation {

/// Computes the rows of a scene: its columns at states that were evaluated.
class PictureRows {
public:
  /// Keeps a reference to `engine`, whose study the picture belongs to.
  PictureRows(const Engine& engine, const PictureProgram& program);

  /// Returns the columns at `at`; a number that is not defined there is not finite.
  [[nodiscard]] std::vector<double> at(const Evaluation& at);

private:
  const Engine& engine_;
  ProgramInstance program_;
};

} // namespace simulation
} // namespace dalembert
