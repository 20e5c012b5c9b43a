#include <dalembert/painter/item_words.h>

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace dalembert {
inline namespace painter {

namespace {

struct KindWord {
  template <class What>
  std::string operator()(const What& what) const {
    if constexpr (requires { word(what.kind); }) return std::string(word(what.kind));
    return {};
  }
  std::string operator()(const Surface<SceneNumber>&) const { return "surface"; }
  std::string operator()(const Arrow<SceneNumber>&) const { return "arrow"; }
  std::string operator()(const Arc<SceneNumber>&) const { return "moment"; }
  std::string operator()(const Gauge<SceneNumber>&) const { return "gauge"; }
  std::string operator()(const Trail<SceneNumber>&) const { return "trail"; }
  std::string operator()(const Axes<SceneNumber>&) const { return "axes"; }
  std::string operator()(const AngleMark<SceneNumber>&) const { return "angle"; }
  std::string operator()(const Lane<SceneNumber>&) const { return "coordinate"; }
};

} // namespace

std::string item_words(const DrawnItem<SceneNumber>& item) {
  return item.name.empty() ? std::visit(KindWord{}, item.what) : item.name;
}

std::string scene_words(const Scene& scene) {
  std::vector<std::pair<std::string, int>> found; // words and how many items they stand for
  for (const DrawnItem<SceneNumber>& item : scene.items) {
    const std::string kind = std::visit(KindWord{}, item.what);
    std::string words = item.name.empty() ? kind : fmt::format("{} {}", kind, item.name);
    if (!found.empty() && found.back().first == words)
      ++found.back().second;
    else
      found.emplace_back(std::move(words), 1);
  }
  constexpr std::size_t most = 40;
  std::string out;
  for (std::size_t i = 0; i < found.size() && i < most; ++i) {
    const auto& [words, count] = found[i];
    out += fmt::format("{}{}{}", i == 0 ? "" : ", ", words, count > 1 ? fmt::format(" ({} times)", count) : "");
  }
  return found.size() > most ? out + ", and more" : out;
}

} // namespace painter
} // namespace dalembert
