#include <dalembert/base/random_stream.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/solving/sparse_dynamics.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace dalembert {
inline namespace simulation {

namespace {

/// States that only the matrices could be solved at, before the program is given up where it has solved no more.
constexpr int most_failures = 100;

} // namespace

SparseDynamics::SparseDynamics(const Engine& engine, const ProgramsByStructure& programs)
    : engine_(engine),
      programs_(programs),
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

/// Rows that never were as long as elsewhere, at the start or along the motion, vanish there; a start may be such a
/// state, so that others beside it decide.
void SparseDynamics::find_typical_rows(std::span<const double> inputs) {
  constexpr int draws = 9;
  constexpr double far = 0.1;
  const InputLayout& layout = engine_.programs->layout;
  knows_typical_ = true;
  std::vector<double> near(inputs.begin(), inputs.end());
  StructureInputs all_rows(engine_, programs_, StructureInputs::Jumps::held);
  RandomStream random("sizes of rows");
  std::vector<std::vector<double>> seen;
  for (int i = 0; i < draws; ++i) {
    for (std::size_t k = layout.position(); k < layout.parameter(); ++k)
      near[k] = inputs[k] + random.between(-far, far) * std::max(1.0, std::abs(inputs[k]));
    program_.evaluate(all_rows.of(near), outputs_);
    const SparseMotionView at(layout, outputs_);
    if (at.row_sizes.empty()) return;
    if (are_finite(at.row_sizes)) seen.emplace_back(at.row_sizes.begin(), at.row_sizes.end());
  }
  if (seen.empty()) return;
  typical_.assign(seen.front().size(), 0.0);
  std::vector<double> sizes(seen.size());
  for (std::size_t k = 0; k < typical_.size(); ++k) {
    std::ranges::transform(seen, sizes.begin(), [k](const std::vector<double>& of) { return of[k]; });
    std::ranges::nth_element(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2));
    typical_[k] = sizes[sizes.size() / 2];
  }
}

bool SparseDynamics::solve(std::span<double> inputs) {
  const InputLayout& layout = engine_.programs->layout;
  if (!knows_typical_) find_typical_rows(inputs);
  program_.evaluate(reader_.of(inputs), outputs_);
  const SparseMotionView solution(layout, outputs_);
  const double row_share = least_row_share(solution.row_sizes, typical_);
  const bool is_solved =
      solution.smallest_pivot > smallest_pivot_share && row_share >= smallest_row_share && are_finite(outputs_);
  if (!is_solved) {
    ++failures_;
    if (failures_ > std::max(most_failures, solved_) || row_share < smallest_row_share) is_usable_ = false;
    return false;
  }
  solved_ = std::min(solved_ + 1, std::numeric_limits<int>::max() - 1);
  const InputView<double> solved(layout, inputs);
  std::copy_n(solution.accelerations.data(), solution.accelerations.size(), solved.accelerations().data());
  std::copy_n(solution.multipliers.data(), solution.multipliers.size(), solved.multipliers().data());
  status_.smallest_pivot = solution.smallest_pivot;
  return true;
}

} // namespace simulation
} // namespace dalembert
