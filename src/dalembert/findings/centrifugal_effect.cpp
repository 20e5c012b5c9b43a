#include <dalembert/findings/fact_rows.h>
#include <dalembert/findings/steady_obstacle.h>
#include <dalembert/studies/frame_forces.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>

namespace dalembert {
inline namespace findings {

namespace {

/// At the initial state, which steady states are searched from.
void find_centrifugal_effect(FactContext& context, FactSet& facts) {
  if (!steady_obstacle(context, facts).why.empty() || !context.can_start()) return;
  const std::optional<CentrifugalEffect> effect = centrifugal_effect(
      context.engine(), context.equations, facts.get<FictitiousForces>(), context.initial_state().state);
  if (effect) facts.add(*effect);
}

void write_centrifugal_effect(FactWriter& writer, const FactSet& facts) {
  const auto* const effect = facts.find<CentrifugalEffect>();
  if (effect == nullptr) return;
  const Style& style = writer.style();
  constexpr double degrees = 180.0 / std::numbers::pi;
  writer.page().row(
      "",
      fmt::format("at the initial state the centrifugal force {} the effective weight by {} % and deflects it by {}{}",
                  effect->reduction < 0.0 ? "increases" : "reduces",
                  number_text(100.0 * std::abs(effect->reduction), style, 3),
                  number_text(degrees * effect->deflection, style, 3), style.unicode ? "°" : " deg"));
}

void write_centrifugal_json(Json& object, FactJson& /*json*/, const FactSet& facts) {
  const auto* const effect = facts.find<CentrifugalEffect>();
  object["centrifugal_effect"] =
      effect != nullptr ? Json{{"reduction", effect->reduction}, {"deflection", effect->deflection}} : Json();
}

} // namespace

const FactRow centrifugal_effect_row{.name = "centrifugal effect",
                                     .basis = FactBasis::numbers,
                                     .activity = "looking for steady states",
                                     .find = find_centrifugal_effect,
                                     .topic = FactTopic::structure,
                                     .write = write_centrifugal_effect,
                                     .write_json = write_centrifugal_json};

} // namespace findings
} // namespace dalembert
