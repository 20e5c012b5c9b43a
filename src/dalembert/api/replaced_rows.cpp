#include <dalembert/api/replaced_rows.h>
#include <dalembert/derivation/vanishing_constraints.h>

#include <algorithm>
#include <cstddef>
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
  for (std::size_t i = 0; i < replaced.size();) {
    const SourceSpan& statement = study.system.constraints[replaced[i].constraint].statement;
    std::size_t end = i + 1; // of the rows of one statement, which `for` or an index makes many
    while (end < replaced.size() && study.system.constraints[replaced[end].constraint].statement == statement)
      ++end;
    Diagnostic& said = found.emplace_back(explain_replaced(study.system, replaced[i], end - i - 1));
    const bool is_single = std::ranges::count(study.system.constraints, statement, &Constraint::statement) == 1;
    const bool is_indexed = !study.system.constraints[replaced[i].constraint].member.family.empty();
    if (is_single && !is_indexed && replaced[i].shorter.size() == 1)
      if (const auto place = place_of_equation(sources, statement, replaced[i].written))
        said.edit = Edit{*place, replaced[i].shorter.front()};
    i = end;
  }
}

} // namespace api
} // namespace dalembert
