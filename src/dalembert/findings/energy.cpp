#include <dalembert/analysis/facts.h>
#include <dalembert/findings/fact_rows.h>

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace dalembert::inline findings {

namespace {

void find_energy(FactContext& context, FactSet& facts) {
  facts.add(context.within_steps([&context] { return energy_facts(context.equations, context.judge); }));
  std::vector<OutsideSource> outside;
  if (!facts.get<TimeDependence>().is_rheonomic)
    outside =
        context.within_steps([&] { return outside_sources(*context.equations.system, facts.get<EnergyFacts>()); });
  facts.add(std::move(outside));
}

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

void write_energy(FactWriter& writer, const FactSet& all) {
  const auto& facts = all.get<EnergyFacts>();
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
                         .write = write_energy,
                         .write_json = write_energy_json};

} // namespace dalembert::inline findings
