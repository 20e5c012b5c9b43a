#include <dalembert/printing/json.h>
#include <dalembert/report/picture_page.h>
#include <dalembert/report/scene_json.h>

namespace dalembert {
inline namespace report {

std::string picture_json(const PicturePage& page) {
  Json out{{"schema", "dalembert.scene/1"}, {"model", page.study->system.name}};
  out.update(scene_object(page.scene, page.study->system.has_units, *page.sources));
  Json times = Json::array();
  Json rows = Json::array();
  for (const std::size_t shown : page.shown) {
    times.push_back(page.frames.times[shown]);
    rows.push_back(page.frames.rows[shown]);
  }
  out["times"] = std::move(times);
  out["rows"] = std::move(rows);
  if (!page.failure.empty()) out["failure"] = page.failure;
  out["diagnostics"] = diagnostic_list(page.diagnostics, *page.sources);
  return printed(out);
}

} // namespace report
} // namespace dalembert
