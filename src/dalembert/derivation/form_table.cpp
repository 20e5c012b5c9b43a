#include <dalembert/base/errors.h>
#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/form_table.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/expr/point_budget.h>

#include <array>
#include <stdexcept>
#include <string>

namespace dalembert {
inline namespace derivation {

namespace {

constexpr std::size_t most_form_steps =
    100'000'000; ///< of all zero tests of one form: a second; a dense bicycle takes 36 million

constexpr auto table = std::to_array<FormRow>({
    {.form = Form::lagrange,
     .name = "lagrange",
     .title = "Lagrange’s equations with multipliers",
     .what = "One equation for each coordinate.",
     .rests_on_rows = false,
     .free_title = "Lagrange’s equations"},
    {.form = Form::solved,
     .name = "explicit",
     .title = "Solved for accelerations and multipliers",
     .what = "The equations together with the constraints differentiated in time, solved symbolically.",
     .free_title = "Solved for the accelerations",
     .free_what = "The same equations, solved symbolically."},
    {.form = Form::eliminated,
     .name = "eliminated",
     .alias = "maggi",
     .title = "Without multipliers (Maggi)",
     .what = "The equations combined along the independent speeds, so that the constraint forces drop out.",
     .derive = derive_eliminated,
     .subject = FormSubject::constraints},
    {.form = Form::voronets,
     .name = "voronets",
     .alias = "chaplygin",
     .title = "Voronets and Chaplygin",
     .what = "Independent rates only, with the correction terms from the constraints.",
     .derive = derive_voronets,
     .subject = FormSubject::nonholonomic},
    {.form = Form::hamel,
     .name = "hamel",
     .title = "Quasi-velocities (Hamel)",
     .what = "In the declared speeds; their structure coefficients are listed below.",
     .derive = derive_hamel},
    {.form = Form::hamilton,
     .name = "hamilton",
     .title = "Hamilton’s canonical equations",
     .what = "Momenta instead of rates.",
     .derive = derive_hamilton,
     .rests_on_rows = false},
    {.form = Form::routh,
     .name = "routh",
     .title = "Routh’s reduction",
     .what = "Cyclic coordinates eliminated by means of their constant momenta.",
     .derive = derive_routh,
     .rests_on_rows = false},
    {.form = Form::impulse,
     .name = "impulse",
     .title = "Impulsive equations",
     .what = "Jumps of the rates and the impulses that cause them.",
     .rests_on_rows = false},
    {.form = Form::naive,
     .name = "naive",
     .title = "A tempting mistake",
     .what = "The constraints inserted into the Lagrangian before differentiating, and the error this causes.",
     .derive = derive_naive,
     .subject = FormSubject::nonholonomic},
});
} // namespace

std::span<const FormRow> form_table() {
  return table;
}

const FormRow& form_row(Form form) {
  for (const FormRow& row : table)
    if (row.form == form) return row;
  ENSURE(false);
  return table.front();
}

std::optional<Form> form_named(std::string_view name) {
  for (const FormRow& row : table)
    if (row.name == name || (!row.alias.empty() && row.alias == name)) return row.form;
  return std::nullopt;
}

MotionForm derive_form(const Equations& equations, Form form, const IndependentCoordinates& independent) {
  const FormRow& row = form_row(form);
  ENSURE(row.derive != nullptr);
  const PointBudget of_all_tests(most_form_steps);
  try {
    return row.derive(equations, independent);
  } catch (const std::domain_error&) {
    refuse_form(*equations.system, row.name,
                {.reason = "it divides by a quantity that is exactly 0",
                 .note = std::string(zero_divisor_cause),
                 .help = "use another form; `--form lagrange` introduces no divisions"});
  }
}

} // namespace derivation
} // namespace dalembert
