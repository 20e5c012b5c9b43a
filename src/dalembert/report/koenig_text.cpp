#include <dalembert/analysis/koenig.h>
#include <dalembert/report/analyse_sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

namespace dalembert {

namespace {

/// A text that can stand in front of a product.
std::string factor_text(FactWriter& writer, Expr e) {
  const std::string text = writer.text_or_long(e);
  const Graph& graph = *writer.equations().system->graph;
  return graph.kind(e) == NodeKind::sum && text.find(' ') != std::string::npos ? fmt::format("({})", text) : text;
}

} // namespace

void add_koenig(FactWriter& writer) {
  const std::optional<KoenigSplit> split = koenig_split(writer.equations());
  if (!split) return;
  const System& system = *writer.equations().system;
  std::string velocity;
  for (std::size_t i = 0; i < split->shifts.size(); ++i)
    velocity += (velocity.empty() ? "" : ", ") + writer.text_or_long(split->velocity[i]);
  std::string along;
  for (const std::size_t s : split->shifts)
    along += (along.empty() ? "" : ", ") + name_text(system.coordinates[s].name, writer.style());
  const bool unicode = writer.style().unicode;
  writer.page().row(unicode ? "König" : "Koenig",
                    fmt::format("T = {}{}v_G{}/2 + T', the mass centre moving with v_G = ({}) along {},",
                                factor_text(writer, split->mass), unicode ? "·" : "*", unicode ? "²" : "^2", velocity,
                                along));
  writer.page().row("", fmt::format("and T' = {} about it", writer.text_or_long(split->relative)));
}

} // namespace dalembert
