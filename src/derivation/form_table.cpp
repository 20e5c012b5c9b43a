#include <dalembert/base/errors.h>
#include <dalembert/derivation/forms.h>

#include <array>

namespace dalembert {

namespace {

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
  return row.derive(equations, independent);
}

} // namespace dalembert
