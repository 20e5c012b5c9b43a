#pragma once

#include <dalembert/printing/family.h>
#include <dalembert/report/overview.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/typesetting/page.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

// Rows that several pages share. Each function adds its rows to the page, or nothing where there is nothing to say.

void add_title(Page& page, const System& system);
/// Coordinates with their units; descriptions where `with_descriptions`.
void add_coordinates(Page& page, const System& system);
void add_parameters(Page& page, const Overview& overview);
/// The tables that the model reads, with their ranges.
void add_tables(Page& page, const System& system);
/// What the model's own names in a formula of the user's mean, as far as a screen goes; others are counted.
void add_meanings(Page& page, const Overview& overview, const Formula& formula);
/// Each constraint with what the user wrote, its class and its multiplier's unit.
void add_constraints(Page& page, const Overview& overview);
/// `floor (y ≥ 0) and wall (x ≤ 1) are open: …`; empty where the model has no contacts.
[[nodiscard]] std::string open_contacts(const Study& study, const Style& style);
/// The same as a row, and which constraints do not act all the time.
void add_open_contacts(Page& page, const Study& study);
/// `x − r·φ = const  from roll`, one a line.
void add_integrals(Page& page, const Overview& overview);
/// `3 coordinates − 1 constraint = 2 degrees of freedom, 5 independent initial values`.
void add_freedoms(Page& page, const Overview& overview);
/// The equations of motion, one a line or one for a family, as far as `longest` lines go; a hint where they do not.
/// Precondition: the overview holds equations.
void add_equations(Page& page, const Overview& overview, std::size_t longest);
/// What stands beside the lines of one kind (FormLine::kind): `momenta`, `corrections`; mostly `equations`.
[[nodiscard]] std::string_view form_heading(std::string_view kind);
/// All lines of a form, each with what it belongs to before it, and its notes; lines that are too long say so.
void add_form(Page& page, const PrintedForm& form);

/// True where a line is missing, or longer than a person reads.
[[nodiscard]] bool is_hard_to_read(const PrintedForm& form);

/// Returns the equations with named matrices and their sizes, M·v̇ = h + Aᵀ·λ with A·v̇ = γ where constraints act.
[[nodiscard]] std::string matrix_form(const Equations& equations, const Style& style);
/// Returns the equations on independent speeds u, v = S·u + c with A·S = 0: Sᵀ·(M·v̇ − h) = 0. Empty without
/// constraints, and where one is nonlinear in the rates.
[[nodiscard]] std::string reduced_matrix_form(const Overview& overview, const Style& style);
/// Returns Hamilton's equations with named matrices: p = M·v + b, H = (p − b)ᵀ·M⁻¹·(p − b)/2 + V, q̇ = ∂H/∂p,
/// ṗ = −∂H/∂q + Q − ∂D/∂v + Aᵀ·λ, without what is 0.
[[nodiscard]] std::string canonical_form(const Equations& equations, const Style& style);
/// Reactions in terms of the multipliers, with unit, conjugate speed and description; multipliers without reaction.
void add_reactions(Page& page, const Overview& overview);
/// The multipliers that no reaction speaks of, with their units; empty where there are none.
[[nodiscard]] std::string unexplained_multipliers(const System& system, const Style& style);
/// The forces in the reactions [run.begin, run.end) by the multipliers: one formula, or the first and the last.
[[nodiscard]] Formula reaction_formulas(const Overview& overview, const FamilyRun& run, const Style& style);
/// How the initial state was moved.
void add_initial(Page& page, const System& system, const InitialState& initial);

/// The description of a class for a person: `non-holonomic`.
[[nodiscard]] std::string class_text(const ConstraintNature& nature);
/// The values that make a non-holonomic constraint integrable: `; integrable for a = 1`. Empty where none do.
[[nodiscard]] std::string numbers_text(const Overview& overview, const ConstraintNature& nature, const Style& style);

} // namespace report
} // namespace dalembert
