#include <dalembert/elaborate/declaring/open_definitions.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

bool OpenDefinitions::report_circle(const Symbol& symbol, const DeclaredName& definition,
                                    Complaints& complaints) const {
  const auto start = std::ranges::find(open_, &definition, &Entry::definition);
  if (start == open_.end()) return false;
  std::string circle;
  for (auto it = start; it != open_.end(); ++it)
    circle += member_name(it->symbol->name, it->definition->index) + " → ";
  const std::string own = member_name(symbol.name, definition.index);
  Diagnostic& made =
      complaints.error("E0203", definition.span, fmt::format("`{}` is defined through itself: {}{}", own, circle, own));
  for (auto it = start + 1; it != open_.end(); ++it)
    made.labels.push_back({it->definition->span, fmt::format("`{}` is part of the cycle", it->symbol->name)});
  return true;
}

} // namespace elaboration
} // namespace dalembert
