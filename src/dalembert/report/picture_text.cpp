#include <dalembert/painter/picture_svg.h>
#include <dalembert/report/picture_page.h>

namespace dalembert {
inline namespace report {

std::string picture_text(const PicturePage& page, PictureOptions options) {
  const System& system = page.study->system;
  if (!system.has_units) options.length_unit.clear();
  if (options.title.empty()) options.title = system.title.empty() ? system.name : system.title;
  if (page.shown.size() > 1) return strip_svg(page.scene, page.frames, page.shown, options);
  const std::size_t shown = page.shown.front();
  return picture_svg(page.scene, {page.frames.times[shown], page.frames.rows[shown]}, &page.frames, options);
}

} // namespace report
} // namespace dalembert
