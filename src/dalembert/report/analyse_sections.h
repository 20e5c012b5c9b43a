#pragma once

#include <dalembert/report/analysis_report.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/typesetting/page.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {

/// Writes expressions of one system on a page, and remembers what they share.
class FactWriter {
public:
  FactWriter(Page& page, const Equations& equations)
      : page_(page), graph_(*equations.system->graph), form_(equations), equations_(equations) {}

  [[nodiscard]] Page& page() { return page_; }
  [[nodiscard]] const Style& style() const { return page_.style(); }
  [[nodiscard]] const Equations& equations() const { return equations_; }
  [[nodiscard]] PlainForm& form() { return form_; }
  /// Sets an expression for the page; nothing where it would take more than `longest` characters.
  [[nodiscard]] std::optional<std::string> text(Expr e, std::size_t longest = 600);
  /// The same, or the words that say it is too long.
  [[nodiscard]] std::string text_or_long(Expr e);
  /// Adds `name = expression` as a row.
  void equation(std::string_view label, std::string_view name, Expr e);

private:
  Page& page_;
  const Graph& graph_;
  PlainForm form_;
  const Equations& equations_;
};

/// Everything that `analyse` says, as rows.
void add_facts(Page& page, const AnalysisReport& report);

// The sections of `analyse`, each its rows or nothing.
void add_kinetic_split(FactWriter& writer, const Facts& facts);
void add_koenig(FactWriter& writer);
void add_mass_matrix(FactWriter& writer, const MassFacts& facts);
void add_momenta(FactWriter& writer, const Facts& facts);
void add_energy(FactWriter& writer, const EnergyFacts& facts);
void add_fictitious(FactWriter& writer, const FictitiousForces& forces);
void add_centrifugal_effect(Page& page, const CentrifugalEffect& effect);
void add_symmetries(FactWriter& writer, const SymmetrySearch& search);
void add_momentum_equations(FactWriter& writer, const std::vector<MomentumEquation>& equations);
void add_effective_potential(FactWriter& writer, const EffectivePotential& potential);
void add_symbolic_motions(FactWriter& writer, const SymbolicSteadyMotions& symbolic);
void add_steady_states(FactWriter& writer, const std::vector<SteadyState>& states);

} // namespace dalembert
