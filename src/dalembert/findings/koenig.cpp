#include <dalembert/analysis/koenig.h>
#include <dalembert/findings/fact_rows.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/signed_sum.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace dalembert {
inline namespace findings {

namespace {

void find_koenig(FactContext& context, FactSet& facts) {
  if (std::optional<KoenigSplit> split = koenig_split(context.equations)) facts.add(*std::move(split));
}

/// A text that can stand in front of a product.
std::string factor_text(FactWriter& writer, Expr e) {
  std::optional<Formula> factor = writer.formula(e);
  if (!factor) return std::string(FactWriter::too_long);
  if (summands_of(*factor).size() > 1) factor = fenced_formula(*std::move(factor));
  return writer.set(*factor);
}

/// On a page: T = ½ m v_G² + T_rel, set as formulas, and what its two names mean.
void write_set_koenig(FactWriter& writer, const KoenigSplit& split) {
  const System& system = *writer.equations().system;
  const Style& style = writer.style();
  std::optional<Formula> mass = writer.formula(split.mass);
  const std::optional<Formula> relative = writer.formula(split.relative);
  std::string velocity;
  for (const Expr component : split.velocity) {
    const std::optional<Formula> part = writer.formula(component);
    if (!part) return;
    velocity += (velocity.empty() ? "" : ", ") + written(*part);
  }
  if (!mass || !relative) return;
  if (summands_of(*mass).size() > 1) mass = fenced_formula(*std::move(mass));
  std::string along;
  for (const std::size_t s : split.shifts)
    along += (along.empty() ? "" : ", ") + name_text(system.coordinates[s].name, style);
  if (split.velocity.size() > 1) velocity = fmt::format("({})", velocity);
  writer.page().row("König",
                    fmt::format("{}, with", formula(fmt::format("T = 1/2*{}*v_G^2 + T.rel", written(*mass)), style)));
  writer.page().row("", fmt::format("{}, the velocity of the mass centre along {},",
                                    formula(fmt::format("v_G = {}", velocity), style), along));
  writer.page().row("", fmt::format("{}, the kinetic energy relative to it",
                                    formula(fmt::format("T.rel = {}", written(*relative)), style)));
}

void write_koenig(FactWriter& writer, const FactSet& facts) {
  const auto* const split = facts.find<KoenigSplit>();
  if (split == nullptr) return;
  const System& system = *writer.equations().system;
  if (writer.style().marks_formulas) return write_set_koenig(writer, *split);
  std::string velocity;
  for (std::size_t i = 0; i < split->shifts.size(); ++i)
    velocity += (velocity.empty() ? "" : ", ") + writer.text_or_long(split->velocity[i]);
  std::string along;
  for (const std::size_t s : split->shifts)
    along += (along.empty() ? "" : ", ") + name_text(system.coordinates[s].name, writer.style());
  const bool unicode = writer.style().unicode;
  writer.page().row(unicode ? "König" : "Koenig",
                    fmt::format("T = {}{}v_G{}/2 + T' with the velocity of the mass centre v_G = ({}) along {}",
                                factor_text(writer, split->mass), unicode ? "·" : "*", unicode ? "²" : "^2", velocity,
                                along));
  writer.page().row("", fmt::format("and T' = {} relative to it", writer.text_or_long(split->relative)));
}

void write_koenig_json(Json& object, FactJson& json, const FactSet& facts) {
  Json& out = object["koenig"];
  const auto* const split = facts.find<KoenigSplit>();
  if (split == nullptr) return;
  JsonMap velocity;
  for (std::size_t i = 0; i < split->shifts.size(); ++i)
    velocity.add(json.names().coordinates[split->shifts[i]], json.text(split->velocity[i]));
  out = Json{{"mass", json.text(split->mass)}, {"velocity", velocity.take()}, {"relative", json.text(split->relative)}};
}

} // namespace

const FactRow koenig_row{.name = "koenig",
                         .find = find_koenig,
                         .topic = FactTopic::structure,
                         .write = write_koenig,
                         .write_json = write_koenig_json};

} // namespace findings
} // namespace dalembert
