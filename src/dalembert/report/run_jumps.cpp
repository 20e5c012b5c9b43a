#include <dalembert/report/run_jumps.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

/// `slides on ẋ = 0 from t = 1.2 s (Filippov)`, `crosses it at t = 2 s`.
std::string jump_change_text(const JumpChange& change, const JumpName& name, const std::string& second,
                             const Style& style) {
  constexpr int digits = 10;
  const std::string at = quantity_text(change.time, second, style, digits);
  if (change.kind == JumpChange::Kind::crosses) return fmt::format("jumps at t = {}", at);
  if (change.kind == JumpChange::Kind::leaves) return fmt::format("leaves it at t = {}", at);
  if (!name.is_of_zero)
    return fmt::format("slides on a step of {} from t = {} (Filippov)", formula(name.surface, style), at);
  return fmt::format("slides on {} from t = {} (Filippov)", formula(name.surface + " = 0", style), at);
}

} // namespace

void add_jumps(Page& page, const RunReport& report) {
  constexpr std::size_t most_changes = 4;
  const Style& style = page.style();
  const std::string second = report.study().system.has_units ? "s" : "";
  std::string_view label = "jumps";
  for (std::size_t k = 0; k < report.result->jumps.size(); ++k) {
    const JumpName& name = report.result->jumps[k];
    std::vector<JumpChange> changes;
    std::ranges::copy_if(report.result->jump_changes, std::back_inserter(changes),
                         [k](const JumpChange& change) { return change.jump == k; });
    std::string out = formula(name.text, style) + "  ";
    if (changes.empty()) out += "does not jump in this run";
    for (std::size_t i = 0; i < std::min(most_changes, changes.size()); ++i)
      out += (i > 0 ? "; " : "") + jump_change_text(changes[i], name, second, style);
    if (changes.size() > most_changes)
      out += fmt::format("; and {} more, the last: {}", changes.size() - most_changes,
                         jump_change_text(changes.back(), name, second, style));
    page.row(label, out);
    label = "";
  }
}

std::string_view jump_word(JumpChange::Kind kind) {
  switch (kind) {
  case JumpChange::Kind::crosses:
    return "crosses";
  case JumpChange::Kind::slides:
    return "slides";
  case JumpChange::Kind::leaves:
    return "leaves";
  }
  return "";
}

} // namespace report
} // namespace dalembert
