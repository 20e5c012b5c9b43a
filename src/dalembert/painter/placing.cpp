#include <dalembert/painter/placing.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace dalembert {
inline namespace painter {

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

constexpr int directions = 16;
constexpr double usual_start = -0.785398; ///< of the directions, right above
constexpr std::array<double, 4> distances{0.0, 6.0, 14.0, 24.0};
constexpr double away_cost = 0.15; ///< of a px farther from the anchor

/// From the anchor to the middle of the caption when it stands in the `i`-th direction, its box touching a circle.
Spot candidate(const Caption& caption, double start, int i, double farther, double font) {
  const double angle = start + 2.0 * std::numbers::pi * i / directions;
  const Spot direction{std::cos(angle), std::sin(angle)};
  const Spot half{0.5 * caption.width, 0.5 * line_height * font};
  const double reach = caption.gap + farther;
  // from the anchor to the nearest point of the box, and on to its middle
  return reach * direction +
         Spot{half.x * std::clamp(1.6 * direction.x, -1.0, 1.0), half.y * std::clamp(1.6 * direction.y, -1.0, 1.0)};
}

/// The places of captions in one instant.
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
    const double start = norm(caption.prefer) > 0.0 ? std::atan2(caption.prefer.y, caption.prefer.x) : usual_start;
    Spot best = caption.anchor;
    double least = std::numeric_limits<double>::infinity();
    for (const double farther : distances)
      for (int i = 0; i < directions; ++i) {
        const Spot middle = inside(caption.anchor + candidate(caption, start, i, farther, font_), caption, box_, font_);
        const double cost = cost_of(caption, middle) + away_cost * farther;
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

  /// What it costs to have the middle of a caption there: what is drawn under it, captions that it meets, the side.
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

private:
  PageBox box_;
  double font_;
  std::vector<Spot> drawn_;
  std::vector<PageBox> taken_;
};

/// The vector from anchor to middle that costs least over all instants that have the caption.
Spot best_over_time(const CaptionInTime& caption, const std::vector<Placer>& instants, const PageBox& box,
                    double font) {
  const auto first = std::ranges::find_if(caption, [](const auto& now) { return now.has_value(); });
  Spot best;
  double least = std::numeric_limits<double>::infinity();
  for (const double farther : distances)
    for (int i = 0; i < directions; ++i) {
      const Spot offset = candidate(**first, usual_start, i, farther, font);
      double cost = 0.0;
      for (std::size_t k = 0; k < instants.size() && cost < least; ++k)
        if (caption[k])
          cost += instants[k].cost_of(*caption[k], inside(caption[k]->anchor + offset, *caption[k], box, font)) +
                  away_cost * farther;
      if (cost >= least) continue;
      least = cost;
      best = offset;
    }
  return best;
}

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

std::vector<Spot> placed_over_time(const std::vector<CaptionInTime>& captions,
                                   const std::vector<const std::vector<Element>*>& elements, const PageBox& box,
                                   double font) {
  std::vector<Placer> instants;
  for (const std::vector<Element>* const drawn : elements)
    instants.emplace_back(*drawn, box, font);
  std::vector<Spot> out(captions.size());
  for (const bool of_fixed : {true, false})
    for (std::size_t i = 0; i < captions.size(); ++i) {
      const auto first = std::ranges::find_if(captions[i], [](const auto& now) { return now.has_value(); });
      if (first == captions[i].end() || (*first)->is_fixed != of_fixed) continue;
      if (!of_fixed) out[i] = best_over_time(captions[i], instants, box, font);
      for (std::size_t k = 0; k < instants.size(); ++k) {
        if (!captions[i][k]) continue;
        const Caption& now = *captions[i][k];
        instants[k].take(now, of_fixed ? now.anchor : inside(now.anchor + out[i], now, box, font));
      }
    }
  return out;
}

} // namespace painter
} // namespace dalembert
