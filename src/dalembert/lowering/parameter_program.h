#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The parameters whose values the model declares in terms of others: p → the value of each of them, from those that
/// are given.
struct ParameterProgram {
  Tape tape = Tape({});
  std::vector<std::size_t> computed; ///< in System::parameters, in the order of the outputs
};

/// Lowers them. @throws ModelError as `lower`
[[nodiscard]] ParameterProgram lower_parameters(const System& system);

} // namespace lowering
} // namespace dalembert
