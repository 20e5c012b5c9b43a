#include <dalembert/analysis/effective_potential.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert::inline findings {

namespace {

void find_effective_potential(FactContext& context, FactSet& facts) {
  std::optional<EffectivePotential> found =
      effective_potential(context.equations, facts.get<std::vector<MomentumFacts>>(), facts.get<TimeDependence>());
  if (found) facts.add(*std::move(found));
}

void write_effective_potential(FactWriter& writer, const FactSet& facts) {
  const auto* const potential = facts.find<EffectivePotential>();
  if (potential == nullptr) return;
  const System& system = *writer.equations().system;
  std::string given;
  for (const std::size_t c : potential->cyclic)
    given += (given.empty() ? "" : ", ") + name_text("p." + system.coordinates[c].name, writer.style());
  writer.page().row("Routh", fmt::format("effective potential at given {}: {}", given,
                                         writer.equation_text("V_eff", potential->value)));
}

void write_effective_json(Json& object, FactJson& json, const FactSet& facts) {
  Json& out = object["effective_potential"];
  const auto* const potential = facts.find<EffectivePotential>();
  if (potential == nullptr) return;
  Json cyclic = Json::array();
  for (const std::size_t c : potential->cyclic)
    cyclic.push_back(json.names().coordinates[c]);
  out = Json{{"cyclic", std::move(cyclic)}, {"text", json.text(potential->value)}};
}

} // namespace

const FactRow effective_potential_row{.name = "effective potential",
                                      .find = find_effective_potential,
                                      .topic = FactTopic::conservation,
                                      .write = write_effective_potential,
                                      .write_json = write_effective_json};

} // namespace dalembert::inline findings
