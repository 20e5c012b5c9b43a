#include <dalembert/analysis/facts.h>
#include <dalembert/printing/family.h>
#include <dalembert/report/system_words.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

using Class = ConstraintNature::Class;

/// `three`, `40`.
std::string number_word(std::size_t count) {
  static constexpr std::array<std::string_view, 13> words{"no",    "one",   "two",  "three", "four",   "five",  "six",
                                                          "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  return count < words.size() ? std::string(words.at(count)) : std::to_string(count);
}

/// `two constraints`, `one degree of freedom`.
std::string counted_words(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number_word(count), count == 1 ? one : many);
}

/// `a, b and c`.
std::string listed(const std::vector<std::string>& all) {
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i)
    out += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i];
  return out;
}

/// Names of declarations, families as ranges; of many the first, and a count.
template <typename Item, typename Alike>
std::string names_of(const std::vector<Item>& items, const Alike& alike) {
  constexpr std::size_t most = 8;
  const std::vector<FamilyRun> runs = family_runs(items, alike);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, runs.size()); ++i)
    names.push_back(html_text(run_name(items[runs[i].begin], items[runs[i].end - 1], html_style())));
  if (runs.size() > most) names.push_back(fmt::format("{} more", runs.size() - most));
  return listed(names);
}

template <typename Item>
std::string names_of(const std::vector<Item>& items) {
  return names_of(items, [](std::size_t, std::size_t) { return true; });
}

std::string coordinates_sentence(const System& system) {
  const std::size_t n = system.coordinates.size();
  return fmt::format("The configuration is described by {}, {}.", counted_words(n, "coordinate", "coordinates"),
                     names_of(system.coordinates));
}

/// `non-holonomic`: what a constraint is called in a sentence.
std::string_view kind_words(Class cls) {
  switch (cls) {
  case Class::holonomic:
    return "holonomic";
  case Class::nonholonomic:
    return "non-holonomic";
  case Class::integrable:
    return "written in the velocities but integrable, that is holonomic";
  case Class::undecided:
    return "not decided to be integrable or not";
  }
  return "";
}

/// `Two constraints act: both are non-holonomic; one changes with time.`
std::string constraints_sentence(const Overview& overview) {
  const std::size_t count = overview.study->system.constraints.size();
  if (count == 0) return "No constraint acts.";
  std::vector<std::string> kinds;
  std::size_t with_kind = 0;
  for (const Class cls : {Class::holonomic, Class::integrable, Class::nonholonomic, Class::undecided}) {
    const auto of_kind = static_cast<std::size_t>(std::ranges::count(overview.natures, cls, &ConstraintNature::cls));
    if (of_kind == 0) continue;
    ++with_kind;
    kinds.push_back(fmt::format("{} {}", number_word(of_kind), kind_words(cls)));
  }
  const auto moving = static_cast<std::size_t>(
      std::ranges::count_if(overview.natures, [](const ConstraintNature& nature) { return nature.is_rheonomic; }));
  const auto nonlinear = static_cast<std::size_t>(
      std::ranges::count_if(overview.natures, [](const ConstraintNature& nature) { return nature.is_nonlinear; }));
  std::string out = counted_words(count, "constraint acts", "constraints act");
  if (with_kind == 1 && !overview.natures.empty()) {
    const Class cls = overview.natures.front().cls;
    out += fmt::format(": {} {}", count == 1 ? "it is" : count == 2 ? "both are" : "all are", kind_words(cls));
  } else if (with_kind > 1) {
    out += ": " + listed(kinds);
  }
  if (moving > 0)
    out += fmt::format("; {} with time",
                       moving == count && count == 1 ? "it changes" : counted_words(moving, "changes", "change"));
  if (nonlinear > 0) out += fmt::format("; {} nonlinear in the velocities", counted_words(nonlinear, "is", "are"));
  return upper_first(out) + ".";
}

std::string freedom_sentence(const Overview& overview) {
  if (!overview.degrees_of_freedom) return {};
  const auto free = static_cast<std::size_t>(*overview.degrees_of_freedom);
  const bool is_constrained = !overview.study->system.constraints.empty();
  std::string out = fmt::format("{} {}", is_constrained ? "This leaves" : "The system has",
                                counted_words(free, "degree of freedom", "degrees of freedom"));
  if (overview.independent_initial_values)
    out += fmt::format("; a motion is fixed by {}",
                       counted_words(static_cast<std::size_t>(*overview.independent_initial_values), "initial value",
                                     "initial values"));
  return out + ".";
}

