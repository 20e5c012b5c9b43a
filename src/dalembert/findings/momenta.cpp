#include <dalembert/analysis/facts.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

void find_momenta(FactContext& context, FactSet& facts) {
  facts.add(context.within_steps([&context] { return momentum_facts(context.equations, context.judge); }));
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

void write_momenta(FactWriter& writer, const FactSet& facts) {
  const auto& momenta = facts.get<std::vector<MomentumFacts>>();
  const System& system = *writer.equations().system;
  Page& page = writer.page();
  constexpr std::size_t most = 6;
  std::size_t shown = 0;
  for (const MomentumFacts& m : momenta) {
    const bool is_conserved = m.is_conserved == Answer::yes;
    if (!m.is_cyclic && !is_conserved) continue;
    if (system.graph->is_zero(m.momentum)) continue; // L knows nothing of this coordinate
    if (++shown > most) continue;
    const std::string name = "p." + system.coordinates[m.coordinate].name;
    const std::string coordinate = name_text(system.coordinates[m.coordinate].name, writer.style());
    const bool is_set = !writer.style().marks_formulas || writer.formula(m.momentum); // a page leaves long ones out
    page.row(shown == 1 ? "momenta" : "",
             fmt::format("{} is {} {}{}", coordinate, m.is_cyclic ? "cyclic," : "not cyclic, but its momentum is",
                         paint(is_conserved ? Ink::good : Ink::caution, conserved_word(m.is_conserved), writer.style()),
                         is_set ? ": " + writer.equation_text(name, m.momentum) : std::string()));
    if (!is_conserved && (!writer.style().marks_formulas || writer.formula(m.rate)))
      page.row("", fmt::format("  {}   ({})", writer.rate_text(name_formula(name), "=", writer.formula(m.rate)),
                               culprits(m)));
  }
  if (shown == 0) {
    const bool is_open =
        std::ranges::any_of(momenta, [](const MomentumFacts& m) { return m.is_conserved == Answer::undecided; });
    page.row("momenta", is_open ? "no coordinate is cyclic; whether the momentum of one is conserved is not decided"
                                : "no coordinate is cyclic, and the momentum of no single coordinate is conserved");
  }
  if (shown > most) page.row("", fmt::format("and {} more", shown - most));
}

void write_momenta_json(Json& object, FactJson& json, const FactSet& facts) {
  const auto term = [&json](const std::optional<Expr>& e) { return e ? json.text(*e) : Json("0"); };
  Json out = Json::array();
  for (const MomentumFacts& m : facts.get<std::vector<MomentumFacts>>()) {
    Json entry{{"coordinate", json.names().coordinates[m.coordinate]}, {"cyclic", m.is_cyclic}};
    entry["conserved"] = answer_word(m.is_conserved);
    entry["momentum"] = json.text(m.momentum);
    entry["rate"] = json.text(m.rate);
    entry["rate_terms"] = Json{{"lagrangian", term(m.of_potential)},
                               {"forces", term(m.of_forces)},
                               {"dissipation", term(m.of_dissipation)},
                               {"constraints", term(m.of_constraints)},
                               {"friction", term(m.of_friction)}};
    out.push_back(std::move(entry));
  }
  object["momenta"] = std::move(out);
}

} // namespace

const FactRow momenta_row{.name = "momenta",
                          .activity = "examining the energies",
                          .find = find_momenta,
                          .topic = FactTopic::conservation,
                          .write = write_momenta,
                          .write_json = write_momenta_json};

} // namespace findings
} // namespace dalembert
