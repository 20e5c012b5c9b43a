#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/picture/item.h>

#include <array>
#include <span>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// A rotation matrix, row by row: its columns are the axes e₁, e₂, e₃ of what is turned.
using RotationMatrix = std::array<std::array<Expr, 3>, 3>;

/// Returns the rotation by `angle` about a vector of any length: Rodrigues' formula with n = axis/|axis|,
/// R = cos·1 + sin·[n] + (1 − cos)·n·nᵀ. Precondition: `axis` has three components, not all 0.
[[nodiscard]] RotationMatrix rotation_about(Graph& graph, std::span<const Expr> axis, Expr angle);
/// Returns A·B: the rotation B about the axes that A has turned.
[[nodiscard]] RotationMatrix product(Graph& graph, const RotationMatrix& a, const RotationMatrix& b);
/// Returns the first two columns of a rotation.
[[nodiscard]] Orientation<Expr> orientation_of(const RotationMatrix& matrix);

/// True where a vector of three components is parallel to z identically.
[[nodiscard]] bool is_vertical(const Graph& graph, std::span<const Expr> axis);
/// Returns the orientation with e₃ along `axis`, turned by `angle` about it from the line of nodes: e₁ is
/// unit(z × axis) for the angle 0. It has no value where the axis is vertical. Precondition: not is_vertical(axis).
[[nodiscard]] Orientation<Expr> orientation_along(Graph& graph, std::span<const Expr> axis, Expr angle);
/// Returns `vector` divided by its length; as it is where the length is 1 identically.
[[nodiscard]] std::vector<Expr> unit_vector(Graph& graph, std::span<const Expr> vector);
/// Returns the length of a vector, √Σ xᵢ²; 1 where it is 1 identically.
[[nodiscard]] Expr length_of(Graph& graph, std::span<const Expr> vector);
/// Returns a point of the plane or of space turned by `orientation` about the origin.
[[nodiscard]] Place<Expr> turned_point(Graph& graph, const Orientation<Expr>& orientation, const Place<Expr>& point);

} // namespace elaboration
} // namespace dalembert