bool has_energy(const System& system, EnergyKind kind) {
  return std::ranges::any_of(system.energies, [kind](const EnergyTerm& term) { return term.kind == kind; });
}

/// `Forces with a potential, dissipation and the applied forces F and G act on it.`
std::string forces_sentence(const System& system) {
  std::vector<std::string> acting;
  if (has_energy(system, EnergyKind::potential)) acting.emplace_back("forces with a potential");
  if (has_energy(system, EnergyKind::dissipation)) acting.emplace_back("dissipative forces");
  if (!system.forces.empty())
    acting.push_back(
        fmt::format("the applied {} {}", system.forces.size() == 1 ? "force" : "forces", names_of(system.forces)));
  if (!system.frictions.empty()) acting.push_back(fmt::format("the Coulomb friction {}", names_of(system.frictions)));
  if (acting.empty())
    return has_energy(system, EnergyKind::lagrangian) ? "Its forces follow from the Lagrangian that is given."
           : system.constraints.empty()               ? "No force acts on it."
                                                      : "No force acts on it but those of its constraints.";
  const bool is_one = acting.size() == 1 && system.forces.size() + system.frictions.size() == 1;
  return upper_first(fmt::format("{} {} on it.", listed(acting), is_one ? "acts" : "act"));
}

std::string inputs_sentence(const System& system) {
  std::vector<Parameter> inputs;
  std::ranges::copy_if(system.parameters, std::back_inserter(inputs), &Parameter::is_input);
  if (inputs.empty()) return {};
  return fmt::format("{} {} {}.", inputs.size() == 1 ? "Its input" : "Its inputs", inputs.size() == 1 ? "is" : "are",
                     names_of(inputs));
}

std::string impacts_sentence(const System& system) {
  if (system.impacts.empty()) return {};
  std::vector<Impact> struck;
  std::vector<Impact> frictions;
  for (const Impact& impact : system.impacts)
    (impact.friction ? frictions : struck).push_back(impact);
  const std::string with =
      frictions.empty() ? std::string() : fmt::format(", with the Coulomb friction {}", names_of(frictions));
  return fmt::format("At the initial instant {} {}: {}{}.", counted_words(struck.size(), "impact", "impacts"),
                     struck.size() == 1 ? "happens" : "happen", names_of(struck), with);
}

std::string contacts_sentence(const Study& study) {
  if (!study.closed || study.closed->contacts.empty()) return {};
  std::vector<Impact> impacts; // one for each contact, with its name
  for (const Contact& contact : study.closed->contacts)
    impacts.push_back(study.closed->system.impacts[contact.impact]);
  const bool is_one = impacts.size() == 1;
  return fmt::format("The equations hold while the {} {} {} open.", is_one ? "contact" : "contacts", names_of(impacts),
                     is_one ? "is" : "are");
}

std::string imposed_sentence(const Study& study) {
  if (!study.closed || study.closed->imposed.empty()) return {};
  std::vector<Constraint> absent;
  std::vector<Constraint> present;
  for (const Imposed& each : study.closed->imposed)
    (each.from ? absent : present).push_back(study.closed->system.constraints[each.constraint]);
  std::string out = "The equations hold";
  if (!absent.empty()) out += fmt::format(" until {} {} imposed", names_of(absent), absent.size() == 1 ? "is" : "are");
  if (!present.empty())
    out += fmt::format("{} until {} {} released", absent.empty() ? "" : " and", names_of(present),
                       present.size() == 1 ? "is" : "are");
  return out + ".";
}

std::string time_sentence(const FactSet& facts) {
  const auto* const time = facts.find<TimeDependence>();
  if (time == nullptr || !time->is_rheonomic) return {};
  return time->drops_out ? "Time appears explicitly, but drops out of the equations of motion."
                         : "Time appears explicitly.";
}

} // namespace

std::string upper_first(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 32);
  return text;
}

std::string system_words(const Overview& overview, const FactSet& facts) {
  const System& system = overview.study->system;
  std::string out;
  for (const std::string& sentence :
       {coordinates_sentence(system), constraints_sentence(overview), freedom_sentence(overview),
        forces_sentence(system), inputs_sentence(system), impacts_sentence(system), contacts_sentence(*overview.study),
        imposed_sentence(*overview.study), time_sentence(facts)})
    if (!sentence.empty()) out += (out.empty() ? "" : " ") + sentence;
  return out;
}

} // namespace report
} // namespace dalembert
