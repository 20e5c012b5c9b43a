#include <dalembert/elaborate/meaning/function_names.h>
#include <dalembert/expr/function.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::array<std::string_view, 8> roots{"sqrt", "cbrt", "hypot", "pow", "log10", "log2", "exp2", "expm1"};
constexpr std::array<std::string_view, 4> vectors{"dot", "cross", "norm", "unit"};
constexpr std::array<std::string_view, 4> of_bodies{"pos", "vel", "acc", "omega"};
constexpr std::array<std::string_view, 4> histories{"work", "lost", "impulse", "drift"};

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

FunctionKind function_kind(std::string_view name) {
  if (name == "der" || name == "ddt" || name == "d") return FunctionKind::derivative;
  if (contains(histories, name)) return FunctionKind::history;
  if (contains(vectors, name)) return FunctionKind::vector;
  if (contains(of_bodies, name)) return FunctionKind::of_bodies;
  if (contains(roots, name)) return FunctionKind::root;
  return function_named(name) ? FunctionKind::real : FunctionKind::none;
}

bool is_function(std::string_view name) {
  return function_kind(name) != FunctionKind::none;
}

bool is_mathematical_function(std::string_view name) {
  const FunctionKind kind = function_kind(name);
  return kind == FunctionKind::real || kind == FunctionKind::root || kind == FunctionKind::vector;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names{"der", "ddt", "d"};
  for (int f = 0; f < function_count; ++f)
    names.emplace_back(dalembert::name(static_cast<Function>(f)));
  names.insert(names.end(), roots.begin(), roots.end());
  names.insert(names.end(), vectors.begin(), vectors.end());
  names.insert(names.end(), histories.begin(), histories.end());
  return names;
}

} // namespace elaboration
} // namespace dalembert
