#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/csv.h>
#include <dalembert/report/run_contacts.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace dalembert::inline report {

namespace {

std::string change_text(const ContactChange& change, const std::string& second, const Style& style) {
  constexpr int digits = 10;
  const std::string at = quantity_text(change.time, second, style, digits);
  if (change.kind == ContactChange::Kind::opens) return fmt::format("opens at t = {}", at);
  if (change.kind == ContactChange::Kind::closes) return fmt::format("closed from t = {}", at);
  return fmt::format("closed from t = {}, where its bounces accumulate ({} were computed, the others extrapolated)",
                     quantity_text(change.limit, second, style, digits), change.impacts);
}

/// `struck 7 times, first at t = 1 s with 2 N·s, last at t = 3 s with 0.5 N·s`.
std::string impacts_text(const RunReport& report, std::size_t contact, const Style& style) {
  const Study& study = report.study();
  const std::string second = study.system.has_units ? "s" : "";
  const Impact& impact = study.system.impacts[study.contacts[contact].impact];
  std::size_t count = 0;
  const ContactImpact* first = nullptr;
  const ContactImpact* last = nullptr;
  for (const ContactImpact& each : report.result->contact_impacts) {
    if (std::ranges::find(each.contacts, contact) == each.contacts.end()) continue;
    ++count;
    if (first == nullptr) first = &each;
    last = &each;
  }
  if (count == 0) return {};
  const auto impulse = [&](const ContactImpact& at) {
    return quantity_text(at.report.impulses[study.contacts[contact].impact], force_unit(impact.measure), style, 6);
  };
  std::string out = count == 1 ? "struck" : fmt::format("struck {} times, first", count);
  out += fmt::format(" at t = {} with {}", quantity_text(first->report.before.t, second, style, 10), impulse(*first));
  if (count > 1)
    out += fmt::format(", last at t = {} with {}", quantity_text(last->report.before.t, second, style, 10),
                       impulse(*last));
  return out;
}

} // namespace

void add_contacts(Page& page, const RunReport& report) {
  constexpr std::size_t most_changes = 4;
  const Style& style = page.style();
  const Study& study = report.study();
  const RunResult& result = *report.result;
  const std::string second = study.system.has_units ? "s" : "";
  std::string_view label = "contacts";
  for (std::size_t c = 0; c < study.contacts.size(); ++c) {
    const Contact& contact = study.contacts[c];
    std::vector<std::string> parts;
    if (std::string impacts = impacts_text(report, c, style); !impacts.empty()) parts.push_back(std::move(impacts));
    std::vector<const ContactChange*> changes;
    for (const ContactChange& change : result.contact_changes)
      if (change.contact == c) changes.push_back(&change);
    for (std::size_t i = 0; i < std::min(most_changes, changes.size()); ++i)
      parts.push_back(change_text(*changes[i], second, style));
    if (changes.size() > most_changes)
      parts.push_back(fmt::format("and {} more changes", changes.size() - most_changes));
    std::string out = fmt::format("{} ({})  ", name_text(contact.name, style), formula(contact.text, style));
    for (std::size_t i = 0; i < parts.size(); ++i)
      out += (i > 0 ? "; " : "") + parts[i];
    if (parts.empty()) out += "open all the time";
    page.row(label, out);
    label = "";
  }
  if (result.contact_impacts.empty()) return;
  constexpr double rounding = 1e-13; // of the energies of the impacts
  double work = 0.0;
  double energies = 0.0;
  for (const ContactImpact& impact : result.contact_impacts) {
    work += impact.work;
    energies += std::abs(impact.report.kinetic_before);
  }
  if (std::abs(work) <= rounding * energies) work = -0.0;
  page.row(
      "", fmt::format("energy lost in impacts: {}", quantity_text(-work, study.system.has_units ? "J" : "", style, 6)));
}

std::string impacts_csv(const RunReport& report) {
  const Study& study = report.study();
  const std::vector<Impact>& impacts = study.system.impacts;
  const QuantityUnits units(study.system);
  std::string out = csv_heading("t", units.time) + ",struck";
  for (const Contact& contact : study.contacts)
    out += ',' + csv_heading("impulse of " + contact.name, force_unit(impacts[contact.impact].measure));
  out += ',' + csv_heading("energy lost", units.energy) + '\n';
  for (const ContactImpact& impact : report.result->contact_impacts) {
    std::string struck;
    for (const std::size_t c : impact.contacts)
      struck += (struck.empty() ? "" : " ") + study.contacts[c].name;
    out += fmt::format("{},{}", impact.report.before.t, csv_field(struck));
    for (const Contact& contact : study.contacts)
      out += fmt::format(",{}", impact.report.impulses[contact.impact]);
    out += fmt::format(",{}\n", 0.0 - impact.work);
  }
  return out;
}

} // namespace dalembert::inline report
