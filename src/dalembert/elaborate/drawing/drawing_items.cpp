// Marks, segments, shapes, supports, gauges, trails, frames and angles.
#include <dalembert/elaborate/drawing/drawing_items.h>
#include <dalembert/elaborate/drawing/orientation.h>

#include <fmt/format.h>

#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

using Clause = ast::DrawClauseKind;

class ItemMaker {
public:
  ItemMaker(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node, const Scope* scope)
      : reader_(reader), context_(reader.context()), graph_(context_.graph), kind_(kind), node_(node), scope_(scope) {}

  std::optional<DrawnThing> make() {
    switch (kind_.family) {
    case DrawnFamily::mark:
      return mark();
    case DrawnFamily::segment:
      return kind_.most == 0 ? segment() : centred_segment();
    case DrawnFamily::shape:
      return kind_.needs.has(Clause::from) ? shape_between() : shape();
    case DrawnFamily::support:
      return support();
    case DrawnFamily::gauge:
      return gauge();
    case DrawnFamily::trail:
      return trail();
    case DrawnFamily::axes:
      return axes();
    case DrawnFamily::angle:
      return angle();
    default:
      return std::nullopt;
    }
  }

private:
  template <class What>
  static DrawnThing thing(What what) {
    DrawnThing out;
    out.item.what = std::move(what);
    return out;
  }

  [[nodiscard]] std::optional<Place<Expr>> point(Clause clause) {
    return reader_.point(*find_clause(node_, clause), scope_);
  }

  std::optional<DrawnThing> mark() {
    Mark<Expr> made;
    made.kind = static_cast<MarkKind>(kind_.value);
    const auto at = point(Clause::at);
    const ast::DrawClause* turned = find_clause(node_, Clause::turned);
    const auto angle_read = turned == nullptr ? std::optional<Expr>() : reader_.angle(*turned, scope_);
    if (!at || (turned != nullptr && !angle_read)) return std::nullopt;
    made.at = *at;
    if (angle_read) made.turned.entries = {*angle_read};
    return thing(std::move(made));
  }

  /// The two ends of a segment; nothing where they are one point.
  std::optional<std::array<Place<Expr>, 2>> ends() {
    auto from = point(Clause::from);
    auto to = point(Clause::to);
    if (!from || !to) return std::nullopt;
    if (have_one_size(*from, *to) && *from != *to) return std::array{std::move(*from), std::move(*to)};
    const SourceSpan span = find_clause(node_, Clause::to)->span;
    if (*from == *to)
      context_.complaints.error("E1103", span, fmt::format("the two ends of this {} are one point", kind_.word));
    return std::nullopt;
  }

  /// Two places of one `draw` in a scene that is known to be spatial have three components each.
  static bool have_one_size(const Place<Expr>& a, const Place<Expr>& b) { return a.size() == b.size(); }

  std::optional<DrawnThing> segment() {
    auto both = ends();
    if (!both) return std::nullopt;
    return thing(Segment<Expr>{static_cast<SegmentKind>(kind_.value), (*both)[0], (*both)[1], {}});
  }

  /// `rod(L) at P turned a`: P ∓ (L/2)·e₁.
  std::optional<DrawnThing> centred_segment() {
    const auto at = point(Clause::at);
    const auto length = reader_.length(*node_.arguments[0], scope_, fmt::format("the length of a {}", kind_.word));
    const auto turned = reader_.orientation(node_, kind_, scope_);
    if (!at || !length || !turned) return std::nullopt;
    Place<Expr> half(at->size(), graph_.zero());
    half[0] = graph_.scale(Rational(1, 2), *length);
    if (turned->entries.size() == 6 && at->size() == 2) half.push_back(graph_.zero());
    half = turned_point(graph_, *turned, half);
    half.resize(at->size(), graph_.zero());
    Segment<Expr> made{static_cast<SegmentKind>(kind_.value), {}, {}, {}};
    for (std::size_t k = 0; k < at->size(); ++k) {
      made.from.push_back(graph_.sub((*at)[k], half[k]));
      made.to.push_back(graph_.add((*at)[k], half[k]));
    }
    return thing(std::move(made));
  }

  std::optional<std::vector<Expr>> sizes() {
    std::vector<Expr> out;
    for (const ast::Expr* written : node_.arguments) {
      const auto size = reader_.length(*written, scope_, fmt::format("a size of {}", phrase(kind_)));
      if (size) out.push_back(*size);
    }
    if (out.size() < node_.arguments.size()) return std::nullopt;
    return out;
  }

