#pragma once

#include <dalembert/painter/instants.h>
#include <dalembert/painter/options.h>
#include <dalembert/painter/outline.h>
#include <dalembert/painter/view.h>
#include <dalembert/picture/scene.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace painter {

/// What lies over what: layers from the back to the front. `beside` are gauges and lanes, which have no place in the
/// view.
enum class Layer : std::uint8_t { back, trail, body, front, beside };

/// One path of the drawing. `item` and `part` name it in all instants.
struct Element {
  Layer layer = Layer::body;
  double depth = 0.0; ///< m, greater nearer to the reader
  std::size_t item = 0;
  std::size_t part = 0;
  std::string classes;
  std::string attributes; ///< begins with a blank where there are any
  Outline outline;
  double width = 0.0; ///< px, of its stroke
};

/// A text of the drawing, whose place is chosen when all else is drawn.
struct Caption {
  std::size_t item = 0;
  std::string markup;    ///< SVG text
  double width = 0.0;    ///< px
  std::string colour;    ///< key of a colour
  Spot anchor;           ///< what it belongs to
  double gap = 6.0;      ///< px, from the anchor
  Spot prefer;           ///< direction from the anchor; 0 where none is better
  bool is_fixed = false; ///< stands with its middle at the anchor
};

/// What all instants of a picture share.
struct Stage {
  const Scene* scene = nullptr;
  const SceneFrames* frames = nullptr; ///< for trails
  const PictureOptions* options = nullptr;
  SceneFacts facts;
  std::map<std::string, double> scales; ///< m per unit
  View view{{}, 1.0, {}};
  PageBox box;            ///< what the instants may cover
  PageBox page;           ///< of the view: the box, its margins and the gauges
  double lanes_top = 0.0; ///< px
  double bars_top = 0.0;  ///< px, of the row with scale bars
  double height = 0.0;    ///< px, of all
  double pen = 1.0;       ///< scale of strokes and signs
  double diagonal = 1.0;  ///< px, of the bounds
  double font = 13.0;     ///< px
  std::size_t trail_points = 240;
  bool is_film = false; ///< a trail without length is the whole path, which does not change
};

/// The drawing of one instant, as it grows.
class Sheet {
public:
  Sheet(const Stage& stage, std::span<const double> row, double time);

  /// Starts with the next item.
  void begin(std::size_t index, const ShownItem& item);

  /// What follows belongs to no item.
  void end();

  [[nodiscard]] const Stage& stage() const { return *stage_; }
  [[nodiscard]] const View& view() const { return view_; }
  [[nodiscard]] bool is_space() const { return stage_->scene->dimension == 3; }
  [[nodiscard]] const ShownItem& item() const { return *item_; }
  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] const ItemFacts& facts() const { return stage_->facts.items.at(index_); }
  [[nodiscard]] double pen() const { return stage_->pen; }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] std::span<const double> row() const { return row_; }
  [[nodiscard]] Spot spot(const picture::Place<double>& place) const { return view_.spot(point(place)); }

  /// The key of the colour of the item.
  [[nodiscard]] std::string colour(Hue usual) const;
  /// The width of the item's strokes, px.
  [[nodiscard]] double width(double usual) const;
  /// Its key and its depth for all that follows.
  void at(Layer layer, const picture::Place<double>& place) { at(layer, point(place)); }
  void at(Layer layer, const Point3& place);

  void stroke(const Outline& outline, const std::string& colour, double width, std::string_view more = {});
  /// A stroke in the tint of a colour.
  void tinted_stroke(const Outline& outline, const std::string& colour, double width, std::string_view more = {});
  /// An area in the tint of a colour, `shade` 0 to 2, with an outline.
  void face(const Outline& outline, const std::string& colour, double width, int shade = 0);
  void fill(const Outline& outline, const std::string& colour, std::string_view more = {});
  void add(std::string classes, std::string attributes, const Outline& outline, double width = 1.0);
  /// Leaves the next number of a part out, so that numbers stay those of other instants.
  void skip(std::size_t parts = 1) { part_ += parts; }

  void caption(std::string markup, double ems, const Spot& anchor, double gap, const Spot& prefer,
               std::string colour = "ink");
  void fixed_caption(std::string markup, double ems, const Spot& middle, std::string colour = "ink");
  /// The name of the item as a caption, where the user gave one.
  void name(const Spot& anchor, double gap, const Spot& prefer = {});

  /// What was drawn, from the back to the front.
  [[nodiscard]] std::vector<Element> elements() &&;
  [[nodiscard]] const std::vector<Caption>& captions() const { return captions_; }

private:
  const Stage* stage_;
  View view_;
  std::span<const double> row_;
  double time_;
  const ShownItem* item_ = nullptr;
  std::size_t index_ = 0;
  std::size_t part_ = 0;
  Layer layer_ = Layer::body;
  double depth_ = 0.0;
  std::vector<Element> elements_;
  std::vector<Caption> captions_;
};

} // namespace painter
} // namespace dalembert
