#include <dalembert/elaborate/drawing/drawing_reader.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::array<std::string_view, 3> letters{"x", "y", "z"};

/// The part of `written` that gives component `k`, or all of it where the components are not written out.
const ast::Expr& component_of(const ast::Expr& written, std::size_t k) {
  const auto* tuple = std::get_if<ast::Tuple>(&without_brackets(written).node);
  return tuple != nullptr && k < tuple->items.size() ? *tuple->items[k] : written;
}

Place<Expr> exprs_of(const std::vector<Scalar>& all) {
  Place<Expr> out;
  for (const Scalar& each : all)
    out.push_back(each.expr);
  return out;
}

} // namespace

void DrawingReader::note_place(std::size_t components, SourceSpan span) {
  if (components == 3)
    space_.has_spatial_place = true;
  else if (!space_.plane_place)
    space_.plane_place = span;
}

void DrawingReader::pad(Place<Expr>& place) const {
  if (space_.is_spatial && place.size() == 2) place.push_back(context_.graph.zero());
}

std::optional<std::vector<Scalar>> DrawingReader::components(const ast::Expr& written, const Scope* scope,
                                                             std::string_view what) {
  const Value value = evaluator_.value(written, scope);
  if (value.failed()) return std::nullopt;
  const bool is_place = value.is_tuple() && (value.items().size() == 2 || value.items().size() == 3);
  if (is_place) return value.items();
  Diagnostic& made =
      context_.complaints.error("E1103", written.span, fmt::format("{} has two or three components: `(x, y)`", what));
  made.note = value.is_tuple() ? fmt::format("this has {}", value.items().size()) : "this is one number";
  return std::nullopt;
}

bool DrawingReader::is_of_positions(Expr e, const ast::Expr& written, const Scope* scope) {
  const Content unwanted = holds::rate | holds::acceleration | holds::reaction | holds::history;
  if (!context_.content.has(e, unwanted)) return true;
  const SourceSpan place = evaluator_.place_of(written, scope, unwanted);
  context_.complaints
      .error("E1105", place,
             fmt::format("`{}` in a place: it may contain only coordinates, parameters and t", context_.text(place)))
      .help = "a vector is drawn by `draw arrow along …`";
  return false;
}

bool DrawingReader::is_length(const Scalar& value, const ast::Expr& written, const Scope* scope,
                              std::string_view what) {
  const Scalar length{context_.graph.zero(), context_.dimensions.of(Dimension::length()), false, false, nullptr};
  if (context_.fit(length, value)) return true;
  Diagnostic& made = context_.complaints.error("E1104", written.span, fmt::format("{} is a length", what));
  made.note = describe(evaluator_, written, scope, value);
  if (is_bare_number(written)) {
    made.help = fmt::format("write `{} [m]`", context_.text(written.span));
    made.edit = Edit{written.span, context_.text(written.span) + " [m]"};
  }
  return false;
}

std::optional<Place<Expr>> DrawingReader::point(const ast::Expr& written, const Scope* scope) {
  const auto read = components(written, scope, "a point");
  if (!read) return std::nullopt;
  bool is_right = true;
  for (std::size_t k = 0; k < read->size(); ++k) {
    const ast::Expr& part = component_of(written, k);
    const std::string what = fmt::format("the {} of a point", letters.at(k));
    is_right = is_of_positions((*read)[k].expr, part, scope) && is_length((*read)[k], part, scope, what) && is_right;
  }
  if (!is_right) return std::nullopt;
  note_place(read->size(), written.span);
  Place<Expr> out = exprs_of(*read);
  pad(out);
  return out;
}

const ast::Expr* DrawingReader::only_value(const ast::DrawClause& clause) {
  if (clause.values.size() == 1) return clause.values.front();
  if (clause.values.empty()) {
    context_.complaints.error("E1102", clause.span, fmt::format("`{}` takes no rotation", word(clause.kind)));
    return nullptr;
  }
  const bool are_bare = std::ranges::none_of(clause.values, [](const ast::Expr* value) {
    return std::holds_alternative<ast::Tuple>(without_brackets(*value).node);
  });
  const SourceSpan span{clause.span.file, clause.values.front()->span.begin, clause.values.back()->span.end};
  Diagnostic& made = context_.complaints.error(are_bare ? "E1103" : "E1102", span,
                                               are_bare ? "a point or a vector stands in brackets"
                                                        : fmt::format("`{}` takes one value", word(clause.kind)));
  if (!are_bare || clause.values.size() > 3) return nullptr;
  made.help = fmt::format("write `({})`", context_.text(span));
  made.edit = Edit{span, fmt::format("({})", context_.text(span))};
  return nullptr;
}