  std::optional<DrawnThing> shape() {
    auto at = point(Clause::at);
    auto read = sizes();
    auto turned = reader_.orientation(node_, kind_, scope_);
    if (!at || !read || !turned) return std::nullopt;
    return thing(
        Shape<Expr>{static_cast<ShapeKind>(kind_.value), std::move(*read), std::move(*at), std::move(*turned)});
  }

  /// `cylinder(R) from A to B`: the centre between the two, the axis along B − A.
  std::optional<DrawnThing> shape_between() {
    const auto both = ends();
    auto read = sizes();
    if (!both || !read) return std::nullopt;
    const auto& [from, to] = *both;
    Shape<Expr> made;
    made.kind = static_cast<ShapeKind>(kind_.value);
    made.sizes = std::move(*read);
    Place<Expr> axis;
    for (std::size_t k = 0; k < from.size(); ++k) {
      axis.push_back(graph_.sub(to[k], from[k]));
      made.at.push_back(graph_.scale(Rational(1, 2), graph_.add(from[k], to[k])));
    }
    made.sizes.push_back(length_of(graph_, axis));
    if (axis.size() == 2) {
      const Expr quarter = graph_.scale(Rational(1, 2), graph_.pi());
      made.turned.entries = {graph_.sub(graph_.apply(Function::atan2, axis[1], axis[0]), quarter)};
    } else if (!is_vertical(graph_, axis)) { // a vertical one stands as it is, whichever end is up
      made.turned = orientation_along(graph_, axis, graph_.zero());
    }
    return thing(std::move(made));
  }

  std::optional<DrawnThing> support() {
    auto through = point(Clause::through);
    const ast::DrawClause* along = find_clause(node_, Clause::along);
    if (!through) return std::nullopt;
    Support<Expr> made{static_cast<SupportKind>(kind_.value), std::move(*through), {}};
    if (along != nullptr) {
      auto direction = reader_.direction(*along, scope_);
      if (!direction) return std::nullopt;
      made.along = std::move(direction->components);
    } else if (made.through.size() == 2) {
      made.along = {graph_.one(), graph_.zero()};
    } else {
      made.along = {graph_.zero(), graph_.zero(), graph_.one()};
    }
    return thing(std::move(made));
  }

  std::optional<DrawnThing> gauge() {
    const ast::DrawClause& of = *find_clause(node_, Clause::of);
    const ast::Expr* written = reader_.only_value(of);
    if (written == nullptr) return std::nullopt;
    const Value value = reader_.builder().evaluator.value(*written, scope_);
    if (value.is_tuple())
      context_.complaints.error("E1107", written->span,
                                fmt::format("a gauge shows one number, `{}` has {} components",
                                            context_.text(written->span), value.items().size()));
    if (!value.is_scalar()) return std::nullopt;
    DrawnThing out = thing(Gauge<Expr>{reader_.builder().draft.shown(written->span), {}, value.scalar().expr});
    out.measured = value.scalar();
    out.item.name = std::get<Gauge<Expr>>(out.item.what).of;
    return out;
  }

  std::optional<DrawnThing> trail() {
    auto of = point(Clause::of);
    if (!of) return std::nullopt;
    return thing(Trail<Expr>{std::move(*of), {}});
  }

  std::optional<DrawnThing> axes() {
    auto at = point(Clause::at);
    auto turned = reader_.orientation(node_, kind_, scope_);
    if (!at || !turned) return std::nullopt;
    Axes<Expr> made{std::move(*at), std::move(*turned), {}};
    if (!node_.arguments.empty()) {
      made.length = reader_.length(*node_.arguments[0], scope_, "the length of an axis");
      if (!made.length) return std::nullopt;
    }
    return thing(std::move(made));
  }

  std::optional<DrawnThing> angle() {
    const ast::Expr* written = reader_.only_value(*find_clause(node_, Clause::of));
    auto at = point(Clause::at);
    if (written == nullptr || !at) return std::nullopt;
    const auto value = reader_.angle(*written, scope_, "what follows `of`");
    if (!value) return std::nullopt;
    AngleMark<Expr> made{*value, std::move(*at), {}};
    if (const ast::DrawClause* from = find_clause(node_, Clause::from)) {
      auto direction = reader_.direction(*from, scope_);
      if (!direction) return std::nullopt;
      made.from = std::move(direction->components);
    }
    DrawnThing out = thing(std::move(made));
    out.item.name = reader_.builder().draft.shown(written->span);
    return out;
  }

  DrawingReader& reader_;
  Context& context_;
  Graph& graph_;
  const DrawingKind& kind_;
  const ast::Draw& node_;
  const Scope* scope_;
};

} // namespace

std::optional<DrawnThing> drawn_item(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node,
                                     const Scope* scope) {
  return ItemMaker(reader, kind, node, scope).make();
}

} // namespace elaboration
} // namespace dalembert
