#include <dalembert/painter/placing.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dalembert::inline painter {

namespace {

constexpr double line_height = 1.15; ///< em
constexpr double sample_step = 6.0;  ///< px, between the points that stand for what is drawn

PageBox box_about(const Spot& middle, double width, double height) {
  return {middle.x - 0.5 * width, middle.y - 0.5 * height, middle.x + 0.5 * width, middle.y + 0.5 * height};
}

bool holds(const PageBox& box, const Spot& spot) {
  return spot.x > box.left && spot.x < box.right && spot.y > box.top && spot.y < box.bottom;
}

/// The area that two boxes share, px².
double shared(const PageBox& a, const PageBox& b) {
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return width > 0.0 && height > 0.0 ? width * height : 0.0;
}

class Placer {
public:
  Placer(const std::vector<Element>& elements, const PageBox& box, double font) : box_(box), font_(font) {
    for (const Element& element : elements) {
      constexpr std::size_t most = 20'000;
      if (element.layer == Layer::beside || element.layer == Layer::back || drawn_.size() > most) continue;
      const std::vector<Spot> samples = element.outline.samples(sample_step);
      drawn_.insert(drawn_.end(), samples.begin(), samples.end());
    }
  }

  [[nodiscard]] Spot place(const Caption& caption) {
    Spot best = caption.anchor;
    double least = std::numeric_limits<double>::infinity();
    for (const double farther : {0.0, 6.0, 14.0, 24.0})
      for (int i = 0; i < directions; ++i) {
        const Spot middle = inside(candidate(caption, i, farther), caption, box_, font_);
        const double cost = cost_of(caption, middle) + 0.15 * farther;
        if (cost >= least) continue;
        least = cost;
        best = middle;
      }
    take(caption, best);
    return best;
  }

  void take(const Caption& caption, const Spot& middle) {
    taken_.push_back(box_about(middle, caption.width, line_height * font_));
  }

private:
  static constexpr int directions = 16;

  /// The middle of the caption when it stands in the `i`-th direction, its box touching a circle about the anchor.
  [[nodiscard]] Spot candidate(const Caption& caption, int i, double farther) const {
    const double start = norm(caption.prefer) > 0.0 ? std::atan2(caption.prefer.y, caption.prefer.x) : -0.785398;
    const double angle = start + 2.0 * std::numbers::pi * i / directions;
    const Spot direction{std::cos(angle), std::sin(angle)};
    const Spot half{0.5 * caption.width, 0.5 * line_height * font_};
    const double reach = caption.gap + farther;
    // from the anchor to the nearest point of the box, and on to its middle
    return caption.anchor + reach * direction +
           Spot{half.x * std::clamp(1.6 * direction.x, -1.0, 1.0), half.y * std::clamp(1.6 * direction.y, -1.0, 1.0)};
  }

  [[nodiscard]] double cost_of(const Caption& caption, const Spot& middle) const {
    const PageBox box = box_about(middle, caption.width + 2.0, line_height * font_);
    double cost = 0.0;
    for (const PageBox& other : taken_)
      cost += 0.5 * shared(box, other);
    for (const Spot& spot : drawn_)
      if (holds(box, spot)) cost += 5.0;
    const Spot away = unit(middle - caption.anchor);
    if (norm(caption.prefer) > 0.0) {
      const Spot prefer = unit(caption.prefer);
      cost += 3.0 * (1.0 - away.x * prefer.x - away.y * prefer.y);
    }
    return cost;
  }

  PageBox box_;
  double font_;
  std::vector<Spot> drawn_;
  std::vector<PageBox> taken_;
};

} // namespace

Spot inside(const Spot& middle, const Caption& caption, const PageBox& box, double font) {
  const double x = std::min(0.5 * caption.width + 2.0, 0.5 * box.width());
  const double y = std::min(0.5 * line_height * font + 1.0, 0.5 * box.height());
  return {std::clamp(middle.x, box.left + x, box.right - x), std::clamp(middle.y, box.top + y, box.bottom - y)};
}

std::vector<Spot> placed(const std::vector<Caption>& captions, const std::vector<Element>& elements, const PageBox& box,
                         double font) {
  Placer placer(elements, box, font);
  std::vector<Spot> out(captions.size());
  for (const Caption& caption : captions)
    if (caption.is_fixed) placer.take(caption, caption.anchor);
  for (std::size_t i = 0; i < captions.size(); ++i)
    if (!captions[i].is_fixed) out[i] = placer.place(captions[i]) - captions[i].anchor;
  return out;
}

} // namespace dalembert::inline painter
