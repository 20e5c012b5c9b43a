// The picture: `draw` and `animate` statements become items and settings.
#include <dalembert/elaborate/drawing/animation.h>
#include <dalembert/elaborate/drawing/drawing_form.h>
#include <dalembert/elaborate/drawing/drawing_items.h>
#include <dalembert/elaborate/drawing/drawing_paths.h>
#include <dalembert/elaborate/drawing/drawn_arrows.h>
#include <dalembert/picture/convert.h>

#include <fmt/format.h>

#include <map>
#include <set>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::size_t most_moving_numbers = 4000;
constexpr std::size_t most_points = 100'000; ///< of all lines, curves and surfaces

std::size_t points_of(const DrawnItem<Expr>& item) {
  if (const auto* path = std::get_if<Path<Expr>>(&item.what)) return path->points.size();
  const auto* surface = std::get_if<Surface<Expr>>(&item.what);
  return surface == nullptr ? 0 : surface->points.size();
}

/// Words for what makes two items the same: what is drawn, where, called what.
class SameItem {
public:
  [[nodiscard]] static std::string key(const DrawnItem<Expr>& item) {
    std::string out = fmt::format("{}|{}|", item.what.index(), item.name);
    std::visit([&out](const auto& what) { out += kind_of(what); }, item.what);
    DrawnItem<Expr> bare = item;
    bare.width = {};
    const auto note = [&out](Expr e) {
      out += fmt::format(",{}", e.id);
      return e;
    };
    static_cast<void>(converted(bare, note));
    return out;
  }

private:
  template <class What>
  static std::string kind_of(const What& what) {
    if constexpr (requires {
                    what.of.size();
                    what.role;
                  })
      return what.of;
    else if constexpr (requires { what.kind; })
      return std::to_string(static_cast<int>(what.kind));
    else
      return {};
  }
};

/// Builds all items of a picture, twice: first to learn whether any place has three components.
class PictureBuilder {
public:
  explicit PictureBuilder(const Builder& builder) : builder_(builder), context_(builder.context) {}

  void build() {
    const Complaints::OfPicture of_picture(context_.complaints);
    const std::vector<Plain<ast::Draw>> all = statements();
    {
      const Complaints::Silence silence(context_.complaints);
      read(all);
    }
    context_.work_done.has_given_up = false; // said aloud the second time
    const SceneSpace met = space_;
    space_ = SceneSpace{};
    space_.is_spatial = met.has_spatial_place;
    things_.clear();
    moving_.clear();
    points_ = 0;
    is_full_ = false;
    read(all);
    if (met.has_spatial_place && space_.plane_place) {
      Diagnostic& made = context_.complaints.note("N1114", *space_.plane_place,
                                                  "this place has two components, others of the picture have three");
      made.help = "the third one is z = 0";
    }
    hand_over();
  }

private:
  [[nodiscard]] std::vector<Plain<ast::Draw>> statements() {
    std::vector<Plain<ast::Draw>> out = builder_.declared.plain.of<ast::Draw>();
    for (const Plain<ast::Animate>& item : builder_.declared.plain.of<ast::Animate>())
      for (Plain<ast::Draw>& each : drawings_of(item, builder_, made_))
        out.push_back(each);
    return out;
  }

  void read(const std::vector<Plain<ast::Draw>>& all) {
    DrawingReader reader(builder_, space_);
    for (const Plain<ast::Draw>& item : all)
      if (const DrawingKind* kind = form_of_drawing(builder_, item)) take(reader, *kind, item);
    follow_.clear();
    for (const Plain<ast::Animate>& item : builder_.declared.plain.of<ast::Animate>())
      if (auto point = followed_point(reader, item)) follow_ = std::move(*point);
  }

  void take(DrawingReader& reader, const DrawingKind& kind, const Plain<ast::Draw>& item) {
    const ast::Draw& node = *item.node;
    const bool is_joined = kind.family == DrawnFamily::path || kind.family == DrawnFamily::surface;
    if (is_full_) return;
    if (is_joined) {
      auto thing = kind.parameters == 0 ? drawn_line(reader, kind, node, item.scope)
                                        : drawn_curve(reader, kind, node, item.scope);
      if (thing) finish(reader, kind, item, item.scope, std::move(*thing));
      return;
    }
    static_cast<void>(for_each_member(reader, node, item.scope, [&](const Scope* turn) {
      if (is_full_) return;
      auto thing =
          kind.family == DrawnFamily::arrow ? drawn_arrow(reader, node, turn) : drawn_item(reader, kind, node, turn);
      if (thing) finish(reader, kind, item, turn, std::move(*thing));
    }));
  }

