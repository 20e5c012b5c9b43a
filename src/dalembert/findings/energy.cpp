#include <dalembert/analysis/facts.h>
#include <dalembert/expr/depends.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/signed_sum.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

void find_energy(FactContext& context, FactSet& facts) {
  facts.add(context.within_steps([&context] { return energy_facts(context.equations, context.judge); }));
  std::vector<OutsideSource> outside;
  if (!facts.get<TimeDependence>().is_rheonomic)
    outside =
        context.within_steps([&] { return outside_sources(*context.equations.system, facts.get<EnergyFacts>()); });
  facts.add(std::move(outside));
}

std::string source_text(const PowerTerm& term, const Style& style) {
  switch (term.source) {
  case PowerTerm::Source::explicit_time:
    return fmt::format("the time in {}", formula("L", style));
  case PowerTerm::Source::force:
    return "force " + (style.marks_formulas ? name_text(term.name, style) : term.name);
  case PowerTerm::Source::dissipation:
    return "dissipation";
  case PowerTerm::Source::constraint:
    return "constraint " + (style.marks_formulas ? name_text(term.name, style) : term.name);
  case PowerTerm::Source::friction:
    return "friction " + (style.marks_formulas ? name_text(term.name, style) : term.name);
  }
  return "";
}

/// `dh/dt = -c*x'^2`, or `+ F*x'` of a later term.
std::string power_text(FactWriter& writer, const PowerTerm& term, std::string_view name, bool is_first) {
  const std::optional<Formula> power = writer.formula(term.power);
  if (is_first && power && writer.style().marks_formulas)
    return formula(fmt::format("{}' = {}", name, written(*power)), writer.style()); // ḣ, set as one formula
  if (is_first) return fmt::format("d{}/dt = {}", name, power ? writer.set(*power) : FactWriter::too_long);
  if (!power) return fmt::format("+ {}", FactWriter::too_long);
  std::vector<SignedFormula> summands = summands_of(*power);
  const bool is_negative = std::exchange(summands.front().is_negative, false);
  const char* const minus = writer.style().unicode ? "−" : "-";
  return fmt::format("{} {}", is_negative ? minus : "+", writer.set(signed_sum(std::move(summands))));
}

/// `E = T + V`; of a potential that holds rates, as that of a magnetic field, E has the part without them alone.
std::string total_text(const Equations& equations, const Style& style) {
  const System& system = *equations.system;
  const Graph& graph = *system.graph;
  if (!depends(graph, system.total(EnergyKind::potential), system.rates())) return formula("E = T + V", style);
  if (graph.is_zero(equations.energy.potential)) return formula("E = T", style);
  return formula("E = T + V", style) + ", with the part of V without rates";
}

/// On a page that has shown T and V: what the energy does, and the energy function only where it is another one.
void write_set_energy(FactWriter& writer, const EnergyFacts& facts) {
  Page& page = writer.page();
  const Style& style = writer.style();
  const bool is_total = facts.is_total == Answer::yes;
  const std::string name = is_total ? "E" : "h";
  const bool is_kinetic = is_energy_kinetic(*writer.equations().system);
  const std::string total = is_kinetic ? formula("E = T", style) : total_text(writer.equations(), style);
  const std::string what =
      is_total ? fmt::format("the energy {}", total) : fmt::format("the energy function {}", formula("h", style));
  if (!is_total) writer.equation("energy", "h", facts.energy_function);
  const bool is_open = facts.is_conserved == Answer::undecided;
  std::string out = is_open && !facts.balance.empty() ? fmt::format("{} changes at the rate", what)
                    : is_open ? fmt::format("whether {} is conserved is {}", what, conserved_word(facts.is_conserved))
                              : fmt::format("{} is {}", what, conserved_word(facts.is_conserved));
  if (!is_total && facts.is_total == Answer::no) out += fmt::format(", and is not {}", total);
  page.row(is_total ? "energy" : "", out);
  bool is_first = true;
  for (const PowerTerm& term : facts.balance) {
    page.row("", fmt::format("{} ({})", power_text(writer, term, name, is_first), source_text(term, style)));
    is_first = false;
  }
}

void write_energy(FactWriter& writer, const FactSet& all) {
  const auto& facts = all.get<EnergyFacts>();
  Page& page = writer.page();
  const Style& style = writer.style();
  if (style.marks_formulas) return write_set_energy(writer, facts);
  writer.equation("energy", "h", facts.energy_function);
  const std::string h = formula("h", style);
  const std::string word =
      paint(facts.is_conserved == Answer::yes ? Ink::good : Ink::caution, conserved_word(facts.is_conserved), style);
  const bool is_open = facts.is_conserved == Answer::undecided;
  std::string what = is_open ? fmt::format("whether the energy function {} is conserved is {}", h, word)
                             : fmt::format("the energy function {} is {}", h, word);
  if (facts.is_total)
    what += fmt::format("{} {} the energy {}", is_open ? "; it" : ", and",
                        *facts.is_total == Answer::yes ? "is" : "is not", total_text(writer.equations(), style));
  page.row("", what);
  bool is_first = true;
  for (const PowerTerm& term : facts.balance) {
    page.row("", fmt::format("{}   ({})", power_text(writer, term, "h", is_first), source_text(term, style)));
    is_first = false;
  }
}

std::string_view source_word(PowerTerm::Source source) {
  switch (source) {
  case PowerTerm::Source::explicit_time:
    return "explicit_time";
  case PowerTerm::Source::force:
    return "force";
  case PowerTerm::Source::dissipation:
    return "dissipation";
  case PowerTerm::Source::constraint:
    return "constraint";
  case PowerTerm::Source::friction:
    return "friction";
  }
  return "force";
}

void write_energy_json(Json& object, FactJson& json, const FactSet& all) {
  const auto& facts = all.get<EnergyFacts>();
  Json out{{"h", json.text(facts.energy_function)}, {"conserved", answer_word(facts.is_conserved)}};
  out["is_total_energy"] = facts.is_total ? Json(answer_word(*facts.is_total)) : Json();
  Json balance = Json::array();
  for (const PowerTerm& term : facts.balance)
    balance.push_back(
        Json{{"source", source_word(term.source)}, {"name", term.name}, {"power", json.text(term.power)}});
  out["balance"] = std::move(balance);
  object["energy"] = std::move(out);
}

} // namespace

const FactRow energy_row{.name = "energy",
                         .activity = "examining the energies",
                         .find = find_energy,
                         .topic = FactTopic::conservation,
                         .write = write_energy,
                         .write_json = write_energy_json};

} // namespace findings
} // namespace dalembert
