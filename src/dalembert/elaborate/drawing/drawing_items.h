#pragma once

#include <dalembert/elaborate/drawing/drawing_reader.h>
#include <dalembert/elaborate/drawing/drawn_thing.h>

#include <optional>

namespace dalembert {
inline namespace elaboration {

/// Returns the item that one member of a `draw` makes, but for lines, polygons, curves, surfaces and arrows; without
/// name and settings. Nothing after an error, which was reported.
[[nodiscard]] std::optional<DrawnThing> drawn_item(DrawingReader& reader, const DrawingKind& kind,
                                                   const ast::Draw& node, const Scope* scope);

/// Fills `colour`, `visible`, `width`, and what the kind has beside: `coils`, `mass`, `length`.
void apply_drawing_settings(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node, const Scope* scope,
                            DrawnItem<Expr>& item);

} // namespace elaboration
} // namespace dalembert
