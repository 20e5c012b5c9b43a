#include <dalembert/analysis/effective_potential.h>
#include <dalembert/expr/depends.h>
#include <dalembert/findings/fact_rows.h>
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

void find_effective_potential(FactContext& context, FactSet& facts) {
  std::optional<EffectivePotential> found =
      effective_potential(context.equations, facts.get<std::vector<MomentumFacts>>(), facts.get<TimeDependence>());
  if (found) facts.add(*std::move(found));
}

/// V_eff as one expression, or as the energy of the given momenta and V where that is shorter:
/// p²/(2 m l² sin²θ) − m g l cos θ.
std::optional<Formula> value_formula(FactWriter& writer, const EffectivePotential& potential) {
  const System& system = *writer.equations().system;
  Graph& graph = *system.graph;
  std::optional<Formula> whole = writer.formula(potential.value);
  const Expr given = system.total(EnergyKind::potential);
  if (graph.is_zero(given) || depends(graph, given, system.rates())) return whole;
  const std::optional<Formula> moving = writer.formula(graph.sub(potential.value, given));
  const std::optional<Formula> rest = writer.formula(given);
  if (!moving || !rest) return whole;
  std::vector<SignedFormula> summands = summands_of(*moving);
  for (SignedFormula& summand : summands_of(*rest))
    summands.push_back(std::move(summand));
  Formula parted = signed_sum(std::move(summands));
  if (!whole || written_length(parted) < written_length(*whole)) whole = std::move(parted);
  return whole;
}

void write_effective_potential(FactWriter& writer, const FactSet& facts) {
  const auto* const potential = facts.find<EffectivePotential>();
  if (potential == nullptr) return;
  const System& system = *writer.equations().system;
  std::string given;
  for (const std::size_t c : potential->cyclic)
    given += (given.empty() ? "" : ", ") + name_text("p." + system.coordinates[c].name, writer.style());
  const std::optional<Formula> value = value_formula(writer, *potential);
  writer.page().row(
      "Routh", fmt::format("effective potential at given {}: {}", given,
                           value ? writer.set(joined_formula(name_formula("V_eff"), " = ", *value))
                                 : fmt::format("{} = {}", formula("V_eff", writer.style()), FactWriter::too_long)));
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

} // namespace findings
} // namespace dalembert
