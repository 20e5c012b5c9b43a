#include <dalembert/painter/hatching.h>

#include <cmath>

namespace dalembert {
inline namespace painter {

void draw_hatched_line(Sheet& sheet, const Spot& a, const Spot& b, const Spot& side, double depth,
                       const std::string& colour, double phase) {
  const double spacing = depth;
  const double length = norm(b - a);
  const Spot along = unit(b - a);
  Outline strokes;
  const double first = spacing * std::ceil(phase / spacing) - phase; // of the strokes at whole multiples of the spacing
  constexpr int most = 2000;
  for (int i = 0; i < most; ++i) {
    const double s = (phase == 0.0 ? 0.5 * spacing : first) + spacing * i;
    if (s > length) break;
    const Spot foot = a + s * along;
    strokes.move(foot).line(foot + depth * side - std::min(depth, s) * along);
  }
  sheet.stroke(strokes, colour, 0.8 * sheet.pen());
  sheet.stroke(Outline().move(a).line(b), colour, 1.5 * sheet.pen());
}

} // namespace painter
} // namespace dalembert
