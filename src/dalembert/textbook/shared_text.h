#pragma once

#include <dalembert/algebra/atoms.h>
#include <dalembert/textbook/plain_text.h>
#include <dalembert/textbook/read_back.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// Structural prints of several expressions with names for the parts that they share.
struct SharedText {
  std::vector<Formula> formulas; ///< one per root
  std::vector<Definition> definitions;
  KnownTexts literals; ///< what stands in the texts for selects and unknown functions
};

/// Prints `roots` as the graph holds them; parts that would be printed twice and are longer than a few names get names
/// s1, s2, … that are not in `known`. Nothing where the texts together would exceed `longest` characters.
[[nodiscard]] std::optional<SharedText> shared_text(const AtomTable& atoms, std::span<const Expr> roots,
                                                    const KnownTexts& known, std::size_t longest);

} // namespace textbook
} // namespace dalembert
