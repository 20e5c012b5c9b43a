#include <dalembert/derivation/derive.h>
#include <dalembert/derivation/row_subset.h>

namespace dalembert {
inline namespace derivation {

std::shared_ptr<const Equations> derive_by(const Equations& equations, const std::vector<std::size_t>& rows) {
  const auto part = std::make_shared<const System>(equations.system->restricted(rows));
  return std::make_shared<const Equations>(derive(part));
}

} // namespace derivation
} // namespace dalembert
