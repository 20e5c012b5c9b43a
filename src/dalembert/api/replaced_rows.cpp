#include <dalembert/api/replaced_rows.h>
#include <dalembert/derivation/vanishing_constraints.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

/// Where the equation stands in its statement; nothing where it stands there in other words, as in `for`.
std::optional<SourceSpan> place_of_equation(const SourceMap& sources, const SourceSpan& statement,
                                            std::string_view equation) {
  const std::string_view whole = sources.text(statement);
  const std::size_t at = whole.find(equation);
  if (at == std::string_view::npos || whole.find(equation, at + 1) != std::string_view::npos) return std::nullopt;
  const auto begin = static_cast<std::uint32_t>(statement.begin + at);
  return SourceSpan{statement.file, begin, begin + static_cast<std::uint32_t>(equation.size())};
}

} // namespace

void replace_vanishing_rows(Study& study, const SourceMap& sources, std::vector<Diagnostic>& found) {
  const std::size_t count = study.system.constraints.size();
  const bool may_add = study.closed == nullptr; // its further rows come after these
  const std::vector<ReplacedConstraint> replaced = replace_vanishing_constraints(study.system, count, may_add);
  if (replaced.empty()) return;
  if (study.closed) {
    auto closed = std::make_shared<Study>(*study.closed);
    static_cast<void>(replace_vanishing_constraints(closed->system, count, may_add)); // these begin with the same rows
    study.closed = std::move(closed);
  }
  for (const ReplacedConstraint& row : replaced) {
    Diagnostic& said = found.emplace_back(explain_replaced(study.system, row));
    if (row.shorter.size() != 1) continue;
    if (const auto place = place_of_equation(sources, study.system.constraints[row.constraint].statement, row.written))
      said.edit = Edit{*place, row.shorter.front()};
  }
}

} // namespace api
} // namespace dalembert
