#include <dalembert/simulation/engine/structure_inputs.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

StructureInputs::StructureInputs(const Engine& engine, const ProgramsByStructure& programs, Jumps jumps)
    : layout_(engine.programs->layout), jumps_(jumps == Jumps::held ? layout_.jumps : 0), switched_(programs.switched) {
  if (jumps_ + switched_.size() > 0) inputs_.assign(layout_.state_size() + jumps_ + switched_.size(), 1.0);
}

void StructureInputs::set_rows(std::span<const std::size_t> rows) {
  for (std::size_t i = 0; i < switched_.size(); ++i)
    inputs_[layout_.state_size() + jumps_ + i] = std::ranges::binary_search(rows, switched_[i]) ? 1.0 : 0.0;
}

std::span<const double> StructureInputs::of(std::span<const double> inputs) {
  const std::span<const double> state = inputs.first(layout_.state_size());
  if (inputs_.empty()) return state;
  const auto behind = std::ranges::copy(state, inputs_.begin()).out;
  if (jumps_ > 0) std::ranges::copy(inputs.subspan(layout_.jump(), jumps_), behind); // else they may end before
  return inputs_;
}

} // namespace simulation
} // namespace dalembert