std::optional<Place<Expr>> DrawingReader::point(const ast::DrawClause& clause, const Scope* scope) {
  const ast::Expr* written = only_value(clause);
  return written == nullptr ? std::nullopt : point(*written, scope);
}

bool DrawingReader::has_one_dimension(const std::vector<Scalar>& all, const ast::Expr& written, Scalar& like) {
  like = all.front();
  for (const Scalar& each : all) {
    if (!context_.fit(like, each)) {
      Diagnostic& made =
          context_.complaints.error("E1103", written.span, "the components of this vector differ in dimension");
      made.note = fmt::format("{} and {}", context_.unit_text(like), context_.unit_text(each));
      return false;
    }
    if (like.fits_any) like = each;
  }
  return true;
}

std::optional<DrawnVector> DrawingReader::vector(const ast::Expr& written, const Scope* scope) {
  const auto read = components(written, scope, "a vector");
  DrawnVector out;
  if (!read || !has_one_dimension(*read, written, out.like)) return std::nullopt;
  note_place(read->size(), written.span);
  out.components = exprs_of(*read);
  out.was_plane = read->size() == 2;
  pad(out.components);
  return out;
}

std::optional<DrawnVector> DrawingReader::direction(const ast::DrawClause& clause, const Scope* scope) {
  const ast::Expr* written = only_value(clause);
  if (written == nullptr) return std::nullopt;
  auto out = vector(*written, scope);
  if (!out) return std::nullopt;
  bool is_nothing = true;
  for (std::size_t k = 0; k < out->components.size(); ++k) {
    const Expr component = out->components[k];
    if (!is_of_positions(component, component_of(*written, k), scope)) return std::nullopt;
    is_nothing = is_nothing && context_.graph.is_zero(component);
  }
  if (!is_nothing) return out;
  context_.complaints.error("E1103", written->span, "a vector of length 0 has no direction");
  return std::nullopt;
}

std::optional<Expr> DrawingReader::length(const ast::Expr& written, const Scope* scope, std::string_view what) {
  const auto value = evaluator_.scalar(written, scope);
  if (!value || !is_of_positions(value->expr, written, scope) || !is_length(*value, written, scope, what))
    return std::nullopt;
  return value->expr;
}

std::optional<Expr> DrawingReader::angle(const ast::Expr& written, const Scope* scope, std::string_view what) {
  explain_call_of_rotation(written);
  const Value value = evaluator_.value(written, scope);
  if (value.failed()) return std::nullopt;
  const Scalar number{context_.graph.one(), context_.dimensions.one(), true, false, nullptr};
  if (!value.is_scalar() || !context_.fit(number, value.scalar())) {
    Diagnostic& made = context_.complaints.error("E1106", written.span, fmt::format("{} is an angle", what));
    made.note = value.is_scalar() ? describe(evaluator_, written, scope, value.scalar())
                                  : fmt::format("this has {} components", value.items().size());
    return std::nullopt;
  }
  if (!is_of_positions(value.scalar().expr, written, scope)) return std::nullopt;
  return value.scalar().expr;
}

std::optional<Expr> DrawingReader::angle(const ast::DrawClause& turned, const Scope* scope) {
  const ast::Expr* written = only_value(turned);
  return written == nullptr ? std::nullopt : angle(*written, scope, "what follows `turned`");
}

/// `turned rotation(psi)`: a rotation names its axes.
void DrawingReader::explain_call_of_rotation(const ast::Expr& written) {
  const auto* call = std::get_if<ast::Call>(&written.node);
  const auto* name = call == nullptr ? nullptr : std::get_if<ast::Name>(&call->callee->node);
  if (name == nullptr || name->text != "rotation" || builder_.names.symbols().find("rotation") != nullptr) return;
  Diagnostic& made = context_.complaints.error("E1106", written.span, "a rotation names its axes");
  made.help = "write `rotation(z: psi, x: theta)`; an angle alone turns about z: `turned psi`";
  if (call->arguments.size() == 1) made.edit = Edit{written.span, context_.text(call->arguments.front()->span)};
}

} // namespace elaboration
} // namespace dalembert
