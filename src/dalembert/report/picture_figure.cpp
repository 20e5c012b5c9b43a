#include <dalembert/painter/extent.h>
#include <dalembert/painter/film_svg.h>
#include <dalembert/painter/picture_svg.h>
#include <dalembert/report/picture_figure.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace report {

namespace {

constexpr std::size_t strip_instants = 6;
constexpr std::size_t many_things = 60; ///< with more a film shows no forces and no names, and has fewer frames
constexpr std::size_t least_frames = 24;

std::string figure(std::string_view cls, const std::string& svg, const std::string& caption) {
  return fmt::format("<figure class=\"{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n", cls, svg, caption);
}

PictureOptions options_of(const PicturePage& page) {
  PictureOptions out;
  out.width = 480.0; // px: two stand side by side, and the words of one can be read on a phone
  out.height = 340.0;
  if (!page.study->system.has_units) out.length_unit.clear();
  return out;
}

bool has_arrows(const Scene& scene) {
  return std::ranges::any_of(scene.items, [](const DrawnItem<SceneNumber>& item) {
    return std::holds_alternative<Arrow<SceneNumber>>(item.what) || std::holds_alternative<Arc<SceneNumber>>(item.what);
  });
}

/// `t = 0.4 s`
std::string instant_text(const PicturePage& page, double time) {
  return fmt::format("{} = {}", formula("t", html_style()),
                     quantity_text(time, page.study->system.has_units ? "s" : "", html_style(), 4));
}

/// True where a column of the scene changes along the frames.
bool is_moving(const SceneFrames& frames) {
  return std::ranges::any_of(frames.rows,
                             [&frames](const std::vector<double>& row) { return row != frames.rows.front(); });
}

bool stands_beside(const DrawnItem<SceneNumber>& item) {
  return std::holds_alternative<Gauge<SceneNumber>>(item.what) || std::holds_alternative<Lane<SceneNumber>>(item.what);
}

/// True where the scene is more than bars and rulers.
bool has_view(const Scene& scene) {
  return !std::ranges::all_of(scene.items, stands_beside);
}

/// The scene without bars and rulers beside the view, which a small picture has no room for; itself where it is nothing
/// else.
Scene view_alone(const Scene& scene) {
  Scene out = scene;
  std::erase_if(out.items, stands_beside);
  return out.items.empty() ? scene : out;
}

/// The box that holds two boxes: what the run never came to may stand outside of its bounds.
Bounds united(Bounds a, const Bounds& b) {
  for (std::size_t k = 0; k < a[0].size(); ++k) {
    a[0].at(k) = std::min(a[0].at(k), b[0].at(k));
    a[1].at(k) = std::max(a[1].at(k), b[1].at(k));
  }
  return a;
}

std::string missing(const Scene& scene) {
  if (scene.not_drawn.empty()) return {};
  std::string rows;
  for (const NotDrawn& each : scene.not_drawn) {
    rows += fmt::format("<li>{}: {}", html_text(each.what), html_text(each.because));
    if (!each.suggest.empty()) rows += fmt::format("; <code>{}</code> would show it", html_text(each.suggest));
    rows += "</li>\n";
  }
  return fmt::format("<details class=\"missing\"><summary>Not in the picture</summary>\n<ul>\n{}</ul>\n</details>\n",
                     rows);
}

} // namespace

std::string picture_figures(const PicturePage& page) {
  const SceneFrames& frames = page.frames;
  if (frames.rows.empty() || page.scene.items.empty()) return {};
  PictureOptions first = options_of(page);
  first.values = true;
  first.title = "the system at its start";
  std::string out = "<div class=\"pictures\">\n";
  out += figure("picture", picture_svg(page.scene, {frames.times.front(), frames.rows.front()}, &frames, first),
                fmt::format("At {}{}.", html_text(instant_text(page, frames.times.front())),
                            page.has_forces && has_arrows(page.scene) ? ", with the forces that act" : ""));
  if (frames.rows.size() > 1 && is_moving(frames)) {
    PictureOptions film = options_of(page);
    film.arrows = ArrowsShown::reactions;
    film.title = "film of the motion";
    if (const std::size_t things = page.scene.items.size(); things > many_things) {
      film.arrows = ArrowsShown::none;
      film.labels = false;
      film.film_frames = std::max(least_frames, film.film_frames * many_things / things);
    }
    constexpr std::size_t longest = 600'000; // characters; a film of thousands of things is no part of a page
    if (const std::string text = film_svg(page.scene, frames, film); text.size() <= longest)
      out += figure("picture film", text,
                    fmt::format("The motion from {} to {}.", html_text(instant_text(page, frames.times.front())),
                                html_text(instant_text(page, frames.times.back()))));
    PictureOptions strip = options_of(page);
    strip.arrows = ArrowsShown::none;
    strip.labels = false;
    strip.width = 720.0; // of all instants
    strip.height = 480.0;
    strip.title = "six instants of the motion";
    const std::vector<std::size_t> shown = spaced_frames(frames, strip_instants);
    out += figure("picture strip", strip_svg(view_alone(page.scene), frames, shown, strip), "Instants of the motion.");
  }
  return out + "</div>\n" + missing(page.scene);
}

std::string small_picture(const PicturePage& page, const std::vector<double>& row) {
  PictureOptions small = options_of(page);
  constexpr double width = 180.0;
  constexpr double height = 120.0;
  small.width = width;
  small.height = height;
  small.arrows = ArrowsShown::none;
  small.labels = false;
  small.scale_bars = false;
  Scene scene = view_alone(page.scene);
  if (!has_view(scene)) return {}; // dials and rulers cannot be read in this size
  scene.bounds = united(scene.bounds, bounds_of(scene, {{0.0}, {row}}));
  return picture_svg(scene, {0.0, row}, &page.frames, small);
}

} // namespace report
} // namespace dalembert
