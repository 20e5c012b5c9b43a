#include <dalembert/printing/equation_text.h>
#include <dalembert/report/analyse_sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

namespace dalembert {

std::optional<std::string> FactWriter::text(Expr e, std::size_t longest) {
  const std::optional<std::string> plain = plain_text(form_, graph_, e, longest);
  if (!plain || plain->size() > longest) return std::nullopt;
  return formula(*plain, style());
}

std::string FactWriter::text_or_long(Expr e) {
  return text(e).value_or("(too long to print)");
}

void FactWriter::equation(std::string_view label, std::string_view name, Expr e) {
  page_.row(label, fmt::format("{} = {}", formula(name, style()), text_or_long(e)));
}

namespace {

/// Who can do work on a system in whose equations the time does not appear.
std::string outside_sentence(const std::vector<OutsideSource>& sources, const Style& style) {
  using Kind = OutsideSource::Kind;
  const auto named = [&](Kind kind, std::string_view noun) {
    std::string names;
    for (const OutsideSource& source : sources)
      if (source.kind == kind) names += (names.empty() ? "" : ", ") + name_text(source.name, style);
    return names.empty() ? names : fmt::format("{} {}", noun, names);
  };
  const bool is_driven = std::ranges::any_of(sources, [](const auto& s) { return s.kind == Kind::moving_frame; });
  std::string out = is_driven ? "the drive that moves the frame of the coordinates as prescribed" : "";
  for (const std::string& part :
       {named(Kind::constraint, "constraint"), named(Kind::force, "force"), named(Kind::input, "input")})
    if (!part.empty()) out += (out.empty() ? "" : "; ") + part;
  return out;
}

} // namespace

void add_kinetic_split(FactWriter& writer, const Facts& facts) {
  const Graph& graph = *writer.equations().system->graph;
  const RateSplit& split = facts.kinetic;
  const std::string what = facts.splits_lagrangian ? "L" : "T";
  const char* const time = facts.is_rheonomic ? "rheonomic: the time appears"
                           : facts.loses_time ? "rheonomic: the time appears, and drops out of the equations"
                                              : "scleronomic: the time does not appear";
  Page& page = writer.page();
  if (!split.is_exact) {
    page.row("system", fmt::format("{}; {} is no polynomial of degree 2 in the rates", time, what));
    return;
  }
  page.row("system", time);
  if (!facts.outside.empty())
    page.row("",
             fmt::format("work can be done on it from outside by {}", outside_sentence(facts.outside, page.style())));
  const std::array<std::pair<const char*, Expr>, 3> parts{
      {{"_2", split.quadratic}, {"_1", split.linear}, {"_0", split.constant}}};
  const bool is_homogeneous = graph.is_zero(split.linear) && graph.is_zero(split.constant);
  std::string label = facts.splits_lagrangian ? "Lagrangian" : "kinetic energy";
  if (is_homogeneous) {
    writer.equation(label, what + " = " + what + "_2", split.quadratic);
    return;
  }
  for (const auto& [order, part] : parts) {
    if (graph.is_zero(part)) continue;
    writer.equation(label, what + order, part);
    label.clear();
  }
}

namespace {

/// The matrix as one formula, for a printer that sets it itself.
std::string matrix_formula(const std::vector<std::vector<std::string>>& cells, const Style& style) {
  std::string out = "matrix(";
  for (const std::vector<std::string>& row : cells) {
    if (&row != &cells.front()) out += "; ";
    for (const std::string& cell : row) // each between its own marks
      out += (&cell == &row.front() ? "" : ", ") + cell.substr(1, cell.size() - 2);
  }
  return formula(out + ")", style);
}

/// The rows of the mass matrix between bars, where they fit on the page.
void add_matrix_rows(FactWriter& writer) {
  constexpr int most_rows = 6;
  constexpr std::size_t longest_entry = 60;
  const ExprMatrix& mass = writer.equations().mass;
  if (mass.rows > most_rows) return;
  std::vector<std::vector<std::string>> cells;
  std::vector<std::size_t> widths(static_cast<std::size_t>(mass.columns), 0);
  for (int i = 0; i < mass.rows; ++i) {
    std::vector<std::string>& row = cells.emplace_back();
    for (int j = 0; j < mass.columns; ++j) {
      std::optional<std::string> cell = writer.text(mass.at(i, j), longest_entry);
      if (!cell) return;
      std::size_t& width = widths[static_cast<std::size_t>(j)];
      width = std::max(width, display_width(*cell));
      row.push_back(std::move(*cell));
    }
  }
  if (writer.style().marks_formulas) return writer.page().row("", matrix_formula(cells, writer.style()));
  std::size_t total = 4;
  for (const std::size_t width : widths)
    total += width + 2;
  if (total > writer.page().room()) return;
  const char* const bar = writer.style().unicode ? "│" : "|";
  for (const std::vector<std::string>& row : cells) {
    std::string line = bar;
    for (std::size_t j = 0; j < row.size(); ++j)
      line += " " + padded(row[j], widths[j]) + (j + 1 < row.size() ? " " : "");
    writer.page().exact_row("", fmt::format("{} {}", line, bar));
  }
}

std::string conserved_word(Answer identity) {
  switch (identity) {
  case Answer::yes:
    return "conserved";
  case Answer::no:
    return "not conserved";
  case Answer::undecided:
    return "undecided";
  }
  return "undecided";
}

/// What keeps a momentum from being conserved.
std::string culprits(const MomentumFacts& facts) {
  const std::array<std::pair<bool, const char*>, 5> all{
      {{facts.of_potential.has_value(), "the coordinate appears in L"},
       {facts.of_forces.has_value(), "forces"},
       {facts.of_dissipation.has_value(), "dissipation"},
       {facts.of_constraints.has_value(), "constraints"},
       {facts.of_friction.has_value(), "friction"}}};
  std::string out;
  for (const auto& [acts, name] : all)
    if (acts) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

} // namespace

namespace {

/// `constant`, or `it changes with the position and the time`.
std::string change_text(const MassFacts& facts) {
  const std::array<std::pair<Answer, const char*>, 3> all{{{facts.changes_with_position, "the position"},
                                                           {facts.changes_with_speed, "the speed"},
                                                           {facts.changes_with_time, "the time"}}};
  std::string out;
  std::string open;
  for (const auto& [does, name] : all) {
    if (does == Answer::yes) out += (out.empty() ? "it changes with " : " and ") + std::string(name);
    if (does == Answer::undecided) open += (open.empty() ? "whether it changes with " : " or ") + std::string(name);
  }
  if (!open.empty()) out += (out.empty() ? "" : ", ") + open + " is not decided";
  return out.empty() ? "constant" : out;
}

std::string_view diagonal_text(Answer is_diagonal) {
  switch (is_diagonal) {
  case Answer::yes:
    return "diagonal: the coordinates are orthogonal";
  case Answer::no:
    return "not diagonal: the coordinates are not orthogonal";
  case Answer::undecided:
    return "whether it is diagonal is not decided";
  }
  return "";
}

} // namespace

void add_mass_matrix(FactWriter& writer, const MassFacts& facts) {
  writer.page().row("mass matrix", fmt::format("{}, {}", diagonal_text(facts.is_diagonal), change_text(facts)));
  add_matrix_rows(writer);
}

void add_momenta(FactWriter& writer, const Facts& facts) {
  const System& system = *writer.equations().system;
  Page& page = writer.page();
  constexpr std::size_t most = 6;
  std::size_t shown = 0;
  for (const MomentumFacts& m : facts.momenta) {
    const bool is_conserved = m.is_conserved == Answer::yes;
    if (!m.is_cyclic && !is_conserved) continue;
    if (++shown > most) continue;
    const std::string name = "p." + system.coordinates[m.coordinate].name;
    const std::string coordinate = name_text(system.coordinates[m.coordinate].name, writer.style());
    page.row(shown == 1 ? "momenta" : "",
             fmt::format("{}{}, {}: {} = {}", coordinate, m.is_cyclic ? " is cyclic" : "",
                         paint(is_conserved ? Ink::good : Ink::caution, conserved_word(m.is_conserved), writer.style()),
                         name_text(name, writer.style()), writer.text_or_long(m.momentum)));
    if (!is_conserved)
      page.row("", fmt::format("  d/dt {} = {}   ({})", name_text(name, writer.style()), writer.text_or_long(m.rate),
                               culprits(m)));
  }
  if (shown == 0) {
    const bool is_open =
        std::ranges::any_of(facts.momenta, [](const MomentumFacts& m) { return m.is_conserved == Answer::undecided; });
    page.row("momenta", is_open ? "no coordinate is cyclic; whether the momentum of one is conserved is not decided"
                                : "no coordinate is cyclic, and the momentum of no single coordinate is conserved");
  }
  if (shown > most) page.row("", fmt::format("and {} more", shown - most));
}

namespace {

std::string term_text(FactWriter& writer, const PowerTerm& term) {
  std::string value = writer.text_or_long(term.power);
  switch (term.source) {
  case PowerTerm::Source::explicit_time:
    return fmt::format("{}   (the time in L)", value);
  case PowerTerm::Source::force:
    return fmt::format("{}   (force {})", value, term.name);
  case PowerTerm::Source::dissipation:
    return fmt::format("{}   (dissipation)", value);
  case PowerTerm::Source::constraint:
    return fmt::format("{}   (constraint {})", value, term.name);
  case PowerTerm::Source::friction:
    return fmt::format("{}   (friction {})", value, term.name);
  }
  return value;
}

} // namespace

void add_energy(FactWriter& writer, const EnergyFacts& facts) {
  Page& page = writer.page();
  const Style& style = writer.style();
  writer.equation("energy", "h", facts.energy_function);
  std::string what = "the energy function h is " + paint(facts.is_conserved == Answer::yes ? Ink::good : Ink::caution,
                                                         conserved_word(facts.is_conserved), style);
  if (facts.is_total) {
    what += *facts.is_total == Answer::yes ? ", and is the energy E = T + V" : ", and is not the energy E = T + V";
  }
  page.row("", what);
  bool is_first = true;
  for (const PowerTerm& term : facts.balance) {
    const std::string text = term_text(writer, term);
    const std::string_view minus = style.unicode ? "−" : "-";
    const bool is_negative = !is_first && text.starts_with(minus);
    page.row("", is_first
                     ? "dh/dt = " + text
                     : fmt::format("{} {}", is_negative ? minus : "+", text.substr(is_negative ? minus.size() : 0)));
    is_first = false;
  }
}

void add_fictitious(FactWriter& writer, const FictitiousForces& forces) {
  const System& system = *writer.equations().system;
  const Graph& graph = *system.graph;
  if (!forces.any(graph)) return;
  const std::array<std::pair<const char*, const std::vector<Expr>*>, 3> kinds{
      {{"Coriolis", &forces.coriolis}, {"centrifugal", &forces.centrifugal}, {"Euler", &forces.euler}}};
  std::string label = "moving frame";
  for (const auto& [name, components] : kinds)
    for (std::size_t i = 0; i < components->size(); ++i) {
      if (graph.is_zero((*components)[i])) continue;
      writer.page().row(label,
                        fmt::format("{} force on {}: {}", name, name_text(system.coordinates[i].name, writer.style()),
                                    writer.text_or_long((*components)[i])));
      label.clear();
    }
}

void add_centrifugal_effect(Page& page, const CentrifugalEffect& effect) {
  const Style& style = page.style();
  constexpr double degrees = 180.0 / std::numbers::pi;
  page.row("", fmt::format("at the initial state the centrifugal force takes {} % off the weight and turns it by {}{}",
                           number_text(100.0 * effect.reduction, style, 3),
                           number_text(degrees * effect.deflection, style, 3), style.unicode ? "°" : " deg"));
}

} // namespace dalembert
