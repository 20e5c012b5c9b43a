#include <dalembert/report/validity.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

/// `a, b and 3 more are open`; empty without names.
std::string validity_clause(const std::vector<std::string>& names, std::string_view of_one, std::string_view of_several,
                            const Style& style) {
  constexpr std::size_t most = 6;
  if (names.empty()) return {};
  const std::size_t shown = std::min(most, names.size());
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == names.size() && i > 0;
    const std::string_view joint = i == 0 ? "" : is_last ? " and " : ", ";
    out += std::string(joint) + name_text(names[i], style);
  }
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return fmt::format("{} {}", out, names.size() == 1 ? of_one : of_several);
}

/// The constraints that do not act all the time: those that act in the study itself, or those that do not.
std::vector<std::string> names_of_imposed(const Study& closed, bool acts) {
  std::vector<std::string> out;
  for (const Imposed& each : closed.imposed)
    if (each.from.has_value() != acts) out.push_back(each.name);
  return out;
}

} // namespace

std::string validity(const Study& study, const Style& style) {
  if (!study.closed) return {};
  std::vector<std::string> contacts;
  for (const Contact& contact : study.closed->contacts)
    contacts.push_back(contact.name);
  std::string out;
  for (const std::string& part :
       {validity_clause(contacts, "is open", "are open", style),
        validity_clause(names_of_imposed(*study.closed, false), "is absent", "are absent", style),
        validity_clause(names_of_imposed(*study.closed, true), "acts", "act", style)})
    if (!part.empty()) out += (out.empty() ? "while " : ", ") + part;
  return out;
}

void add_validity(Page& page, const Study& study) {
  const std::string when = validity(study, page.style());
  if (!when.empty()) page.row("validity", fmt::format("what follows holds between impacts, {}", when));
}

void add_validity(Json& object, const Study& study) {
  if (!study.closed) return;
  Json out = Json::array();
  for (const Contact& contact : study.closed->contacts)
    out.push_back(Json{{"name", contact.name}, {"state", "open"}});
  for (const Imposed& each : study.closed->imposed)
    out.push_back(Json{{"name", each.name}, {"state", each.from ? "absent" : "present"}});
  if (!out.empty()) object["holds_while"] = std::move(out);
}

} // namespace report
} // namespace dalembert
