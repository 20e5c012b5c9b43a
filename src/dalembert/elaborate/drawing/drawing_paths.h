#pragma once

#include <dalembert/elaborate/drawing/drawing_reader.h>
#include <dalembert/elaborate/drawing/drawn_thing.h>

#include <functional>
#include <optional>

namespace dalembert {
inline namespace elaboration {

inline constexpr std::size_t most_samples = 2000; ///< of one curve or surface
inline constexpr std::size_t most_items = 5000;   ///< of one picture, and points of one line

/// Calls `then(scope)` for each value of the indices of `node`, the first index turning slowest; false, which is
/// reported, where a range is none or there are more than `most_items` (E1110).
[[nodiscard]] bool for_each_member(DrawingReader& reader, const ast::Draw& node, const Scope* scope,
                                   const std::function<void(const Scope*)>& then);

/// Returns a line or polygon: the members of `for` are joined, points that mention no index stand once.
[[nodiscard]] std::optional<DrawnThing> drawn_line(DrawingReader& reader, const DrawingKind& kind,
                                                   const ast::Draw& node, const Scope* scope);
/// Returns a curve or surface, sampled at equal steps of its parameters.
[[nodiscard]] std::optional<DrawnThing> drawn_curve(DrawingReader& reader, const DrawingKind& kind,
                                                    const ast::Draw& node, const Scope* scope);

/// Turns and shifts the points of a path by its clauses `turned` and `at`; false after an error.
[[nodiscard]] bool place_points(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node,
                                const Scope* scope, std::vector<Place<Expr>>& points);

} // namespace elaboration
} // namespace dalembert
