#include <dalembert/base/errors.h>
#include <dalembert/derivation/form_table.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/report/report_sections.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

constexpr TextBudget budget{.line = 4'000,
                            .total = 60'000,
                            .form_nodes =
                                most_form_nodes_on_page}; // characters; beyond, the matrices say the same in less space
constexpr std::size_t most_page_steps = 200'000'000;      ///< of the zero tests of all forms: two seconds
constexpr std::size_t form_budget = 16'000;               // characters of one form on the page, some four printed pages
constexpr std::size_t most_withs = 24;                    // names that the lines of one form explain: a screen

/// Systems up to this size are shown in every form; a larger one in those that are asked for.
constexpr std::size_t most_unknowns = 12; // coordinates and multipliers

/// True where all constraints are conditions on positions, written so or in disguise.
bool is_holonomic(const Overview& overview) {
  using Class = ConstraintNature::Class;
  return std::ranges::all_of(overview.natures, [](const ConstraintNature& nature) {
    return nature.cls == Class::holonomic || nature.cls == Class::integrable;
  });
}

bool is_wanted(Form form, const ReportPage& page) {
  const System& system = *page.analysis.overview.equations->system;
  if (!page.forms.empty()) return std::find(page.forms.begin(), page.forms.end(), form) != page.forms.end();
  if (form == Form::impulse) return !system.impacts.empty();
  switch (form_row(form).subject) {
  case FormSubject::any:
    break;
  case FormSubject::constraints:
    if (system.constraints.empty()) return false;
    break;
  case FormSubject::nonholonomic:
    if (is_holonomic(page.analysis.overview)) return false;
    break;
  }
  return form == Form::lagrange || system.coordinates.size() + system.constraints.size() <= most_unknowns;
}

/// Counts lines of which nothing short enough can be printed.
std::string left_out_note(std::size_t count) {
  return count == 0 ? std::string()
                    : fmt::format("<p class=\"soft\">{} too long for this page.</p>\n",
                                  count == 1 ? std::string("1 line is") : fmt::format("{} lines are", count));
}

std::string line_html(const EquationLine& line, const std::string& id, const std::string& number, Said& said) {
  std::string remark;
  if (line.divisor != number_formula("1"))
    remark = fmt::format("{}, divided by {}", name_text(line.of, html_style()), formula(line.divisor, html_style()));
  const Formula whole = line.with_ranges();
  std::string out = html_equation({formula_tree(whole), written(whole), id, number, remark});
  for (const Definition& d : line.definitions) {
    if (!say(said, d)) continue;
    const Formula meaning = joined_formula(d.name, " = ", d.meaning);
    out += fmt::format("<div class=\"with\">{}</div>",
                       html_equation({formula_tree(meaning), written(meaning), {}, {}, {}}));
  }
  return out;
}

/// How much of a form stands on the page already.
struct Shown {
  std::size_t characters = 0;
  std::size_t withs = 0;
};

/// Adds a line with the names that it explains; false where it is too long, or the page would be.
bool fits(const EquationLine& line, const Said& said, Shown& shown) {
  std::size_t characters = line.text().size();
  std::size_t withs = 0;
  for (const Definition& d : line.definitions) {
    if (is_said(said, d)) continue;
    characters += written_length(d.meaning);
    ++withs;
  }
  if (characters > budget.line || shown.characters + characters > form_budget || shown.withs + withs > most_withs)
    return false;
  shown.characters += characters;
  shown.withs += withs;
  return true;
}

/// What the page has said of names already.
Said said_before(const PrintedForm& printed, const System& system) {
  Said out;
  if (!shows_definitions(system)) return out;
  for (const FormLine& entry : printed.lines)
    for (const Definition& d : entry.line.definitions)
      if (std::ranges::any_of(system.lets, [&d](const Let& let) { return let.name == d.name.text; })) say(out, d);
  return out;
}

/// The lines of one form under the headings of their kinds; empty where none could be printed.
std::string form_html(const PrintedForm& printed, std::string_view name, FormulaWriter& writer, Extent extent,
                      Said said = {}) {
  std::string out;
  std::size_t left_out = 0;
  Shown shown;
  std::string_view last = "equations";
  for (const FormLine& entry : printed.lines) {
    if (entry.line.is_empty() || (extent == Extent::page && !fits(entry.line, said, shown))) {
      ++left_out;
      continue;
    }
    const std::string_view heading = form_heading(entry.kind);
    if (heading != last) out += fmt::format("<h4>{}</h4>\n", heading);
    last = heading;
    const std::string number = writer.next_number();
    const std::string id = fmt::format("eq-{}-{}", name, number);
    writer.note(name, number, id);
    if (entry.kind == "multiplier") writer.note(multiplier_lines, number, id);
    out += line_html(entry.line, id, number, said);
  }
  if (out.empty()) return out;
  out += left_out_note(left_out);
  for (const std::string& note : printed.notes)
    out += fmt::format("<p>{}</p>\n", xml_escaped(note));
  return out;
}

