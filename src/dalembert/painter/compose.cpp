#include <dalembert/painter/beside.h>
#include <dalembert/painter/captions.h>
#include <dalembert/painter/compose.h>
#include <dalembert/painter/draw_items.h>
#include <dalembert/painter/support_extent.h>
#include <dalembert/typesetting/svg_label.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace dalembert {
inline namespace painter {

namespace {

constexpr double bars_row = 26.0; ///< px at pen 1
constexpr double bar_gap = 11.0;  ///< px at pen 1, between a bar and its value

/// True for what stands in the view.
bool has_place(const SceneItem& item) {
  return !std::holds_alternative<Gauge<SceneNumber>>(item.what) &&
         !std::holds_alternative<Lane<SceneNumber>>(item.what);
}

bool has_gauge(const Scene& scene) {
  return std::any_of(scene.items.begin(), scene.items.end(),
                     [](const SceneItem& item) { return std::holds_alternative<Gauge<SceneNumber>>(item.what); });
}

/// Small axes in the corner: from where a scene in space is looked at.
void draw_corner_axes(Sheet& sheet) {
  const bool has_axes =
      std::any_of(sheet.stage().scene->items.begin(), sheet.stage().scene->items.end(),
                  [](const SceneItem& item) { return std::holds_alternative<Axes<SceneNumber>>(item.what); });
  const double pen = sheet.pen();
  constexpr double readable = 0.7; // of a small page the letters would lie over each other
  if (has_axes || pen < readable) return;
  const PageBox& page = sheet.stage().page;
  const Spot corner{page.left + 34.0 * pen, page.bottom - 30.0 * pen};
  const Directions& d = sheet.view().directions();
  const std::array<Point3, 3> axes{Point3{1, 0, 0}, Point3{0, 1, 0}, Point3{0, 0, 1}};
  constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Spot v = 20.0 * pen * Spot{dot(axes.at(i), d.right), -dot(axes.at(i), d.up)};
    sheet.at(Layer::front, Point3{});
    draw_arrow(sheet, corner, v, Standing::solid, "soft", 1.1 * pen);
    if (norm(v) > 5.0 * pen) sheet.fixed_caption(svg_label(names.at(i)), 0.6, corner + v + 8.0 * pen * unit(v), "soft");
  }
}

void draw_all(Sheet& sheet) {
  const Scene& scene = *sheet.stage().scene;
  std::size_t gauges = 0;
  std::array<std::size_t, 2> lanes{}; // ruled lines, dials
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    const SceneItem& item = scene.items[i];
    const bool is_gauge = std::holds_alternative<Gauge<SceneNumber>>(item.what);
    const auto* lane = std::get_if<Lane<SceneNumber>>(&item.what);
    const std::size_t place = is_gauge ? gauges++ : lane != nullptr ? lanes.at(lane->is_angle ? 1 : 0)++ : 0;
    const std::optional<ShownItem> now = shown(item, sheet.row());
    if (!now) continue;
    sheet.begin(i, *now);
    if (is_gauge)
      draw_gauge(sheet, std::get<Gauge<double>>(now->what), place);
    else if (lane != nullptr)
      draw_lane(sheet, std::get<Lane<double>>(now->what), place);
    else
      std::visit([&sheet](const auto& what) { draw(sheet, what); }, now->what);
  }
}

/// A unit of arrows, and the colour that all of its arrows have; that of writing where they have several.
struct BarUnit {
  std::string unit;
  std::string colour;
};

std::vector<BarUnit> bar_units(const Stage& stage) {
  std::vector<BarUnit> out;
  for (const SceneItem& item : stage.scene->items) {
    const std::string* unit = arrow_unit(item);
    if (unit == nullptr) continue;
    const auto* arrow = std::get_if<Arrow<SceneNumber>>(&item.what);
    const ArrowRole role = arrow != nullptr ? arrow->role : std::get<Arc<SceneNumber>>(item.what).role;
    if (!is_shown(role, stage.options->arrows)) continue;
    const std::string colour = role == ArrowRole::velocity  ? "velocity"
                               : arrow == nullptr           ? "moment"
                               : role == ArrowRole::applied ? "applied"
                                                            : "force";
    const auto known = std::find_if(out.begin(), out.end(), [unit](const BarUnit& bar) { return bar.unit == *unit; });
    if (known == out.end())
      out.push_back({*unit, colour});
    else if (known->colour != colour)
      known->colour = "ink";
  }
  return out;
}

