#include <dalembert/derivation/hidden_constraints.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/counted.h>
#include <dalembert/printing/family.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/row_class.h>
#include <dalembert/report/run_impositions.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/formula_reader.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace report {

namespace {

/// The widest of the first columns, so that the second ones stand in line.
std::size_t widest(const std::vector<std::string>& cells) {
  std::size_t width = 0;
  for (const std::string& cell : cells)
    width = std::max(width, display_width(cell));
  return width;
}

/// `x, y [m], theta [rad]`: families as ranges, a unit where the next name has another.
std::string coordinate_sentence(const System& system, const Style& style) {
  constexpr std::size_t most = 14;
  const std::vector<Coordinate>& all = system.coordinates;
  const std::vector<FamilyRun> runs =
      family_runs(all, [&all](std::size_t a, std::size_t b) { return all[a].measure == all[b].measure; });
  std::string out;
  for (std::size_t i = 0; i < std::min(runs.size(), most); ++i) {
    const Coordinate& last = all[runs[i].end - 1];
    const bool unit_follows = i + 1 < std::min(runs.size(), most) && all[runs[i + 1].begin].measure == last.measure;
    if (i > 0) out += ", ";
    out += run_name(all[runs[i].begin], last, style);
    if (!unit_follows) out += unit_bracket(last.measure.unit(), style);
  }
  if (runs.size() > most) out += fmt::format(", and {} more", runs.size() - most);
  return out;
}

} // namespace

void add_integrals(Page& page, const Overview& overview) {
  const std::vector<IntegralText>& integrals = overview.integrals;
  constexpr std::size_t most = 6;
  for (std::size_t i = 0; i < std::min(most, integrals.size()); ++i) {
    std::string of;
    for (const std::string& name : integrals[i].of)
      of += (of.empty() ? "" : ", ") + name;
    page.row(i == 0 ? (integrals.size() == 1 ? "integral" : "integrals") : "",
             page.style().marks_formulas
                 ? fmt::format("{}, by the {} {}", formula(integrals[i].text + " = const", page.style()),
                               integrals[i].of.size() == 1 ? "constraint" : "constraints", of)
                 : fmt::format("{} = const  from {}", formula(integrals[i].text, page.style()), of));
  }
  if (integrals.size() > most) page.row("", fmt::format("and {} more", integrals.size() - most));
  const std::string_view label = integrals.empty() ? "integrals" : "";
  if (!overview.counts_integrals)
    page.row(label, "not decided whether the constraints have integrals: the Lie brackets of the admissible directions "
                    "exceed the work limit");
  else if (overview.integrals_missing > 0)
    page.row(label, fmt::format("{}{} {} not found", overview.integrals_missing, integrals.empty() ? "" : " more",
                                overview.integrals_missing == 1 ? "exists but was" : "exist but were"));
  const bool has_all = overview.counts_integrals && overview.integrals_missing == 0;
  if (has_all || overview.without_integral.empty()) return;
  std::string names;
  for (const std::string& name : overview.without_integral)
    names += (names.empty() ? "" : ", ") + name_text(name, page.style());
  page.row("", fmt::format("no integral was found for {}, although integrable (Frobenius)", names));
}

std::string class_text(const ConstraintNature& nature) {
  std::string out;
  switch (nature.cls) {
  case ConstraintNature::Class::holonomic:
    out = "holonomic";
    break;
  case ConstraintNature::Class::nonholonomic:
    out = "non-holonomic";
    break;
  case ConstraintNature::Class::undecided:
    out = "not decided whether it is integrable";
    break;
  case ConstraintNature::Class::integrable:
    out = "integrable (holonomic in disguise)";
    break;
  }
  if (nature.is_nonlinear) out += ", nonlinear in the rates";
  if (nature.is_rheonomic) out += ", rheonomic";
  return out;
}

std::string numbers_text(const Overview& overview, const ConstraintNature& nature, const Style& style) {
  std::string out;
  for (const std::size_t p : nature.integrable_by) {
    const Parameter& parameter = overview.study->system.parameters[p];
    out += (out.empty() ? "; integrable for " : ", ") + name_text(parameter.name, style);
    constexpr int digits = 6;
    if (p < overview.parameters.size() && overview.parameters[p])
      out += " = " + quantity_text(*overview.parameters[p], parameter.measure.unit(), style, digits);
  }
  return out;
}

std::string row_class(const Constraint& row, const ConstraintNature& nature) {
  if (!is_hidden(row)) return class_text(nature);
  const bool is_first_order = row.kind == ConstraintKind::velocity;
  return fmt::format("{}{}, because the mass matrix is singular", equation_of_hidden(row),
                     is_first_order ? ", of first order" : ": a hidden constraint");
}

void add_title(Page& page, const System& system) {
  page.title(system.name.empty() ? "model" : system.name, system.title);
}

void add_coordinates(Page& page, const System& system) {
  page.row("coordinates", coordinate_sentence(system, page.style()));
}

