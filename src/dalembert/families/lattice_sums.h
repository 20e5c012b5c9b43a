#pragma once

#include <dalembert/families/generic_terms.h>
#include <dalembert/families/indexed_term.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

constexpr int farthest_neighbour = 2; ///< what lies farther off is counted from the end of the family

/// What one hole of a term's patterns belongs to.
struct Slot {
  std::string family; ///< `u`, `lambda.link`
  std::size_t position = 0;
  std::size_t arity = 1;
};

/// Returns the holes of all patterns, in order.
[[nodiscard]] std::vector<Slot> slots_of(const std::vector<std::string>& factors);

/// A term of a member of a family, or all terms that differ from it in one index alone which runs from `low` to `high`.
struct RunningTerm {
  IndexedTerm term;
  std::vector<bool> runs; ///< of its holes; empty where none does
  int low = 0;
  int high = 0;
};

/// Puts terms together that differ in an index beyond the first `dimensions`: m·a[i,1] + m·a[i,2] + m·a[i,3] in the
/// equation of x[i].
[[nodiscard]] std::vector<RunningTerm> with_running_index(const std::vector<IndexedTerm>& terms,
                                                          std::size_t dimensions);

/// Folds the terms of a single equation into sums over whole families: terms of one pattern and coefficient whose
/// indices fill a box are one sum over it, within a sum for each further index. `letters` name the indices that run,
/// `constant` writes one that does not. Nothing where terms remain that fill no box.
[[nodiscard]] std::optional<std::vector<GenericTerm>>
sums_over_members(const std::vector<IndexedTerm>& terms, const std::vector<std::string>& letters,
                  const std::function<std::string(int)>& constant);

} // namespace families
} // namespace dalembert
