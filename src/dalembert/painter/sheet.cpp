#include <dalembert/painter/captions.h>
#include <dalembert/painter/sheet.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace painter {

Sheet::Sheet(const Stage& stage, std::span<const double> row, double time)
    : stage_(&stage), view_(stage.view), row_(row), time_(time) {
  view_.follow(followed(*stage.scene, row));
}

void Sheet::begin(std::size_t index, const ShownItem& item) {
  index_ = index;
  item_ = &item;
  part_ = 0;
}

void Sheet::end() {
  index_ = static_cast<std::size_t>(-1);
  item_ = nullptr;
  part_ = 0;
}

std::string Sheet::colour(Hue usual) const {
  if (!item_->colour.hex.empty()) return "x" + item_->colour.hex.substr(1);
  return std::string(word(item_->colour.hue == Hue::by_kind ? usual : item_->colour.hue));
}

double Sheet::width(double usual) const {
  if (item_->width.pixels) return std::clamp(*item_->width.pixels, 0.2, 200.0);
  if (item_->width.length) return std::clamp(std::abs(*item_->width.length) * view_.scale(), 0.5, 1e5);
  return usual * pen();
}

void Sheet::at(Layer layer, const Point3& place) {
  layer_ = layer;
  depth_ = view_.depth(place);
}

void Sheet::add(std::string classes, std::string attributes, const Outline& outline, double width) {
  const std::size_t part = part_++;
  if (outline.is_drawable())
    elements_.push_back({layer_, depth_, index_, part, std::move(classes), std::move(attributes), outline, width});
}

void Sheet::stroke(const Outline& outline, const std::string& colour, double width, std::string_view more) {
  add(fmt::format("dp-s-{}", colour), fmt::format(" stroke-width=\"{}\"{}", pixels(width), more), outline, width);
}

void Sheet::tinted_stroke(const Outline& outline, const std::string& colour, double width, std::string_view more) {
  add(fmt::format("dp-u-{}", colour), fmt::format(" stroke-width=\"{}\"{}", pixels(width), more), outline, width);
}

void Sheet::face(const Outline& outline, const std::string& colour, double width, int shade) {
  add(fmt::format("dp-s-{0} dp-t{1}-{0}", colour, shade), fmt::format(" stroke-width=\"{}\"", pixels(width)), outline,
      width);
}

void Sheet::fill(const Outline& outline, const std::string& colour, std::string_view more) {
  add(fmt::format("dp-f-{}", colour), std::string(more), outline);
}

void Sheet::caption(std::string markup, double ems, const Spot& anchor, double gap, const Spot& prefer,
                    std::string colour) {
  if (markup.empty() || !std::isfinite(anchor.x) || !std::isfinite(anchor.y)) return;
  captions_.push_back({index_, std::move(markup), ems * stage_->font, std::move(colour), anchor, gap, prefer, false});
}

void Sheet::fixed_caption(std::string markup, double ems, const Spot& middle, std::string colour) {
  if (markup.empty() || !std::isfinite(middle.x) || !std::isfinite(middle.y)) return;
  captions_.push_back({index_, std::move(markup), ems * stage_->font, std::move(colour), middle, 0.0, {}, true});
}

void Sheet::name(const Spot& anchor, double gap, const Spot& prefer) {
  if (!stage_->options->labels || !item_->rule.empty() || item_->name.empty()) return;
  caption(name_markup(item_->name), name_width(item_->name), anchor, gap, prefer);
}

std::vector<Element> Sheet::elements() && {
  const bool by_depth = is_space();
  std::stable_sort(elements_.begin(), elements_.end(), [by_depth](const Element& a, const Element& b) {
    if (a.layer != b.layer || !by_depth || a.layer != Layer::body) return a.layer < b.layer;
    return a.depth < b.depth;
  });
  return std::move(elements_);
}

} // namespace painter
} // namespace dalembert