/// Why a form does not apply, on one line.
std::string reason(const ModelError& error, const FormRow& form) {
  std::string out = error.diagnostics().empty() ? std::string(error.what()) : error.diagnostics().front().message;
  const std::string frame = fmt::format("the form {} does not apply: ", form.name);
  if (out.starts_with(frame)) out.erase(0, frame.size());
  return out.substr(0, out.find('\n'));
}

/// The heading of a form for this system.
std::string_view title_of(const FormRow& form, const System& system) {
  return system.constraints.empty() && !form.free_title.empty() ? form.free_title : form.title;
}

/// True for what a reader sees unfolded: Lagrange's equations, and the solved ones where all of them are there and
/// short.
bool is_unfolded(Form form, const PrintedForm& lines) {
  constexpr std::size_t longest = 260; // characters: two or three printed lines
  if (form == Form::lagrange) return true;
  return form == Form::solved && std::ranges::none_of(lines.lines, [](const FormLine& entry) {
           return entry.line.is_empty() || entry.line.text().size() > longest;
         });
}

bool has_ranges(const PrintedForm& lines) {
  return std::ranges::any_of(lines.lines, [](const FormLine& entry) { return !entry.line.ranges.empty(); });
}

/// One form in a box that opens and closes.
std::string shown(const FormRow& form, const System& system, const std::string& body, bool is_open, bool has_family) {
  const bool is_free = system.constraints.empty();
  const std::string_view title = title_of(form, system);
  std::string what(is_free && !form.free_what.empty() ? form.free_what : form.what);
  if (has_family) what += " Those of a family share one, with an index.";
  return fmt::format("<details id=\"form-{}\"{}>\n<summary>{}</summary>\n<p class=\"soft what\">{}</p>\n{}</details>\n",
                     form.name, is_open ? R"( open="")" : "", title, what, body);
}

} // namespace

HtmlSection form_section(const Overview& overview, Form form, FormulaWriter& writer, Extent extent) {
  const FormRow& row = form_row(form);
  const std::string body = form_html(printed_form(overview, form, extent), row.name, writer, extent);
  return {"equations", std::string(row.title),
          body.empty() ? "<p>Every equation of this form is too long to print.</p>\n" : body};
}

HtmlSection equations_section(const ReportPage& page, FormulaWriter& writer) {
  const PointBudget of_all_tests(most_page_steps);
  std::string out;
  std::string refusals;
  std::string too_long;
  const System& system = *page.analysis.overview.equations->system;
  bool has_kept = false;
  for (const FormRow& form : form_table()) {
    if (!is_wanted(form.form, page)) continue;
    try {
      const PrintedForm lines = printed_form(page.analysis.overview, form.form, budget);
      if (!is_unfolded(form.form, lines) && !std::exchange(has_kept, true))
        writer.keep_numbers(displayed_forces(page.analysis.overview));
      const std::string body = form_html(lines, form.name, writer, Extent::page, said_before(lines, system));
      const bool is_asked_for = form.form == Form::lagrange || !page.forms.empty();
      if (body.empty() && !is_asked_for)
        too_long += fmt::format("{}{}", too_long.empty() ? "" : "; ", title_of(form, system));
      else
        out += shown(form, system, body.empty() ? "<p>Every equation of this form is too long to print.</p>\n" : body,
                     is_unfolded(form.form, lines), has_ranges(lines));
    } catch (const ModelError& error) {
      refusals += fmt::format("{}{}: {}", refusals.empty() ? "" : "; ", title_of(form, system),
                              xml_escaped(reason(error, form)));
    }
  }
  if (!too_long.empty()) out += fmt::format("<p class=\"soft\">Forms too long for this page – {}.</p>\n", too_long);
  if (!refusals.empty()) out += fmt::format("<p class=\"soft\">Forms that do not apply – {}.</p>\n", refusals);
  return {"equations", "Equations of motion", out};
}

} // namespace report
} // namespace dalembert
