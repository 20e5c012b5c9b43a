#include <dalembert/base/errors.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/textbook/form_text.h>
#include <dalembert/textbook/impulse_form.h>
#include <dalembert/textbook/solved_form.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

constexpr std::size_t half_a_page = 1200; // characters

std::vector<FormLine> solved_lines(const Equations& equations) {
  const System& system = *equations.system;
  const std::size_t n = system.coordinates.size();
  std::vector<FormLine> out;
  for (SolvedUnknown& unknown : solved_form(equations)) {
    const std::size_t place = out.size();
    const bool is_acceleration = place < n;
    if (!is_acceleration && is_hidden(system.constraints[place - n])) break; // the last rows; their multipliers are 0
    EquationLine line;
    line.of = is_acceleration ? system.coordinates[place].name : system.constraints[place - n].name;
    if (unknown.value) {
      line.left = name_formula(std::move(unknown.name));
      line.right = std::move(*unknown.value);
    }
    out.push_back({is_acceleration ? "coordinate" : "multiplier", std::move(line)});
  }
  return out;
}

std::vector<FormLine> impulse_lines(const Equations& equations, const TextBudget& budget) {
  const System& system = *equations.system;
  ImpulseForm form = impulse_form(equations, budget.form_nodes);
  std::vector<FormLine> out;
  for (std::size_t i = 0; i < form.balances.size(); ++i)
    out.push_back({"coordinate", equation_line(system.coordinates[i].name, std::move(form.balances[i]))});
  for (std::size_t k = 0; k < form.persistences.size(); ++k)
    out.push_back({"constraint", equation_line(system.constraints[k].name, std::move(form.persistences[k]))});
  for (std::size_t i = 0; i < form.restitutions.size(); ++i)
    if (!system.impacts[i].friction) // of which there is no equation
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

PrintedForm lines_of(const Equations& equations, const MotionForm& derived, const TextBudget& budget) {
  PrintedForm out;
  out.longest_line = half_a_page;
  out.notes = derived.notes;
  for (FormText& text : form_text(equations, derived, budget.form_nodes)) {
    const bool is_aside = text.kind != PartKind::equation && text.kind != PartKind::canonical;
    out.lines.push_back({kind_of(*equations.system, text), equation_line(text.name, std::move(text.line)), is_aside});
  }
  return out;
}

PrintedForm derived_lines(const Equations& equations, Form form, const TextBudget& budget) {
  return lines_of(equations, derive_form(equations, form), budget);
}

/// The same by independent rows. In symbols they leave other rates free than on the constraints, where the rest holds.
PrintedForm derived_lines(const Overview& overview, Form form, const TextBudget& budget) {
  const Equations& equations = *overview.independent->equations;
  const MotionForm derived = derive_form(equations, form);
  const System& system = *equations.system;
  constexpr double largest = 1e6; // beside lengths and angles: what round-off leaves of 1/0
  for (const double entry : evaluate(*system.graph, derived.kinematic_matrix.entries, overview.independent->start)) {
    if (std::abs(entry) < largest) continue;
    Diagnostic d;
    d.code = "E0610";
    d.span = system.span;
    d.message =
        fmt::format("the form {} does not apply: the constraints are redundant where they hold, and independent "
                    "elsewhere, so that it would divide by 0 at the initial state",
                    form_row(form).name);
    throw ModelError(d);
  }
  return lines_of(equations, derived, budget);
}

std::string left_out_note(const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.equations->system->constraints;
  const std::vector<std::size_t>& rows = overview.independent->rows;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < constraints.size(); ++k)
    if (std::ranges::find(rows, k) == rows.end()) names.push_back(constraints[k].name);
  const bool is_one = names.size() == 1;
  return fmt::format("constraint{} {} follow{} from the others and {} left out here: the motion is the same",
                     is_one ? "" : "s", fmt::join(names, ", "), is_one ? "s" : "", is_one ? "is" : "are");
}

/// The lines of accelerations, and one for each multiplier of the whole system: solved where it is determined.
std::vector<FormLine> with_all_multipliers(std::vector<FormLine> lines, const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.equations->system->constraints;
  const std::size_t n = overview.equations->system->coordinates.size();
  const std::vector<std::size_t>& rows = overview.independent->rows;
  std::vector<FormLine> out(std::make_move_iterator(lines.begin()),
                            std::make_move_iterator(lines.begin() + static_cast<std::ptrdiff_t>(n)));
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const auto place = std::ranges::find(rows, k);
    if (place != rows.end() && overview.independent->determined[k])
      out.push_back(std::move(lines[n + static_cast<std::size_t>(place - rows.begin())]));
    else
      out.push_back({.kind = "multiplier",
                     .line = equation_line(constraints[k].name, std::nullopt),
                     .is_undetermined = !overview.independent->determined[k]});
  }
  return out;
}

} // namespace

