#pragma once

#include <dalembert/expr/residue.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Solves matrix·x = right exactly modulo the prime; `matrix` is row-major with right.size() rows. Unknowns that the
/// equations leave open take the value `open(i)`. Returns nothing where the equations contradict one another.
[[nodiscard]] std::optional<std::vector<Residue>> solve_modular(const std::vector<Residue>& matrix,
                                                                const std::vector<Residue>& right, std::size_t unknowns,
                                                                const std::function<Residue(std::size_t)>& open);

} // namespace exact
} // namespace dalembert
