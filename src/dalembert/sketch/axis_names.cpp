#include <dalembert/sketch/axis_names.h>

#include <cctype>

namespace dalembert {
inline namespace sketching {

namespace {

bool is_axis(char c) {
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower == 'x' || lower == 'y' || lower == 'z';
}

AxisName named(char letter, std::string tag) {
  const bool is_upper = std::isupper(static_cast<unsigned char>(letter)) != 0;
  return {static_cast<char>(std::tolower(static_cast<unsigned char>(letter))), (is_upper ? "^" : "") + std::move(tag)};
}

} // namespace

std::vector<AxisName> axis_names(std::string_view name) {
  const std::size_t bracket = name.find('[');
  const std::string_view stem = name.substr(0, bracket);
  const std::string index(bracket == std::string_view::npos ? std::string_view() : name.substr(bracket));
  std::vector<AxisName> out;
  if (stem.empty()) return out;
  if (is_axis(stem.front())) out.push_back(named(stem.front(), std::string(stem.substr(1)) + index));
  if (stem.size() > 1 && is_axis(stem.back()))
    out.push_back(named(stem.back(), std::string(stem.substr(0, stem.size() - 1)) + "." + index));
  return out;
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names)
    out += (out.empty() ? "" : ", ") + name;
  return out;
}

} // namespace sketching
} // namespace dalembert
