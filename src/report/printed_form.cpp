#include <dalembert/report/printed_form.h>
#include <dalembert/textbook/impulse_form.h>
#include <dalembert/textbook/solved_form.h>

#include <array>
#include <utility>

namespace dalembert {

namespace {

constexpr std::array<std::pair<Form, std::string_view>, 3> names{
    {{Form::lagrange, "lagrange"}, {Form::solved, "explicit"}, {Form::impulse, "impulse"}}};

EquationLine line_of(std::string of, std::optional<PlainEquation> equation) {
  EquationLine line;
  line.of = std::move(of);
  if (!equation) return line;
  line.left = std::move(equation->left);
  line.right = std::move(equation->right);
  line.divided_by = std::move(equation->divided_by);
  line.definitions = std::move(equation->definitions);
  return line;
}

std::vector<FormLine> solved_lines(const Equations& equations) {
  const System& system = *equations.system;
  const std::size_t n = system.coordinates.size();
  std::vector<FormLine> out;
  for (SolvedUnknown& unknown : solved_form(equations)) {
    const std::size_t place = out.size();
    const bool is_acceleration = place < n;
    EquationLine line;
    line.of = is_acceleration ? system.coordinates[place].name : system.constraints[place - n].name;
    if (unknown.text) {
      line.left = std::move(unknown.name);
      line.right = std::move(*unknown.text);
    }
    out.push_back({is_acceleration ? "coordinate" : "multiplier", std::move(line)});
  }
  return out;
}

std::vector<FormLine> impulse_lines(const Equations& equations) {
  const System& system = *equations.system;
  ImpulseForm form = impulse_form(equations);
  std::vector<FormLine> out;
  for (std::size_t i = 0; i < form.balances.size(); ++i)
    out.push_back({"coordinate", line_of(system.coordinates[i].name, std::move(form.balances[i]))});
  for (std::size_t k = 0; k < form.persistences.size(); ++k)
    out.push_back({"constraint", line_of(system.constraints[k].name, std::move(form.persistences[k]))});
  for (std::size_t i = 0; i < form.restitutions.size(); ++i)
    out.push_back({"impact", line_of(system.impacts[i].name, std::move(form.restitutions[i]))});
  return out;
}

} // namespace

std::optional<Form> form_named(std::string_view name) {
  for (const auto& [form, word] : names)
    if (word == name) return form;
  return std::nullopt;
}

std::string_view form_name(Form form) {
  for (const auto& [known, word] : names)
    if (known == form) return word;
  return "lagrange";
}

std::vector<FormLine> form_lines(const Equations& equations, Form form, const TextBudget& budget) {
  if (form == Form::solved) return solved_lines(equations);
  if (form == Form::impulse) return impulse_lines(equations);
  std::vector<FormLine> out;
  for (EquationLine& line : equation_lines(equations, budget))
    out.push_back({"coordinate", std::move(line)});
  return out;
}

std::vector<std::optional<std::string>> solved_multipliers(const Equations& equations) {
  const std::size_t n = equations.system->coordinates.size();
  std::vector<std::optional<std::string>> out(equations.system->constraints.size());
  if (out.empty()) return out;
  std::vector<SolvedUnknown> solved = solved_form(equations);
  for (std::size_t k = 0; k < out.size() && n + k < solved.size(); ++k)
    out[k] = std::move(solved[n + k].text);
  return out;
}

} // namespace dalembert
