#include <dalembert/expr/depends.h>
#include <dalembert/report/analyse_sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {

namespace {

/// `δx = −y, δy = x`: what the generator does; `a change of x, y that is too long to print`.
std::string generator_text(FactWriter& writer, Expr time, const std::vector<Expr>& positions) {
  const System& system = *writer.equations().system;
  const Graph& graph = *system.graph;
  const std::string delta = writer.style().unicode ? "δ" : "delta ";
  std::string out;
  std::string changed;
  bool is_long = false;
  const auto add = [&](const std::string& name, Expr e) {
    if (graph.is_zero(e)) return;
    changed += (changed.empty() ? "" : ", ") + name;
    const std::optional<std::string> value = is_long ? std::nullopt : writer.text(e);
    if (value)
      out += fmt::format("{}{}{} = {}", out.empty() ? "" : ", ", delta, name, *value);
    else
      is_long = true;
  };
  add("t", time);
  for (std::size_t i = 0; i < positions.size(); ++i)
    add(name_text(system.coordinates[i].name, writer.style()), positions[i]);
  return is_long ? fmt::format("a change of {} that is too long to print", changed) : out;
}

/// `d/dt (x·ẏ − y·ẋ)`
std::string rate_of(FactWriter& writer, Expr quantity) {
  const std::optional<std::string> text = writer.text(quantity);
  return text ? fmt::format("d/dt ({})", *text) : "d/dt of a quantity that is too long to print";
}

/// The shorter of two expressions that agree on the constraints.
std::string shorter_text(FactWriter& writer, Expr a, Expr b) {
  const std::optional<std::string> first = writer.text(a);
  const std::optional<std::string> second = writer.text(b);
  if (!first || !second) return first ? *first : writer.text_or_long(b);
  return display_width(*second) < display_width(*first) ? *second : *first;
}

/// What a symmetry does to L.
std::string change_of_lagrangian(FactWriter& writer, const Symmetry& s) {
  const Graph& graph = *writer.equations().system->graph;
  if (graph.is_zero(s.gauge)) return graph.is_zero(s.time) ? "leaves L unchanged" : "leaves L dt unchanged";
  return fmt::format("changes L{} by the derivative of {} alone", graph.is_zero(s.time) ? "" : " dt",
                     writer.text_or_long(s.gauge));
}

/// False for what momenta and energy have said already (shifts of the time or of one coordinate), and for changes that
/// grow with the time and are broken.
bool is_news(const System& system, const Symmetry& symmetry) {
  const Graph& graph = *system.graph;
  std::vector<Expr> parts = symmetry.positions;
  parts.push_back(symmetry.time);
  const auto moved = std::count_if(parts.begin(), parts.end(), [&graph](Expr e) { return !graph.is_zero(e); });
  const bool is_constant = std::all_of(parts.begin(), parts.end(), [&graph](Expr e) { return graph.is_number(e); });
  if (moved == 1 && is_constant && graph.is_zero(symmetry.gauge)) return false;
  return symmetry.is_conserved == Answer::yes || !depends(graph, parts, std::vector<Expr>{system.time});
}

} // namespace

void add_symmetries(FactWriter& writer, const SymmetrySearch& search) {
  constexpr std::size_t most = 10;
  Page& page = writer.page();
  std::string label = "symmetries";
  std::size_t shown = 0;
  for (const Symmetry& s : search.found) {
    if (!is_news(*writer.equations().system, s) || ++shown > most) continue;
    const std::string generator = generator_text(writer, s.time, s.positions);
    if (s.is_conserved == Answer::yes)
      page.row(label, fmt::format("{}: {} = {}", generator, writer.text_or_long(s.quantity),
                                  paint(Ink::good, "const", writer.style())));
    else
      page.row(label, fmt::format("{} {}, but {} {} {}", generator, change_of_lagrangian(writer, s),
                                  rate_of(writer, s.quantity),
                                  s.is_conserved == Answer::no ? "=" : "may not vanish:", writer.text_or_long(s.rate)));
    label.clear();
  }
  if (shown > most) page.row("", fmt::format("and {} more; --json has all", shown - most));
  if (!search.is_richest)
    page.row(label, fmt::format("looked for only {}: the system has many coordinates", search.looked_for));
  for (const std::string& note : search.notes)
    page.row(!search.is_richest ? "" : label, fmt::format("not searched to the end: {}", note));
}

void add_momentum_equations(FactWriter& writer, const std::vector<MomentumEquation>& equations) {
  Page& page = writer.page();
  const Expr no_time = writer.equations().system->graph->zero();
  std::string label = "momentum";
  for (const MomentumEquation& m : equations) {
    const std::string generator = generator_text(writer, no_time, m.positions);
    page.row(label, fmt::format("along {}, which the constraints allow:", generator));
    if (m.is_conserved == Answer::yes)
      page.row("",
               fmt::format("  {} = {}", writer.text_or_long(m.quantity), paint(Ink::good, "const", writer.style())));
    else
      page.row("", fmt::format("  {} = {}", rate_of(writer, m.quantity),
                               shorter_text(writer, m.rate, m.rate_on_constraints)));
    label.clear();
  }
}

void add_effective_potential(FactWriter& writer, const EffectivePotential& potential) {
  const System& system = *writer.equations().system;
  std::string given;
  for (const std::size_t c : potential.cyclic)
    given += (given.empty() ? "" : ", ") + name_text("p." + system.coordinates[c].name, writer.style());
  writer.page().row(
      "Routh", fmt::format("effective potential at given {}: V_eff = {}", given, writer.text_or_long(potential.value)));
}

} // namespace dalembert
