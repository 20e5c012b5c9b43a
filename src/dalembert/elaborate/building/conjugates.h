#pragma once

#include <dalembert/elaborate/building/builder.h>

#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Returns true where value·speed of something that acts by a conjugate speed can have the dimension `product`; infers
/// what is open, and reports E0414.
[[nodiscard]] bool has_product(const Builder& builder, const DeclaredName& named, const ast::UnitText* unit,
                               const Scalar& speed, const Dimension& product, std::string_view what);

/// Writes what a thing of `list` is measured in once all dimensions are known.
template <class Made>
void measure_later(const Builder& builder, std::vector<Made> System::*list, const DeclaredName& definition) {
  const Meaning& meaning = builder.names.definitions().of(definition);
  const auto slot = static_cast<std::size_t>(meaning.slot);
  const DimensionId dimension = meaning.value.scalar().dimension;
  builder.draft.later([&draft = builder.draft, list, slot, dimension] {
    (draft.study.system.*list)[slot].measure = draft.context.measure(dimension, false, true);
  });
}

} // namespace elaboration
} // namespace dalembert
