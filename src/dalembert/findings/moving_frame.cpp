#include <dalembert/analysis/facts.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

void find_fictitious(FactContext& context, FactSet& facts) {
  const System& system = *context.equations.system;
  facts.add(context.within_steps([&system] { return fictitious_forces(system); }));
}

void write_moving_frame(FactWriter& writer, const FactSet& facts) {
  const auto& forces = facts.get<FictitiousForces>();
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

void write_moving_frame_json(Json& object, FactJson& json, const FactSet& facts) {
  const auto& forces = facts.get<FictitiousForces>();
  object["fictitious_forces"] = Json{{"coriolis", json.by_coordinate(forces.coriolis)},
                                     {"centrifugal", json.by_coordinate(forces.centrifugal)},
                                     {"euler", json.by_coordinate(forces.euler)}};
}

} // namespace

const FactRow moving_frame_row{.name = "moving frame",
                               .activity = "examining the energies",
                               .find = find_fictitious,
                               .topic = FactTopic::structure,
                               .write = write_moving_frame,
                               .write_json = write_moving_frame_json};

} // namespace findings
} // namespace dalembert
