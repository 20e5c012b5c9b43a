#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dalembert {

/// The models of the repository that teach, and those of the literature, by path.
inline std::vector<std::filesystem::path> all_models() {
  std::vector<std::filesystem::path> out;
  for (const char* const folder :
       {"models/seeds", "models/gallery", "tests/truth/literature", "tests/golden/models", "tests/pictures/textbook"})
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(DALEMBERT_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".mech") out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream out;
  out << file.rdbuf();
  return out.str();
}

/// The text of a model without its `draw` and `animate` statements, each of which begins a line; what continues one is
/// indented.
inline std::string without_drawings(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  std::string line;
  bool is_inside = false;
  while (std::getline(in, line)) {
    const bool begins = line.rfind("draw ", 0) == 0 || line.rfind("animate", 0) == 0;
    const bool goes_on = is_inside && !line.empty() && (line.front() == ' ' || line.front() == '}');
    is_inside = begins || goes_on;
    if (!is_inside) out += line + "\n";
  }
  return out;
}

} // namespace dalembert
