// How a thing is turned: the clauses `turned` and `along`.
#include <dalembert/elaborate/drawing/drawing_reader.h>
#include <dalembert/elaborate/drawing/orientation.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

bool has_an_axis_in_the_plane(const DrawingKind& kind) {
  return kind.word == "cylinder" || kind.word == "cone";
}

/// z where `written` is the letter z, and so on; nothing where it is a vector.
std::optional<std::size_t> letter_axis(const ast::Expr& written) {
  const auto* name = std::get_if<ast::Name>(&written.node);
  if (name == nullptr) return std::nullopt;
  return name->text == "x" ? 0U : name->text == "y" ? 1U : 2U;
}

} // namespace

std::optional<Orientation<Expr>> DrawingReader::orientation(const ast::Draw& node, const DrawingKind& kind,
                                                            const Scope* scope) {
  const ast::DrawClause* turned = find_clause(node, ast::DrawClauseKind::turned);
  if (find_clause(node, ast::DrawClauseKind::along) != nullptr) return along(node, kind, scope);
  if (turned == nullptr) return Orientation<Expr>{};
  if (!turned->rotations.empty()) return rotations(*turned, scope);
  const auto read = angle(*turned, scope);
  if (!read) return std::nullopt;
  return Orientation<Expr>{{*read}};
}

/// Axis `along`, turned about it from the horizontal line of nodes.
std::optional<Orientation<Expr>> DrawingReader::along(const ast::Draw& node, const DrawingKind& kind,
                                                      const Scope* scope) {
  const ast::DrawClause& clause = *find_clause(node, ast::DrawClauseKind::along);
  const ast::DrawClause* turned = find_clause(node, ast::DrawClauseKind::turned);
  const auto direction_read = direction(clause, scope);
  const auto angle_read = turned == nullptr ? std::optional(context_.graph.zero()) : angle(*turned, scope);
  if (!direction_read || !angle_read) return std::nullopt;
  const Place<Expr>& axis = direction_read->components;
  if (axis.size() == 3) {
    if (!is_vertical(context_.graph, axis)) return orientation_along(context_.graph, axis, *angle_read);
    explain_vertical(clause, *direction_read, kind);
    return std::nullopt;
  }
  if (!has_an_axis_in_the_plane(kind)) {
    context_.complaints
        .error("E1103", clause.span, fmt::format("the axis of {} in the plane is perpendicular to it", phrase(kind)))
        .help = "in the plane it is turned by an angle: `turned a`";
    return std::nullopt;
  }
  if (turned != nullptr) {
    context_.complaints.error("E1102", turned->span,
                              fmt::format("{} in the plane has `along` or `turned`, not both", phrase(kind)));
    return std::nullopt;
  }
  // e₂ along the direction
  Graph& graph = context_.graph;
  const Expr quarter = graph.scale(Rational(1, 2), graph.pi());
  return Orientation<Expr>{{graph.sub(graph.apply(Function::atan2, axis[1], axis[0]), quarter)}};
}

void DrawingReader::explain_vertical(const ast::DrawClause& clause, const DrawnVector& axis, const DrawingKind& kind) {
  Diagnostic& made =
      context_.complaints.error("E1103", clause.values.front()->span,
                                "this axis is always vertical, so it has no line of nodes to be turned from");
  made.help = fmt::format("the axis of {} is vertical without `along`, and `turned a` turns it", phrase(kind));
  const Expr height = axis.components[2];
  if (!context_.graph.is_number(height) || context_.graph.number(height).sign() < 0) return;
  std::uint32_t end = clause.span.end;
  const std::string_view text = context_.sources.text(clause.span.file);
  while (end < text.size() && text[end] == ' ')
    ++end;
  made.edit = Edit{{clause.span.file, clause.span.begin, end}, ""};
}

/// The vector of an axis, by its letter or in brackets.
std::optional<std::vector<Expr>> DrawingReader::axis(const ast::Expr& written, const Scope* scope) {
  Graph& graph = context_.graph;
  if (const auto letter = letter_axis(written)) {
    std::vector<Expr> out(3, graph.zero());
    out[*letter] = graph.one();
    return out;
  }
  const ast::DrawClause clause{written.span, written.span, ast::DrawClauseKind::along, {}, {}};
  const ast::Expr* inner = &without_brackets(written);
  auto wrapped = clause;
  wrapped.values = ast::List<const ast::Expr*>(&inner, 1);
  auto read = direction(wrapped, scope);
  if (!read) return std::nullopt;
  if (read->components.size() == 2) read->components.push_back(graph.zero());
  return read->components;
}

std::optional<Orientation<Expr>> DrawingReader::rotations(const ast::DrawClause& clause, const Scope* scope) {
  Graph& graph = context_.graph;
  Expr about_z = graph.zero();
  bool is_about_z = true;
  std::optional<RotationMatrix> matrix;
  for (const ast::Rotation& rotation : clause.rotations) {
    const auto turn = angle(*rotation.angle, scope, "a rotation");
    const auto about = axis(*rotation.axis, scope);
    if (!turn || !about) return std::nullopt;
    const bool is_z = letter_axis(*rotation.axis) == std::size_t{2};
    if (!is_z && !space_.is_spatial && !space_.has_spatial_place) {
      Diagnostic& made =
          context_.complaints.error("E1103", rotation.span, "a figure in the plane is turned about z alone");
      made.help = "give its place three components, or turn it by an angle: `turned a`";
      return std::nullopt;
    }
    is_about_z = is_about_z && is_z;
    about_z = graph.add(about_z, *turn);
    const RotationMatrix next = rotation_about(graph, *about, *turn);
    matrix = matrix ? product(graph, *matrix, next) : next;
  }
  if (is_about_z) return Orientation<Expr>{{about_z}};
  return orientation_of(*matrix);
}

} // namespace elaboration
} // namespace dalembert
