#pragma once

#include <string>
#include <vector>

namespace dalembert {
inline namespace painter {

/// A point or a vector of the page, in pixels, y downward.
struct Spot {
  double x = 0.0;
  double y = 0.0;

  friend Spot operator+(const Spot& a, const Spot& b) { return {a.x + b.x, a.y + b.y}; }
  friend Spot operator-(const Spot& a, const Spot& b) { return {a.x - b.x, a.y - b.y}; }
  friend Spot operator*(double k, const Spot& a) { return {k * a.x, k * a.y}; }
};

[[nodiscard]] double norm(const Spot& a);
/// The direction of `a`, to the right where it has none.
[[nodiscard]] Spot unit(const Spot& a);
/// `a` turned by a right angle, clockwise as seen.
[[nodiscard]] Spot turned(const Spot& a);

/// A path on the page. Two outlines of one form differ in their numbers alone, so that one can run into the other.
class Outline {
public:
  Outline& move(const Spot& to);
  Outline& line(const Spot& to);
  Outline& curve(const Spot& first, const Spot& second, const Spot& to); ///< cubic
  Outline& close();
  Outline& circle(const Spot& centre, double radius);
  /// Goes along `centre + cos(a)·u + sin(a)·v` from a = `from` to `to`; begins there where nothing was begun.
  Outline& arc(const Spot& centre, const Spot& u, const Spot& v, double from, double to);
  Outline& ellipse(const Spot& centre, const Spot& u, const Spot& v);
  Outline& polygon(const std::vector<Spot>& points);
  Outline& polyline(const std::vector<Spot>& points);

  [[nodiscard]] bool is_empty() const { return form_.empty(); }
  /// One letter for each step.
  [[nodiscard]] const std::string& form() const { return form_; }
  [[nodiscard]] const std::vector<double>& numbers() const { return numbers_; }
  /// False where a number is not finite, or so far from the page that browsers do not draw it.
  [[nodiscard]] bool is_drawable() const;
  /// The data of an SVG path, with at most `decimals` digits behind the point.
  [[nodiscard]] std::string text(int decimals) const;
  /// Points on the path, at most `step` pixels from one to the next.
  [[nodiscard]] std::vector<Spot> samples(double step) const;

private:
  void take(const Spot& spot);

  std::string form_;
  std::vector<double> numbers_;
};

/// Prints a length in pixels with at most `decimals` digits behind the point, without zeros at the end.
[[nodiscard]] std::string pixels(double value, int decimals = 2);

} // namespace painter
} // namespace dalembert