void add_parameters(Page& page, const Overview& overview) {
  const std::vector<Parameter>& parameters = overview.study->system.parameters;
  const Style& style = page.style();
  const auto value = [&overview](std::size_t i) {
    return i < overview.parameters.size() ? overview.parameters[i] : std::nullopt;
  };
  std::string out;
  for (const FamilyRun& run :
       family_runs(parameters, [&value](std::size_t a, std::size_t b) { return value(a) == value(b); })) {
    constexpr int digits = 6;
    const Parameter& first = parameters[run.begin];
    if (!out.empty()) out += ", ";
    out += run_name(first, parameters[run.end - 1], style);
    if (const std::optional<double> known = value(run.begin))
      out += " = " + quantity_text(*known, first.measure.unit(), style, digits);
    else
      out += unit_bracket(first.measure.unit(), style);
  }
  if (!out.empty()) page.row("parameters", out);
}

void add_tables(Page& page, const System& system) {
  const Style& style = page.style();
  constexpr int digits = 6;
  const std::string_view dots = style.unicode ? "…" : "..";
  const auto range = [&](double low, double high, const Measure& measure) {
    return number_text(low, style, digits) + std::string(dots) + quantity_text(high, measure.unit(), style, digits);
  };
  for (const TableInput& input : system.tables) {
    const TabulatedFunction& function = *system.graph->table(input.id);
    page.row("table",
             fmt::format("{}: {}, {} points, {} = {}, {} = {}", formula(input.name, style), input.file, function.size(),
                         input.argument, range(function.first(), function.last(), input.argument_measure), input.column,
                         range(function.lowest(), function.highest(), input.measure)));
  }
}

void add_meanings(Page& page, const Overview& overview, const Formula& in) {
  if (overview.equations == nullptr) return;
  constexpr std::size_t screen = 40; // rows
  std::size_t rows = 0;
  std::vector<std::string> left_out;
  for (const Definition& d : meanings_in(*overview.equations, in, overview.texts.get())) {
    const std::string line = formula(with_meaning(d), page.style());
    rows += 1 + display_width(line) / page.room();
    if (rows > screen)
      left_out.push_back(name_text(d.name.text, page.style()));
    else
      page.row("", line);
  }
  if (!left_out.empty()) page.row("", fmt::format("and {} as the model defines them", fmt::join(left_out, ", ")));
}

namespace {

/// Each constraint that does not act all the time, with whether it acts in the equations shown.
void add_imposed(Page& page, const Study& study) {
  constexpr std::size_t most = 6;
  const std::vector<Imposed>& all = study.closed->imposed;
  const Style& style = page.style();
  for (std::size_t k = 0; k < std::min(most, all.size()); ++k)
    page.row(k == 0 ? "imposed" : "",
             fmt::format("{} ({}) acts {}: it is {} here", name_text(all[k].name, style), formula(all[k].text, style),
                         moments_text(all[k], style), all[k].from ? "absent" : "present"));
  if (all.size() > most) page.row("", fmt::format("and {} more", all.size() - most));
}

} // namespace

std::string open_contacts(const Study& study, const Style& style) {
  if (!study.closed || study.closed->contacts.empty()) return {};
  constexpr std::size_t most = 6;
  const std::vector<Contact>& contacts = study.closed->contacts;
  std::string out;
  for (std::size_t c = 0; c < std::min(most, contacts.size()); ++c)
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", name_text(contacts[c].name, style),
                       formula(contacts[c].text, style));
  if (contacts.size() > most) out += fmt::format(" and {} more", contacts.size() - most);
  return out + (contacts.size() == 1 ? " is open here: it acts once a run closes it"
                                     : " are open here: they act once a run closes them");
}

void add_open_contacts(Page& page, const Study& study) {
  if (!study.closed) return;
  if (!study.closed->contacts.empty())
    page.row(study.closed->contacts.size() == 1 ? "contact" : "contacts", open_contacts(study, page.style()));
  add_imposed(page, study);
}

void add_constraints(Page& page, const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.study->system.constraints;
  const Style& style = page.style();
  constexpr std::size_t most = 8;
  const std::vector<FamilyRun> runs = family_runs(
      constraints, [&](std::size_t a, std::size_t b) { return constraints[a].text == constraints[b].text; });
  const std::size_t shown = std::min(runs.size(), most);
  std::vector<std::string> names;
  std::vector<std::string> texts;
  RowMaker all;
  for (std::size_t r = 0; r < shown; ++r) {
    const Formula constraint = read_formula(constraints[runs[r].begin].text);
    all.add(constraint);
    names.push_back(run_name(constraints[runs[r].begin], constraints[runs[r].end - 1], style));
    texts.push_back(formula(constraint, style));
  }
  const std::size_t first = widest(names) + 2;
  const std::size_t second = std::min<std::size_t>(widest(texts), page.room() / 2) + 2;
  for (std::size_t r = 0; r < shown; ++r) {
    std::string what;
    if (const std::size_t k = runs[r].begin; k < overview.natures.size())
      what = row_class(constraints[k], overview.natures[k]) + numbers_text(overview, overview.natures[k], style);
    page.row(r == 0 ? (constraints.size() == 1 ? "constraint" : "constraints") : "",
             padded(names[r], first) + padded(texts[r] + "  ", second) + what);
  }
  if (runs.size() > most) page.row("", fmt::format("and {} more", runs.size() - most));
  add_meanings(page, overview, all.take());
  add_open_contacts(page, *overview.study);
  add_integrals(page, overview);
}

