#include <dalembert/base/errors.h>
#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/expr/point_budget.h>

#include <array>
#include <stdexcept>

namespace dalembert {

namespace {

constexpr std::size_t most_form_steps =
    100'000'000; ///< of all zero tests of one form: a second; a dense bicycle takes 36 million

constexpr std::array<FormRow, 9> table{{
    {Form::lagrange, "lagrange", "", nullptr},
    {Form::solved, "explicit", "", nullptr},
    {Form::eliminated, "eliminated", "maggi", derive_eliminated},
    {Form::voronets, "voronets", "chaplygin", derive_voronets},
    {Form::hamel, "hamel", "", derive_hamel},
    {Form::hamilton, "hamilton", "", derive_hamilton},
    {Form::routh, "routh", "", derive_routh},
    {Form::impulse, "impulse", "", nullptr},
    {Form::naive, "naive", "", derive_naive},
}};

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
                 .note = "a rate or a coordinate that the constraints hold at 0, or that is 0 at rest, stands in a "
                         "denominator",
                 .help = "use another form; `--form lagrange` divides by nothing"});
  }
}

} // namespace dalembert
