#include <dalembert/api/layout.h>
#include <dalembert/api/output.h>

#include <nlohmann/json.hpp>

namespace dalembert {
inline namespace api {

Layout layout(Session& session) {
  Layout out;
  out.text = session.formatted();
  out.is_changed = out.text != session.sources().text(0);
  return out;
}

void replace_file(const std::string& path, const std::string& text) {
  write_file(path, text);
}

std::string layout_json(const Layout& layout) {
  nlohmann::ordered_json out{{"schema", "dalembert.fmt/1"}, {"changed", layout.is_changed}, {"text", layout.text}};
  out["diagnostics"] = nlohmann::ordered_json::array();
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace api
} // namespace dalembert
