#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/textbook/plain_text.h>
#include <dalembert/textbook/read_back.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace textbook {

/// Returns what may stand in a text about `roots`: their symbols by name, selects and unknown functions by their text;
/// nothing where two symbols share a name.
[[nodiscard]] std::optional<KnownTexts> texts_below(const Graph& graph, std::span<const Expr> roots);

/// Reads the text of a formula that we printed ourselves. @throws InternalError where it cannot be read
[[nodiscard]] Expr read_printed(Graph& graph, const Formula& formula, const KnownTexts& known);

/// Adds the meaning of every definition to `known`. @throws InternalError where one cannot be read
void read_definitions(Graph& graph, const std::vector<Definition>& definitions, KnownTexts& known);

/// Compares what a printed text says with what it is to say, by the exact zero test. `yes` is the proof that a text
/// needs in which something was rearranged; `undecided` does for one that is equal by construction.
/// @throws InternalError where they differ, a bug of ours
[[nodiscard]] Answer says_what_is_meant(Graph& graph, Expr printed, Expr meant);

} // namespace textbook
} // namespace dalembert
