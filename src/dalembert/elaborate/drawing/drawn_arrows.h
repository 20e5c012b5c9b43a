#pragma once

#include <dalembert/elaborate/drawing/drawing_reader.h>
#include <dalembert/elaborate/drawing/drawn_thing.h>

#include <optional>

namespace dalembert {
inline namespace elaboration {

/// Returns the arrow of a `draw arrow`: R·u at P of a reaction, friction, force or impact, or a vector that is written.
///
/// P and u are those of the clauses `at` and `along`; else those that the reaction or force states; else, where P is
/// known, u solves Σₖ uₖ ∂Pₖ/∂qᵢ = ∂s/∂q′ᵢ for the coordinates of P and the speed s that R is conjugate to, if that has
/// one solution. A moment becomes an arc about P. E1107: `of` names none of these; E1108: P or u is not known.
[[nodiscard]] std::optional<DrawnThing> drawn_arrow(DrawingReader& reader, const ast::Draw& node, const Scope* scope);

} // namespace elaboration
} // namespace dalembert