/// Draws bars one behind the other.
class BarRow {
public:
  explicit BarRow(const Stage& stage)
      : stage_(stage), x_(stage.page.left + 14.0 * stage.pen), y_(stage.bars_top + 0.5 * bars_row * stage.pen) {}

  /// How many lines the bars take.
  [[nodiscard]] int lines() const { return lines_; }

  void length() {
    const double most = 0.16 * stage_.page.width() / stage_.view.scale();
    if (!std::isfinite(most) || !(most > 0.0)) return;
    const double value = round_below(most);
    break_before(value * stage_.view.scale(), value_text(value, stage_.options->length_unit));
    const double end = x_ + value * stage_.view.scale();
    const double tick = 3.5 * stage_.pen;
    add("dp-s-soft", 1.2,
        Outline()
            .move({x_, y_ - tick})
            .line({x_, y_ + tick})
            .move({x_, y_})
            .line({end, y_})
            .move({end, y_ - tick})
            .line({end, y_ + tick}));
    text(end, value_text(value, stage_.options->length_unit));
  }

  void arrow(const BarUnit& unit) {
    const auto scale = stage_.scales.find(unit.unit);
    const double px = scale == stage_.scales.end() ? 0.0 : scale->second * stage_.view.scale(); // per unit
    const double most = 0.1 * stage_.diagonal / px;
    if (!(px > 0.0) || !std::isfinite(most) || !(most > 0.0)) return;
    const double value = round_below(most);
    break_before(value * px, value_text(value, unit.unit));
    const Spot tip{x_ + value * px, y_};
    const double head = 7.0 * stage_.pen;
    add("dp-s-" + unit.colour, 1.9, Outline().move({x_, y_}).line(tip - Spot{0.8 * head, 0.0}));
    add("dp-f-" + unit.colour, 0.0,
        Outline().polygon({tip, tip - Spot{head, 0.36 * head}, tip - Spot{head, -0.36 * head}}));
    text(tip.x, value_text(value, unit.unit));
  }

  Composed take() { return std::move(out_); }

private:
  /// Goes on with the next line where a bar and its text do not fit into this one.
  void break_before(double bar, const std::string& markup) {
    const double end = x_ + bar + bar_gap * stage_.pen + text_width(markup) * stage_.font;
    const double left = stage_.page.left + 14.0 * stage_.pen;
    if (end <= stage_.page.right || x_ == left) return;
    x_ = left;
    y_ += bars_row * stage_.pen;
    ++lines_;
  }

  void add(std::string classes, double width, const Outline& outline) {
    std::string attributes = width > 0.0 ? " stroke-width=\"" + pixels(width * stage_.pen) + "\"" : "";
    out_.elements.push_back(
        {Layer::beside, 0.0, no_item, part_++, std::move(classes), std::move(attributes), outline, width});
  }

  void text(double end, const std::string& markup) {
    const double width = text_width(markup) * stage_.font;
    out_.captions.push_back(
        {no_item, markup, width, "soft", {end + bar_gap * stage_.pen + 0.5 * width, y_}, 0.0, {}, true});
    x_ = end + width + (23.0 + bar_gap) * stage_.pen;
  }

  const Stage& stage_;
  double x_;
  double y_;
  int lines_ = 1;
  std::size_t part_ = 0;
  Composed out_;
};

} // namespace

bool is_complete(const Scene& scene) {
  const bool has_bounds = scene.bounds[0] != scene.bounds[1];
  return has_bounds && std::all_of(scene.items.begin(), scene.items.end(), [&scene](const SceneItem& item) {
           const std::string* unit = arrow_unit(item);
           return unit == nullptr || scene.scales.contains(*unit);
         });
}

