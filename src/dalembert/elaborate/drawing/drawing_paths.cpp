// Lines and polygons: their points, and families of them.
#include <dalembert/elaborate/drawing/drawing_paths.h>
#include <dalembert/elaborate/drawing/orientation.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

using Clause = ast::DrawClauseKind;

/// Walks the values of the indices from `next` on.
void walk_indices(const ast::Draw& node, const std::vector<Evaluator::Bounds>& all, const Scope* scope,
                  const std::function<void(const Scope*)>& then) {
  const std::size_t next = node.indices.size() - all.size();
  if (all.empty()) return then(scope);
  const std::vector<Evaluator::Bounds> rest(all.begin() + 1, all.end());
  for (std::int64_t i = all.front().lower; i <= all.front().upper; ++i) {
    const Scope turn{scope, node.indices[next].name.text, nullptr, i, nullptr};
    walk_indices(node, rest, &turn, then);
  }
}

bool mentions(const ast::Expr& expr, const ast::DrawIndex& index) {
  const std::vector<std::string_view> names = names_in(expr);
  return std::ranges::find(names, index.name.text) != names.end();
}

/// The points of `through`: neighbours that mention an index are a group, which is walked together.
class LinePoints {
public:
  LinePoints(DrawingReader& reader, const ast::Draw& node, const Scope* scope)
      : reader_(reader), node_(node), scope_(scope), written_(find_clause(node, Clause::through)->values) {}

  std::optional<std::vector<Place<Expr>>> read() {
    std::size_t begin = 0;
    while (begin < written_.size() && is_whole_) {
      std::size_t end = begin;
      while (end < written_.size() && is_member(*written_[end]))
        ++end;
      if (end == begin) {
        add(*written_[begin], scope_);
        end = begin + 1;
      } else {
        add_group(begin, end);
      }
      begin = end;
    }
    if (!is_whole_) return std::nullopt;
    return std::move(points_);
  }

private:
  [[nodiscard]] bool is_member(const ast::Expr& written) const {
    return std::ranges::any_of(node_.indices, [&](const ast::DrawIndex& index) { return mentions(written, index); });
  }

  void add(const ast::Expr& written, const Scope* scope) {
    auto point = reader_.point(written, scope);
    is_whole_ = is_whole_ && point.has_value();
    if (point) points_.push_back(std::move(*point));
  }

  /// A point that mentions some of the indices stands once for each value of these.
  void add_group(std::size_t begin, std::size_t end) {
    std::vector<std::int64_t> first;
    const bool is_walked = for_each_member(reader_, node_, scope_, [&](const Scope* turn) {
      if (!is_whole_) return;
      std::vector<std::int64_t> values;
      for (const ast::DrawIndex& index : node_.indices)
        values.push_back(find_name(turn, index.name.text)->number);
      if (first.empty()) first = values;
      for (std::size_t p = begin; p < end; ++p) {
        bool is_due = true;
        for (std::size_t k = 0; k < values.size(); ++k)
          is_due = is_due && (values[k] == first[k] || mentions(*written_[p], node_.indices[k]));
        if (is_due) add(*written_[p], turn);
      }
    });
    is_whole_ = is_whole_ && is_walked;
  }

  DrawingReader& reader_;
  const ast::Draw& node_;
  const Scope* scope_;
  ast::List<const ast::Expr*> written_;
  std::vector<Place<Expr>> points_;
  bool is_whole_ = true;
};

} // namespace

bool for_each_member(DrawingReader& reader, const ast::Draw& node, const Scope* scope,
                     const std::function<void(const Scope*)>& then) {
  std::vector<Evaluator::Bounds> all;
  std::size_t members = 1;
  for (const ast::DrawIndex& index : node.indices) {
    const auto bounds = reader.builder().evaluator.bounds(index.range, scope);
    if (!bounds) return false;
    all.push_back(*bounds);
    const std::int64_t width = std::max<std::int64_t>(0, bounds->upper - bounds->lower + 1);
    members = std::min<std::size_t>(members, most_items + 1) * static_cast<std::size_t>(width);
    if (members <= most_items) continue;
    reader.context().complaints.error("E1110", index.range.span,
                                      fmt::format("a picture holds {} things at most", most_items));
    return false;
  }
  walk_indices(node, all, scope, then);
  return true;
}

bool place_points(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node, const Scope* scope,
                  std::vector<Place<Expr>>& points) {
  Graph& graph = reader.context().graph;
  const auto turned = reader.orientation(node, kind, scope);
  if (!turned) return false;
  const ast::DrawClause* at = find_clause(node, Clause::at);
  auto centre = at == nullptr ? std::optional(Place<Expr>()) : reader.point(*at, scope);
  if (!centre) return false;
  const bool is_spatial = turned->entries.size() == 6 || centre->size() == 3;
  for (Place<Expr>& point : points) {
    if (is_spatial) point.resize(3, graph.zero());
    point = turned_point(graph, *turned, point);
    for (std::size_t k = 0; k < centre->size(); ++k)
      point[k] = graph.add(point[k], (*centre)[k]);
  }
  return true;
}

std::optional<DrawnThing> drawn_line(DrawingReader& reader, const DrawingKind& kind, const ast::Draw& node,
                                     const Scope* scope) {
  auto points = LinePoints(reader, node, scope).read();
  if (!points || !place_points(reader, kind, node, scope, *points)) return std::nullopt;
  const auto made_kind = static_cast<PathKind>(kind.value);
  const std::size_t fewest = made_kind == PathKind::polygon ? 3 : 2;
  if (points->size() < fewest) {
    const bool is_family = !node.indices.empty(); // which may have no members
    const ast::DrawClause& through = *find_clause(node, Clause::through);
    if (!is_family)
      reader.context()
          .complaints.error("E1102", through.span, fmt::format("a {} has {} points at least", kind.word, fewest))
          .help = fmt::format("write `draw {}`", kind.written);
    return std::nullopt;
  }
  DrawnThing out;
  out.item.what = Path<Expr>{made_kind, std::move(*points)};
  return out;
}

} // namespace elaboration
} // namespace dalembert
