#pragma once

#include <dalembert/language/token_view.h>

#include <cstddef>
#include <optional>
#include <string>

// Sums as other notations write them, each answered with the way to write it here.
namespace dalembert {
inline namespace language {
namespace ast {

/// `sum(i = 1..n: …)`, `sum(i, j in 1..n: …)`, `sum(x[i] for i in 1..n)` and their like: the cursor stands at `sum`.
[[nodiscard]] std::optional<Diagnostic> fold_of_another_notation(const TokenView& cursor);

/// `Sum(i in 1..n: …)`, `product(i in 1..n: …)`: the cursor stands at a word that is none of the folds.
[[nodiscard]] Diagnostic unknown_fold(const TokenView& cursor);

/// `sum(i in 1..n, j in 1..m: …)`, `sum(i in 1..n, …)`: the cursor stands behind the range of a fold.
[[nodiscard]] std::optional<Diagnostic> separator_of_fold(const TokenView& cursor);

/// The tokens [first, close) between the brackets of a sum in another notation, as `i in 1..n: …`; nothing where they
/// are none.
[[nodiscard]] std::optional<std::string> rewritten_fold(const TokenView& cursor, std::size_t first, std::size_t close);

} // namespace ast
} // namespace language
} // namespace dalembert
