#pragma once

#include <dalembert/textbook/balance.h>

#include <cstddef>
#include <vector>

namespace dalembert {

/// A printed line with the balance that it says, in the names that stand in it.
struct NamedLine {
  PlainEquation line;
  Balance balance;
  std::size_t terms = 0;          ///< of both sides, multiplied out
  std::vector<std::size_t> names; ///< indices into LetNames that were put in
};

/// Searches for the user's names that shorten a line: one way after another, each time the one that saves most.
/// A line may only get fewer terms, so that the search ends soon. Returns `start` where nothing makes it at least a
/// fifth shorter: a reader has to look the names up.
[[nodiscard]] NamedLine with_names(Algebra& algebra, const LetNames& names, const NamedLine& start);

} // namespace dalembert