namespace {

/// Lays out a page with `lines` lines of scale bars.
void lay_out(Stage& out, const std::vector<std::span<const double>>& rows, int lines) {
  const Scene& scene = *out.scene;
  const PictureOptions& options = *out.options;
  constexpr double usual = 520.0; // px, size of a page with pen 1
  const double width = std::clamp(options.width, 40.0, 1e4);
  const double height = std::clamp(options.height, 40.0, 1e4);
  out.pen = std::clamp(std::sqrt(width * height) / usual, 0.6, 1.4);
  out.font = std::clamp(13.0 * out.pen, 10.5, 15.0);
  const double bars = options.scale_bars ? lines * bars_row * out.pen : 0.0;
  const bool has_view = std::any_of(scene.items.begin(), scene.items.end(), has_place);
  const double room = std::max(20.0, height - bars);
  constexpr double gauges_alone = 140.0;
  out.page = {0.0, 0.0, width, has_view ? room : has_gauge(scene) ? std::min(room, gauges_alone) : 6.0};
  const double margin = std::min(18.0 * out.pen, 0.08 * std::min(width, room));
  const double gauges = gauges_width(scene, width, out.pen, out.font);
  out.box = {margin, margin, width - margin - gauges, out.page.bottom - margin};
  out.bars_top = out.page.bottom;
  out.lanes_top = out.page.bottom + (has_view ? bars : 0.0);
  out.height = out.lanes_top + lanes_height(scene, width, out.pen);
  if (has_view) out.view = fitted(scene, rows, out.scales, options, out.box);
  const auto& [low, high] = scene.bounds;
  out.diagonal = norm(Point3{high[0] - low[0], high[1] - low[1], high[2] - low[2]}) * out.view.scale();
}

BarRow drawn_bars(const Stage& stage) {
  BarRow row(stage);
  const bool has_view = std::ranges::any_of(stage.scene->items, has_place);
  if (!stage.options->scale_bars || !has_view) return row;
  row.length();
  if (stage.options->arrows != ArrowsShown::none)
    for (const BarUnit& unit : bar_units(stage))
      row.arrow(unit);
  return row;
}

} // namespace

Stage stage_of(const Scene& scene, const std::vector<std::span<const double>>& rows, const SceneFrames* frames,
               const PictureOptions& options) {
  Stage out;
  out.scene = &scene;
  out.frames = frames;
  out.options = &options;
  out.facts = facts_of(scene, rows);
  for (std::size_t i = 0; i < scene.items.size() && scene.dimension == 2; ++i)
    if (std::holds_alternative<Support<SceneNumber>>(scene.items[i].what))
      out.facts.items[i].near = near_ground(scene, scene.items[i], rows);
  out.scales = scene.scales;
  lay_out(out, rows, 1);
  if (const int lines = drawn_bars(out).lines(); lines > 1) lay_out(out, rows, lines);
  return out;
}

Composed compose(const Stage& stage, std::span<const double> row, double time) {
  Sheet sheet(stage, row, time);
  draw_all(sheet);
  sheet.end();
  const Scene& scene = *stage.scene;
  const bool has_view = std::any_of(scene.items.begin(), scene.items.end(), has_place);
  if (sheet.is_space() && has_view) draw_corner_axes(sheet);
  if (scene.moving_axes && has_view)
    sheet.fixed_caption("the axes move", text_width("the axes move"),
                        {stage.page.left + (0.6 * text_width("the axes move") + 0.5) * stage.font, 14.0 * stage.pen},
                        "soft");
  Composed out;
  out.captions = sheet.captions();
  out.elements = std::move(sheet).elements();
  return out;
}

Composed scale_bars(const Stage& stage) {
  return drawn_bars(stage).take();
}

double scale_bars_height(const Stage& stage) {
  return bars_row * stage.pen * drawn_bars(stage).lines();
}

} // namespace painter
} // namespace dalembert
