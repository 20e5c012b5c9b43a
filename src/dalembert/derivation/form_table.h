#pragma once

#include <dalembert/derivation/motion_form.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// The forms of the equations (docs/theory/forms.md).
enum class Form : std::uint8_t {
  lagrange,   ///< with multipliers, not solved
  solved,     ///< `explicit`: accelerations and multipliers solved
  eliminated, ///< Maggi: on independent speeds, without multipliers
  voronets,   ///< independent rates, with correction terms
  hamel,      ///< quasi-velocities
  hamilton,   ///< momenta and H(q, p, t)
  routh,      ///< cyclic coordinates removed
  impulse,    ///< jumps and impulses at an impact
  naive,      ///< constraints inserted into L, and what that gets wrong
};

/// What a system has to have for a form to say something that others do not: one that lacks it is shown without the
/// form unless it is asked for.
enum class FormSubject : std::uint8_t {
  any,          ///< nothing
  constraints,  ///< a constraint
  nonholonomic, ///< a constraint on velocities that is not a condition on positions in disguise
};

/// One row of the table of forms.
struct FormRow {
  Form form = Form::lagrange;
  std::string_view name = {};
  std::string_view alias = {}; ///< another name, or empty
  std::string_view title = {}; ///< its heading on a page
  std::string_view what = {};  ///< what it is, in a sentence
  /// Makes the form; null for `lagrange` and for what is said in terms of it (`explicit`, `impulse`).
  MotionForm (*derive)(const Equations&, const IndependentCoordinates&) = nullptr;
  /// Constraints are taken away, or accelerations solved for: redundant rows have no inverse there.
  bool rests_on_rows = true;
  FormSubject subject = FormSubject::any;
  std::string_view free_title = {}; ///< its heading for a system without constraints; empty for the same
  std::string_view free_what = {};  ///< what it is there; empty for the same
};

/// All forms, in the order in which they are listed for a user.
[[nodiscard]] std::span<const FormRow> form_table();
/// The row of a form; by its name or alias, nothing for an unknown one.
[[nodiscard]] const FormRow& form_row(Form form);
[[nodiscard]] std::optional<Form> form_named(std::string_view name);

/// Derives `form` of the equations. Precondition: its row has a `derive`.
/// @throws ModelError E0610 where the form does not apply to this system, saying why
[[nodiscard]] MotionForm derive_form(const Equations& equations, Form form,
                                     const IndependentCoordinates& independent = {});

} // namespace derivation
} // namespace dalembert