void add_freedoms(Page& page, const Overview& overview) {
  const System& system = overview.study->system;
  const std::size_t n = system.coordinates.size();
  std::string out = counted(n, "coordinate");
  if (overview.degrees_of_freedom) {
    const int free = *overview.degrees_of_freedom;
    const int gauges = gauge_freedoms(overview.diagnostics);
    const int rank = static_cast<int>(n) - free - gauges;
    const std::string minus = page.style().unicode ? "−" : "-";
    if (!system.constraints.empty())
      out += fmt::format(" {} {}", minus,
                         rank == static_cast<int>(system.constraints.size())
                             ? counted(static_cast<std::size_t>(rank), "constraint")
                             : counted(static_cast<std::size_t>(rank), "independent constraint"));
    if (gauges > 0) out += fmt::format(" {} {}", minus, counted(static_cast<std::size_t>(gauges), "gauge freedom"));
    out += fmt::format("{} {}", system.constraints.empty() && gauges == 0 ? "," : " =",
                       counted(static_cast<std::size_t>(free), "degree of freedom"));
  }
  if (overview.independent_initial_values)
    out += fmt::format(
        ", {}", counted(static_cast<std::size_t>(*overview.independent_initial_values), "independent initial value"));
  if (!overview.degrees_of_freedom)
    out += ", degrees of freedom not counted: an equation of motion holds no acceleration (W0307)";
  page.row("freedom", out);
  // A vector of one entry says that the open directions are closed under brackets: the class has said it.
  if (overview.growth.find(',') == std::string::npos) return;
  page.row("", fmt::format("growth vector {} (generic positions{}): dimension of the admissible directions, then "
                           "including successive Lie brackets",
                           overview.growth, overview.growth_counts_time ? "; time counted as a direction" : ""));
}

namespace {

/// `θ = 0.6 rad, …; θ̇ = 0`: the values that a motion starts with, as far as a person reads them.
std::string initial_values(const System& system, const State& state, const Style& style) {
  constexpr std::size_t most = 12;
  constexpr int digits = 6;
  constexpr double round_off = 1e-16; // of the largest value
  double largest = 0.0;
  for (const std::vector<double>* const all : {&state.q, &state.v})
    for (const double value : *all)
      largest = std::max(largest, std::abs(value));
  std::string out;
  std::size_t left_out = 0;
  for (const bool is_rate : {false, true}) {
    const std::vector<double>& values = is_rate ? state.v : state.q;
    const std::vector<FamilyRun> runs =
        family_runs(system.coordinates, [&values](std::size_t a, std::size_t b) { return values[a] == values[b]; });
    for (std::size_t k = 0; k < std::min(most, runs.size()); ++k) {
      const Coordinate& first = system.coordinates[runs[k].begin];
      const double value = values[runs[k].begin];
      // A line of a page ends between two values, not within one.
      out += fmt::format("{}{}\u00A0=\u00A0{}",
                         out.empty() ? ""
                         : k == 0    ? "; "
                                     : ", ",
                         run_name(first, system.coordinates[runs[k].end - 1], style, is_rate ? 1 : 0),
                         quantity_text(std::abs(value) < round_off * largest ? 0.0 : value,
                                       unit_of(system, first.name + (is_rate ? "'" : "")), style, digits));
    }
    left_out += runs.size() - std::min(most, runs.size());
  }
  return left_out > 0 ? out + fmt::format("; and {} more", left_out) : out;
}

constexpr int usual_digits = 6;

/// The digits, six at least, by which two values differ in print.
int digits_that_tell(double from, double to, const Style& style) {
  constexpr int all = std::numeric_limits<double>::max_digits10;
  int out = usual_digits;
  while (out < all && number_text(from, style, out) == number_text(to, style, out))
    ++out;
  return out;
}

} // namespace

void add_initial(Page& page, const System& system, const InitialState& initial) {
  const Style& style = page.style();
  if (style.marks_formulas) page.row("initial state", initial_values(system, initial.state, style));
  if (initial.moved.empty()) {
    if (!style.marks_formulas) page.row("initial state", "consistent as given");
    return;
  }
  constexpr std::size_t most = 4;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, initial.moved.size()); ++i) {
    const MovedValue& value = initial.moved[i];
    if (i > 0) out += "; ";
    const std::string name = name_text(value.name, style);
    const int digits = value.was_given ? digits_that_tell(value.from, value.to, style) : usual_digits;
    const std::string to = quantity_text(value.to, unit_of(system, value.name), style, digits);
    if (value.was_given)
      out += fmt::format("{}(0) was moved from {} to {}", name, number_text(value.from, style, digits), to);
    else
      out += fmt::format("{}(0) was free and became {}", name, to);
  }
  if (initial.moved.size() > most) out += fmt::format("; and {} more", initial.moved.size() - most);
  page.row(style.marks_formulas ? "" : "initial state", out);
}

} // namespace report
} // namespace dalembert
