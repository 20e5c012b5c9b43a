#pragma once

#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/drawing/drawing_kinds.h>
#include <dalembert/picture/item.h>

#include <optional>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Whether a scene lies in the plane or in space, which its statements decide together: in space a place of two
/// components has z = 0.
struct SceneSpace {
  bool is_spatial = false;
  // What was met on the way:
  bool has_spatial_place = false;
  std::optional<SourceSpan> plane_place; ///< the first one with two components
};

/// A direction or a vector of the picture: all components of one dimension.
struct DrawnVector {
  Place<Expr> components;
  Scalar like; ///< what a component is measured in
  bool was_plane = false;
};

/// Reads the parts of `draw` and `animate` statements. Nothing is returned after an error, which was reported.
class DrawingReader {
public:
  DrawingReader(const Builder& builder, SceneSpace& space)
      : builder_(builder), context_(builder.context), evaluator_(builder.evaluator), space_(space) {}

  /// Returns a point: two or three lengths that hold t, coordinates and parameters.
  [[nodiscard]] std::optional<Place<Expr>> point(const ast::Expr& written, const Scope* scope);
  /// Returns the one point of a clause.
  [[nodiscard]] std::optional<Place<Expr>> point(const ast::DrawClause& clause, const Scope* scope);
  /// Returns a direction, which holds what a point may hold, of any dimension; not 0 identically.
  [[nodiscard]] std::optional<DrawnVector> direction(const ast::DrawClause& clause, const Scope* scope);
  /// Returns a vector that may hold whatever a plot may.
  [[nodiscard]] std::optional<DrawnVector> vector(const ast::Expr& written, const Scope* scope);
  /// Returns a length that holds what a point may hold; `what` is it in a sentence: `the radius of a disc`.
  [[nodiscard]] std::optional<Expr> length(const ast::Expr& written, const Scope* scope, std::string_view what);
  /// Returns an angle that holds what a point may hold.
  [[nodiscard]] std::optional<Expr> angle(const ast::Expr& written, const Scope* scope, std::string_view what);
  /// Returns the one angle of a clause `turned`, which is no rotation.
  [[nodiscard]] std::optional<Expr> angle(const ast::DrawClause& turned, const Scope* scope);
  /// Returns how `node` is turned by its clauses `turned` and `along`; `in_plane` where the place it stands at has two
  /// components.
  [[nodiscard]] std::optional<Orientation<Expr>> orientation(const ast::Draw& node, const DrawingKind& kind,
                                                             const Scope* scope);
  /// Returns the one expression of a clause; null where there are several, or a rotation.
  [[nodiscard]] const ast::Expr* only_value(const ast::DrawClause& clause);

  [[nodiscard]] Context& context() { return context_; }
  [[nodiscard]] const Builder& builder() const { return builder_; }
  [[nodiscard]] SceneSpace& space() { return space_; }
  /// False, which is reported (E1105), where `e` holds what no place may hold.
  [[nodiscard]] bool is_of_positions(Expr e, const ast::Expr& written, const Scope* scope);

private:
  [[nodiscard]] std::optional<std::vector<Scalar>> components(const ast::Expr& written, const Scope* scope,
                                                              std::string_view what);
  [[nodiscard]] bool is_length(const Scalar& value, const ast::Expr& written, const Scope* scope,
                               std::string_view what);
  [[nodiscard]] bool has_one_dimension(const std::vector<Scalar>& all, const ast::Expr& written, Scalar& like);
  void note_place(std::size_t components, SourceSpan span);
  void pad(Place<Expr>& place) const;
  [[nodiscard]] std::optional<Orientation<Expr>> along(const ast::Draw& node, const DrawingKind& kind,
                                                       const Scope* scope);
  [[nodiscard]] std::optional<Orientation<Expr>> rotations(const ast::DrawClause& clause, const Scope* scope);
  [[nodiscard]] std::optional<std::vector<Expr>> axis(const ast::Expr& written, const Scope* scope);
  void explain_call_of_rotation(const ast::Expr& written);
  void explain_vertical(const ast::DrawClause& clause, const DrawnVector& axis, const DrawingKind& kind);

  const Builder& builder_;
  Context& context_;
  Evaluator& evaluator_;
  SceneSpace& space_;
};

} // namespace elaboration
} // namespace dalembert
