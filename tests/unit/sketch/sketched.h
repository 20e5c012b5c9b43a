#pragma once

#include <dalembert/derivation/derive.h>
#include <dalembert/sketch/sketch.h>

#include "../elaborate/reading.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace dalembert {

/// The automatic picture of a model, and words for what it holds.
struct Sketched {
  explicit Sketched(std::string model, const ElaborateOptions& options = {}) : reading(std::move(model), options) {
    if (!reading.is_clean()) {
      ADD_FAILURE() << reading.listing();
      return;
    }
    system = std::make_shared<const System>(reading.study.system);
    equations = derive(system);
    picture = sketch(reading.study, equations);
  }

  [[nodiscard]] std::string text(Expr e) const { return reading.text(e); }
  [[nodiscard]] std::string text(const std::vector<Expr>& place) const {
    std::string out;
    for (const Expr e : place)
      out += (out.empty() ? "" : ", ") + text(e);
    return "(" + out + ")";
  }

  /// One line for each item: `mass (x, y) m`, `rod (0, 0) (x, y)`, `arrow solid N at (x, y) along …`.
  [[nodiscard]] std::string listing() const {
    std::string out;
    for (const DrawnItem<Expr>& item : picture.items)
      out += words(item) + "\n";
    return out;
  }

  [[nodiscard]] std::string words(const DrawnItem<Expr>& item) const {
    if (const auto* mark = std::get_if<Mark<Expr>>(&item.what))
      return std::string(word(mark->kind)) + " " + text(mark->at) + (mark->mass ? " " + text(*mark->mass) : "");
    if (const auto* segment = std::get_if<Segment<Expr>>(&item.what))
      return std::string(word(segment->kind)) + " " + text(segment->from) + " " + text(segment->to);
    if (const auto* path = std::get_if<Path<Expr>>(&item.what)) {
      std::string out(word(path->kind));
      for (std::size_t i = 0; i < path->points.size(); ++i) {
        const bool is_inside = path->points.size() > 3 && i > 0 && i + 1 < path->points.size();
        if (!is_inside) out += " " + text(path->points[i]);
      }
      return out;
    }
    if (const auto* shape = std::get_if<Shape<Expr>>(&item.what))
      return std::string(word(shape->kind)) + text(shape->sizes) + " " + text(shape->at);
    if (const auto* support = std::get_if<Support<Expr>>(&item.what))
      return std::string(word(support->kind)) + " " + text(support->through) + " along " + text(support->along);
    if (const auto* arrow = std::get_if<Arrow<Expr>>(&item.what))
      return std::string(word(arrow->role)) + " " + std::string(word(arrow->standing)) + " " + arrow->of + " at " +
             text(arrow->at) + " along " + text(arrow->vector) +
             (arrow->against.empty() ? "" : " against " + text(arrow->against));
    if (const auto* arc = std::get_if<Arc<Expr>>(&item.what))
      return "arc " + std::string(word(arc->standing)) + " " + arc->of + " at " + text(arc->at) + " " +
             text(arc->value) + (arc->axis.empty() ? "" : " about " + text(arc->axis));
    if (const auto* gauge = std::get_if<Gauge<Expr>>(&item.what)) return "gauge " + gauge->of;
    if (const auto* trail = std::get_if<Trail<Expr>>(&item.what)) return "trail " + text(trail->of);
    if (const auto* lane = std::get_if<Lane<Expr>>(&item.what))
      return std::string(lane->is_angle ? "dial " : "lane ") + text(lane->value);
    return "other";
  }

  Reading reading;
  std::shared_ptr<const System> system;
  Equations equations;
  Picture picture;
};

} // namespace dalembert
