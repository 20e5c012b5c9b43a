#pragma once

#include <dalembert/textbook/plain_text.h>
#include <dalembert/textbook/read_back.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert::inline textbook {

/// Returns what may stand in a text about `roots`: their symbols by name, selects and unknown functions by their text;
/// nothing where two symbols share a name.
[[nodiscard]] std::optional<KnownTexts> texts_below(const Graph& graph, std::span<const Expr> roots);

/// Reads the text of a formula that we printed ourselves. @throws InternalError where it cannot be read
[[nodiscard]] Expr read_printed(Graph& graph, const Formula& formula, const KnownTexts& known);

/// Adds the meaning of every definition to `known`. @throws InternalError where one cannot be read
void read_definitions(Graph& graph, const std::vector<Definition>& definitions, KnownTexts& known);

/// Refuses to show a line that the zero test refutes. @throws InternalError, a bug of ours
void prove_equal(const Graph& graph, Expr printed, Expr meant);

} // namespace dalembert::inline textbook
