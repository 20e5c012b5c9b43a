#include <dalembert/report/printed_form.h>
#include <dalembert/textbook/form_text.h>
#include <dalembert/textbook/impulse_form.h>
#include <dalembert/textbook/solved_form.h>

#include <algorithm>
#include <utility>

namespace dalembert {

namespace {

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
    out.push_back({"coordinate", equation_line(system.coordinates[i].name, std::move(form.balances[i]))});
  for (std::size_t k = 0; k < form.persistences.size(); ++k)
    out.push_back({"constraint", equation_line(system.constraints[k].name, std::move(form.persistences[k]))});
  for (std::size_t i = 0; i < form.restitutions.size(); ++i)
    out.push_back({"impact", equation_line(system.impacts[i].name, std::move(form.restitutions[i]))});
  return out;
}

/// What a line of a derived form is called in JSON.
std::string_view kind_of(const System& system, const FormText& text) {
  switch (text.kind) {
  case PartKind::speed:
    return "speed_definition";
  case PartKind::dependent_rate:
    return "dependent_rate";
  case PartKind::kinematics:
    return "kinematics";
  case PartKind::momentum:
    return "momentum";
  case PartKind::reduced_lagrangian:
    return "reduced_lagrangian";
  case PartKind::hamiltonian:
    return "hamiltonian";
  case PartKind::routhian:
    return "routhian";
  case PartKind::effective_potential:
    return "effective_potential";
  case PartKind::naive_equation:
    return "naive_equation";
  case PartKind::correction:
    return "correction";
  case PartKind::structure:
    return "structure_coefficient";
  case PartKind::canonical:
    return "canonical";
  case PartKind::equation:
    break;
  }
  const bool is_coordinate =
      std::ranges::any_of(system.coordinates, [&text](const Coordinate& c) { return c.name == text.name; });
  return is_coordinate ? "coordinate" : "speed";
}

PrintedForm derived_lines(const Equations& equations, Form form) {
  const MotionForm derived = derive_form(equations, form);
  PrintedForm out;
  constexpr std::size_t half_a_page = 1200; // characters
  out.longest_line = half_a_page;
  out.notes = derived.notes;
  for (FormText& text : form_text(equations, derived)) {
    const bool is_aside = text.kind != PartKind::equation && text.kind != PartKind::canonical;
    out.lines.push_back({kind_of(*equations.system, text), equation_line(text.name, std::move(text.line)), is_aside});
  }
  return out;
}

} // namespace

std::vector<FormLine> family_lines(const FamilyForm& families) {
  std::vector<FormLine> out;
  for (const FamilyLine& family : families.lines) {
    FormLine& entry =
        out.emplace_back(FormLine{"coordinate", equation_line(family.equation.coordinate, family.equation)});
    if (!family.index.empty()) entry.line.range = family.index + " in " + family.low + ".." + family.high;
  }
  return out;
}

PrintedForm printed_form(const Equations& equations, Form form, const TextBudget& budget,
                         const std::optional<FamilyForm>& families) {
  if (form_row(form).derive != nullptr) return derived_lines(equations, form);
  PrintedForm out;
  if (form == Form::lagrange && families) {
    out.lines = family_lines(*families);
  } else if (form == Form::solved) {
    out.lines = solved_lines(equations);
  } else if (form == Form::impulse) {
    out.lines = impulse_lines(equations);
  } else {
    for (EquationLine& line : equation_lines(equations, budget))
      out.lines.push_back({"coordinate", std::move(line)});
  }
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
