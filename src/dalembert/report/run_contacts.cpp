#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/csv.h>
#include <dalembert/report/run_contacts.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

std::string change_text(const ContactChange& change, const std::string& second, const Style& style) {
  constexpr int digits = 10;
  const std::string at = quantity_text(change.time, second, style, digits);
  if (change.kind == ContactChange::Kind::opens) return fmt::format("opens at t = {}", at);
  if (change.kind == ContactChange::Kind::closes) return fmt::format("closed from t = {}", at);
  return fmt::format("closed from t = {}, where its bounces accumulate ({} were computed, the others extrapolated)",
                     quantity_text(change.limit, second, style, digits), change.impacts);
}

/// ` and 0.3 N·s of F`: the impulses of friction at a contact.
std::string frictions_text(const Study& study, const ImpactReport& impact, std::size_t contact, const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < study.system.impacts.size(); ++i) {
    const Impact& each = study.system.impacts[i];
    if (each.friction && each.friction->of == study.contacts[contact].impact)
      out += fmt::format(" and {} of {}", quantity_text(impact.impulses[i], force_unit(each.measure), style, 6),
                         name_text(each.name, style));
  }
  return out;
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
    return quantity_text(at.report.impulses[study.contacts[contact].impact], force_unit(impact.measure), style, 6) +
           frictions_text(study, at.report, contact, style);
  };
  std::string out = count == 1 ? "struck" : fmt::format("struck {} times, first", count);
  out += fmt::format(" at t = {} with {}", quantity_text(first->report.before.t, second, style, 10), impulse(*first));
  if (count > 1)
    out += fmt::format(", last at t = {} with {}", quantity_text(last->report.before.t, second, style, 10),
                       impulse(*last));
  return out;
}

/// Of all impulses of friction, J.
double friction_work(const System& system, const ImpactReport& impact) {
  double out = 0.0;
  for (std::size_t i = 0; i < system.impacts.size(); ++i)
    if (system.impacts[i].friction) out += impact.works[i];
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
  double of_friction = 0.0;
  for (const ContactImpact& impact : result.contact_impacts) {
    work += impact.work;
    energies += std::abs(impact.report.kinetic_before);
    of_friction += friction_work(study.system, impact.report);
  }
  if (std::abs(work) <= rounding * energies) work = -0.0;
  const std::string joule = study.system.has_units ? "J" : "";
  std::string lost = fmt::format("energy {} in impacts: {}", work > 0.0 ? "gained" : "lost",
                                 quantity_text(work > 0.0 ? work : -work, joule, style, 6));
  if (std::abs(of_friction) > rounding * energies)
    lost += fmt::format(", dissipated by friction there: {}", quantity_text(-of_friction, joule, style, 6));
  page.row("", lost);
}

std::string impacts_csv(const RunReport& report) {
  const Study& study = report.study();
  const std::vector<Impact>& impacts = study.system.impacts;
  const QuantityUnits units(study.system);
  std::string out = csv_heading("t", units.time) + ",struck";
  for (const Contact& contact : study.contacts)
    out += ',' + csv_heading("impulse of " + contact.name, force_unit(impacts[contact.impact].measure));
  std::vector<std::size_t> frictions; // of what may be struck along the run
  for (std::size_t i = 0; i < impacts.size(); ++i)
    if (impacts[i].friction &&
        std::ranges::find(study.contacts, impacts[i].friction->of, &Contact::impact) != study.contacts.end())
      frictions.push_back(i);
  for (const std::size_t i : frictions)
    out += ',' + csv_heading("impulse of " + impacts[i].name, force_unit(impacts[i].measure));
  out += ',' + csv_heading("energy lost", units.energy);
  if (!frictions.empty()) out += ',' + csv_heading("energy dissipated by friction", units.energy);
  out += '\n';
  for (const ContactImpact& impact : report.result->contact_impacts) {
    std::string struck;
    for (const std::size_t c : impact.contacts)
      struck += (struck.empty() ? "" : " ") + study.contacts[c].name;
    out += fmt::format("{},{}", impact.report.before.t, csv_field(struck));
    for (const Contact& contact : study.contacts)
      out += fmt::format(",{}", impact.report.impulses[contact.impact]);
    for (const std::size_t i : frictions)
      out += fmt::format(",{}", impact.report.impulses[i]);
    out += fmt::format(",{}", 0.0 - impact.work);
    if (!frictions.empty()) out += fmt::format(",{}", 0.0 - friction_work(study.system, impact.report));
    out += '\n';
  }
  return out;
}

} // namespace report
} // namespace dalembert
