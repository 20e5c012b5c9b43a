#pragma once

#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// Derives the equations of the same system with the constraints of `rows` alone, in their order: the same motion,
/// where the others follow from these on the constraints. Reactions that rest on the others are left out, and so are
/// impacts. Precondition: there is no friction.
[[nodiscard]] std::shared_ptr<const Equations> derive_by(const Equations& equations,
                                                         const std::vector<std::size_t>& rows);

} // namespace derivation
} // namespace dalembert