std::vector<FormLine> family_lines(const FamilyForm& families) {
  std::vector<FormLine> out;
  for (const FamilyLine& family : families.lines) {
    FormLine& entry =
        out.emplace_back(FormLine{"coordinate", equation_line(family.equation.coordinate, family.equation)});
    entry.line.ranges = family.ranges();
  }
  return out;
}

PrintedForm printed_form(const Equations& equations, Form form, const TextBudget& budget,
                         const std::optional<FamilyForm>& families) {
  if (form_row(form).derive != nullptr) return derived_lines(equations, form, budget);
  PrintedForm out;
  if (form == Form::lagrange && families) {
    out.lines = family_lines(*families);
  } else if (form == Form::solved) {
    out.lines = solved_lines(equations);
  } else if (form == Form::impulse) {
    out.lines = impulse_lines(equations, budget);
    out.longest_line = half_a_page;
  } else {
    for (EquationLine& line : equation_lines(equations, budget))
      out.lines.push_back({"coordinate", std::move(line)});
  }
  return out;
}

PrintedForm printed_form(const Overview& overview, Form form, const TextBudget& budget) {
  if (!overview.independent || !form_row(form).rests_on_rows)
    return printed_form(*overview.equations, form, budget, overview.families);
  const bool is_solved = form_row(form).derive == nullptr;
  PrintedForm out =
      is_solved ? printed_form(*overview.independent->equations, form, budget) : derived_lines(overview, form, budget);
  if (form == Form::solved) out.lines = with_all_multipliers(std::move(out.lines), overview);
  out.notes.push_back(left_out_note(overview));
  return out;
}

namespace {

// One page of text: a screen is 40 rows of 75 characters.
constexpr std::size_t row_length = 75;
constexpr std::size_t screen = 40;
constexpr std::size_t short_rows = 2; ///< lines that stay however many they are
/// An equation of more distinct nodes is longer than a page as a rule, and is not looked at: the longest of the
/// textbooks tried has 160.
constexpr std::size_t most_nodes_on_page = 180;

/// The names that a line explains and no line before did.
std::vector<Definition> new_names(const EquationLine& line, const Said& said) {
  std::vector<Definition> out;
  for (const Definition& d : line.definitions)
    if (!is_said(said, d)) out.push_back(d);
  return out;
}

std::size_t rows_taken(std::size_t characters) {
  return 1 + characters / row_length;
}

/// Takes lines away that a page has no room for. Those at the top do not take it all: one that is too long is left out,
/// and short ones behind it stay.
void keep_to_a_page(PrintedForm& form) {
  std::size_t rows = 0;
  std::size_t names = 0;
  Said said;
  for (FormLine& entry : form.lines) {
    EquationLine& line = entry.line;
    entry.is_left_out = line.is_empty() && !entry.is_undetermined;
    if (line.is_empty()) continue;
    const std::vector<Definition> fresh = new_names(line, said);
    std::size_t more_names = 0;
    for (const Definition& d : fresh)
      more_names += rows_taken(written_length(d.name) + written_length(d.meaning));
    const std::size_t more_rows = rows_taken(written_length(line.with_ranges()));
    const bool is_long = more_rows > short_rows;
    if ((is_long && rows + more_rows > 2 * screen) || names + more_names > screen) {
      const std::string of = line.of;
      line = EquationLine();
      line.of = of;
      entry.is_left_out = true;
      continue;
    }
    if (is_long) rows += more_rows;
    names += more_names;
    for (const Definition& d : fresh)
      say(said, d);
  }
}

} // namespace

PrintedForm printed_form(const Overview& overview, Form form, Extent extent) {
  if (extent == Extent::page) {
    constexpr std::size_t characters = screen * row_length;
    PrintedForm out = printed_form(overview, form,
                                   TextBudget{characters, 4 * characters, most_nodes_on_page, most_form_nodes_on_page});
    keep_to_a_page(out);
    return out;
  }
  PrintedForm out = printed_form(overview, form, TextBudget());
  out.longest_line = std::numeric_limits<std::size_t>::max();
  return out;
}

std::vector<std::optional<Formula>> solved_multipliers(const Overview& overview) {
  const std::size_t constraints = overview.equations->system->constraints.size();
  std::vector<std::optional<Formula>> out(constraints);
  if (out.empty()) return out;
  const bool is_redundant = overview.independent.has_value();
  const Equations& equations = is_redundant ? *overview.independent->equations : *overview.equations;
  const std::size_t n = equations.system->coordinates.size();
  std::vector<SolvedUnknown> solved = solved_form(equations);
  for (std::size_t place = 0; n + place < solved.size(); ++place) {
    const std::size_t k = is_redundant ? overview.independent->rows[place] : place;
    if (!is_redundant || overview.independent->determined[k]) out[k] = std::move(solved[n + place].value);
  }
  return out;
}

} // namespace report
} // namespace dalembert
