#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/simulation/sparse_dynamics.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline simulation {

namespace {

/// States that only the matrices could be solved at, before the program is given up.
constexpr int most_failures = 100;

} // namespace

SparseDynamics::SparseDynamics(const Engine& engine, const ProgramsByStructure& programs)
    : engine_(engine),
      reader_(engine, programs, StructureInputs::Jumps::held),
      program_(programs.motion->get()),
      outputs_(program_.outputs()) {
  is_usable_ = !outputs_.empty();
  status_.rank = static_cast<int>(engine.constraints());
}

void SparseDynamics::set_rows(std::span<const std::size_t> rows) {
  reader_.set_rows(rows);
  status_.rank = static_cast<int>(rows.size());
}

bool SparseDynamics::solve(std::span<double> inputs) {
  const InputLayout& layout = engine_.programs->layout;
  program_.evaluate(reader_.of(inputs), outputs_);
  const SparseMotionView solution(layout, outputs_);
  const bool is_solved = solution.smallest_pivot > smallest_pivot_share &&
                         std::ranges::all_of(outputs_, [](double value) { return std::isfinite(value); });
  if (!is_solved) {
    if (++failures_ > most_failures) is_usable_ = false;
    return false;
  }
  const InputView<double> solved(layout, inputs);
  std::ranges::copy(solution.accelerations, solved.accelerations().begin());
  std::ranges::copy(solution.multipliers, solved.multipliers().begin());
  status_.smallest_pivot = solution.smallest_pivot;
  return true;
}

} // namespace dalembert::inline simulation
