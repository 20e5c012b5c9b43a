#pragma once

#include <dalembert/algebra/laurent.h>

#include <vector>

namespace dalembert {
inline namespace algebra {

/// parameters · rest: no parameter stands in `rest`, nothing else in `parameters`.
struct ParameterGroup {
  Laurent parameters;
  Laurent rest;
};

/// Returns a polynomial as a sum of groups, no two of which have proportional rests: I₁·P − I₂·P is (I₁ − I₂)·P.
[[nodiscard]] std::vector<ParameterGroup> parameter_groups(const AtomTable& atoms, const Laurent& polynomial);

} // namespace algebra
} // namespace dalembert
