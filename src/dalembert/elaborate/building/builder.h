#pragma once

#include <dalembert/elaborate/declaring/declarations.h>
#include <dalembert/elaborate/meaning/draft.h>
#include <dalembert/elaborate/meaning/overrides.h>
#include <dalembert/elaborate/names/model_names.h>

namespace dalembert {
inline namespace elaboration {

/// What the parts of a Study are built from.
struct Builder {
  Draft& draft;
  const Declarations& declared;
  const Overrides& overrides;
  ModelNames& names;
  Context& context;     ///< of the draft
  Evaluator& evaluator; ///< of the names
};

// Each fills its part of the Study, and says what is wrong there. In this order: what comes later may use what came
// before.
void enter_counts(const Builder& builder);
void enter_symbols(const Builder& builder); ///< coordinates, parameters, unknown functions, multipliers, reactions, …
void build_parameters(const Builder& builder);
void build_definitions(const Builder& builder); ///< lets and speeds
void build_energies(const Builder& builder);
void build_constraints(const Builder& builder);
void build_reactions(const Builder& builder);
void build_frictions(const Builder& builder);
void build_impacts(const Builder& builder);
void build_contacts(const Builder& builder); ///< inequalities, and impacts along a run
void build_forces(const Builder& builder);
void build_initial(const Builder& builder);
void build_assumptions(const Builder& builder);
void build_simulation(const Builder& builder);
void build_sweeps(const Builder& builder); ///< what the members of an ensemble differ in
void build_events(const Builder& builder);
void build_moments(const Builder& builder);           ///< from when until when constraints act
void build_outputs(const Builder& builder);           ///< plots, checks, tables, shows
void build_claims(const Builder& builder);            ///< the questions asked beside the model
void look_for_ends_of_tables(const Builder& builder); ///< of the time, which `simulate` leaves
void build_picture(const Builder& builder);           ///< what `draw` and `animate` say; nothing else rests on it
void refuse_impulses(const Builder& builder);         ///< in derivatives of what jumps
void look_for_oversights(const Builder& builder);

/// A description string, empty where there is none.
[[nodiscard]] std::string described(const ast::Text* text);
/// Fills what every declared thing has.
void describe_declared(Declared& declared, const Symbol& symbol, const DeclaredName& definition, const ast::Text* text);
/// The comparison of a relation.
[[nodiscard]] Comparison comparison(ast::Relop op);

} // namespace elaboration
} // namespace dalembert