  void finish(DrawingReader& reader, const DrawingKind& kind, const Plain<ast::Draw>& item, const Scope* turn,
              DrawnThing thing) {
    const ast::Draw& node = *item.node;
    if (node.description != nullptr) thing.item.name = described(node.description);
    if (node.description != nullptr && turn != item.scope) thing.item.name += member_text(node, turn);
    thing.item.span = item.statement->span;
    apply_drawing_settings(reader, kind, node, turn, thing.item);
    points_ += points_of(thing.item);
    if (things_.size() >= most_items || points_ > most_points) {
      context_.complaints.error("E1110", item.statement->keyword,
                                things_.size() >= most_items
                                    ? fmt::format("a picture holds {} things at most", most_items)
                                    : fmt::format("the curves of a picture have {} points at most", most_points));
      is_full_ = true;
      return;
    }
    if (has_room_for(thing.item)) things_.push_back(std::move(thing));
  }

  /// `[2]` of the member that a turn of `for` makes.
  [[nodiscard]] static std::string member_text(const ast::Draw& node, const Scope* turn) {
    std::vector<int> index;
    for (const ast::DrawIndex& each : node.indices)
      index.push_back(static_cast<int>(find_name(turn, each.name.text)->number));
    return member_name("", index);
  }

  /// Counts the numbers that move; false, which is reported, where they become too many.
  bool has_room_for(const DrawnItem<Expr>& item) {
    const auto count = [this](Expr e) {
      if (context_.content.has(e, static_cast<Content>(~holds::parameter))) moving_.insert(e.id);
      return e;
    };
    static_cast<void>(converted(item, count));
    if (moving_.size() <= most_moving_numbers) return true;
    context_.complaints
        .error("E1110", item.span, fmt::format("a picture holds {} moving numbers at most", most_moving_numbers))
        .help = "draw fewer things, or curves with fewer `points`";
    is_full_ = true;
    return false;
  }

  void hand_over() {
    Picture& picture = builder_.draft.study.picture;
    picture.follow = std::move(follow_);
    for (const Plain<ast::Animate>& item : builder_.declared.plain.of<ast::Animate>())
      read_scene_settings(item, builder_, picture.settings);
    std::map<std::string, SourceSpan> met;
    for (DrawnThing& thing : things_) {
      const auto [first, is_new] = met.emplace(SameItem::key(thing.item), thing.item.span);
      if (!is_new)
        context_.complaints.warning("W1112", thing.item.span, "the same is drawn twice")
            .labels.push_back({first->second, "here already"});
      const std::size_t slot = picture.items.size();
      picture.items.push_back(std::move(thing.item));
      if (!thing.measured) continue;
      builder_.draft.later([&draft = builder_.draft, slot, scalar = *thing.measured, has_role = thing.has_role] {
        fill_unit(draft.study.picture.items[slot], draft.context.measure(scalar), has_role);
      });
    }
  }

  static void fill_unit(DrawnItem<Expr>& item, const Measure& measure, bool has_role) {
    if (auto* gauge = std::get_if<Gauge<Expr>>(&item.what)) gauge->unit = measure.unit();
    if (auto* arc = std::get_if<Arc<Expr>>(&item.what)) arc->unit = measure.unit();
    auto* arrow = std::get_if<Arrow<Expr>>(&item.what);
    if (arrow == nullptr) return;
    arrow->unit = measure.unit();
    if (has_role || !measure.dimension) return;
    if (*measure.dimension == Dimension::length() / Dimension::time()) arrow->role = ArrowRole::velocity;
    if (*measure.dimension == Dimension::force() * Dimension::time()) arrow->role = ArrowRole::impulse;
  }

  const Builder& builder_;
  Context& context_;
  SceneSpace space_;
  std::vector<DrawnThing> things_;
  std::set<std::uint32_t> moving_; ///< nodes
  Place<Expr> follow_;
  std::size_t points_ = 0;
  ast::Arena made_; ///< statements that stand for settings of `animate`
  bool is_full_ = false;
};

} // namespace

void build_picture(const Builder& builder) {
  const auto& draws = builder.declared.plain.of<ast::Draw>();
  const auto& settings = builder.declared.plain.of<ast::Animate>();
  if (!draws.empty() || !settings.empty()) PictureBuilder(builder).build();
}

} // namespace elaboration
} // namespace dalembert
