#pragma once

#include <dalembert/expr/graph.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dalembert {
inline namespace textbook {

/// Texts that stand for an expression as they are: names, and what only the graph can write (selects, unknown
/// functions).
using KnownTexts = std::unordered_map<std::string, Expr>;

/// Reads a printed expression back into the graph, or nothing where it is no expression over `known`, or divides by 0.
/// It knows the operators and functions that printed lines consist of, and nothing of how they were printed: what a
/// line says is judged by its text alone.
[[nodiscard]] std::optional<Expr> read_back(Graph& graph, std::string_view text, const KnownTexts& known);

} // namespace textbook
} // namespace dalembert
