#include <dalembert/report/analyse_sections.h>
#include <dalembert/report/sections.h>

#include <stdexcept>

namespace dalembert {

void add_facts(Page& page, const AnalysisReport& report) {
  FactWriter writer(page, *report.overview.equations);
  add_kinetic_split(writer, report.facts);
  add_koenig(writer);
  add_mass_matrix(writer, report.facts.mass);
  add_momenta(writer, report.facts);
  add_energy(writer, report.facts.energy);
  add_symmetries(writer, report.symmetries);
  add_momentum_equations(writer, report.momenta);
  add_fictitious(writer, report.facts.fictitious);
  if (report.centrifugal) add_centrifugal_effect(page, *report.centrifugal);
  if (report.effective) add_effective_potential(writer, *report.effective);
  add_symbolic_motions(writer, report.symbolic);
  add_steady_states(writer, report.steady);
  if (!report.steady_note.empty()) page.row("steady states", report.steady_note);
  for (const std::string& note : report.steady_notes)
    page.row("not examined", note);
}

std::string analyse_text(const AnalysisReport& report, const Style& style) {
  const Overview& overview = report.overview;
  if (overview.equations == nullptr) throw std::invalid_argument("analyse_text needs the equations");
  Page page(style);
  add_title(page, overview.study->system);
  page.gap();
  add_coordinates(page, overview.study->system);
  add_constraints(page, overview);
  add_freedoms(page, overview);
  page.gap();
  add_facts(page, report);
  return page.text();
}

} // namespace dalembert
