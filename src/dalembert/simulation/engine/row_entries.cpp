#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine/row_entries.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

void RowEntries::evaluate(double t, std::span<const double> y, std::vector<double>& out) {
  const InputView<double> at(engine_.programs->layout, inputs_);
  at.time() = t;
  std::copy_n(y.begin(), at.motion().size(), at.motion().begin());
  out.resize(program_.outputs());
  program_.evaluate(at.state(), out);
}

} // namespace simulation
} // namespace dalembert
