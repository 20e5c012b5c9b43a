#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/picture_program.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/picture/convert.h>
#include <dalembert/picture/places.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>

namespace dalembert {
inline namespace lowering {

namespace {

/// Gives each number of a picture its place in the scene.
class SceneNumbers {
public:
  SceneNumbers(const Study& study, const Equations& equations, std::span<const double> parameters)
      : graph_(*study.system.graph), meanings_(graph_, meanings(study, equations)), varying_(full_inputs(study)) {
    for (std::size_t p = 0; p < parameters.size(); ++p)
      known_.push_back({study.system.parameters[p].symbol, parameters[p]});
    std::erase_if(varying_, [&study](Expr symbol) {
      return std::ranges::any_of(study.system.parameters, [symbol](const Parameter& p) { return p.symbol == symbol; });
    });
  }

  [[nodiscard]] SceneNumber operator()(Expr e) {
    const auto [at, is_new] = places_.try_emplace(e.id);
    if (is_new) at->second = made(meanings_.of(e));
    return at->second;
  }

  [[nodiscard]] const std::vector<Expr>& columns() const { return columns_; }

private:
  [[nodiscard]] SceneNumber made(Expr e) {
    if (!depends(graph_, e, varying_)) {
      try {
        return {evaluate(graph_, e, known_), std::nullopt};
      } catch (const std::invalid_argument&) { // NOLINT: a function without definition, which the tape names
      }
    }
    columns_.push_back(e);
    return {0.0, columns_.size() - 1};
  }

  Graph& graph_;
  Substitution meanings_;
  std::vector<Expr> varying_; ///< symbols that are no parameters
  std::vector<Assignment> known_;
  std::unordered_map<std::uint32_t, SceneNumber> places_; ///< by id
  std::vector<Expr> columns_;
};

/// A force that an arrow may name, as tables print it.
struct PrintedForce {
  std::string name;
  std::string unit;
  Expr value;
};

std::vector<PrintedForce> printed_forces(const System& system) {
  std::vector<PrintedForce> out;
  const auto add = [&out](const Declared& declared, Expr value) {
    out.push_back({declared.name, declared.measure.unit(), value});
  };
  for (const Reaction& reaction : system.reactions)
    add(reaction, reaction.symbol);
  for (const Friction& friction : system.frictions)
    add(friction, friction.symbol);
  for (const Impact& impact : system.impacts)
    add(impact, impact.symbol);
  for (const Force& force : system.forces)
    if (!force.application && force.parts.size() == 1) add(force, force.parts.front().magnitude);
  return out;
}

/// The amounts of the arrows and arcs that show such a force in its own unit.
void add_amounts(const System& system, const Picture& picture, SceneNumbers& number, Scene& scene) {
  const std::vector<PrintedForce> forces = printed_forces(system);
  const auto note = [&](const std::string& of, const std::string& unit) {
    const auto force = std::ranges::find(forces, of, &PrintedForce::name);
    if (!of.empty() && force != forces.end() && force->unit == unit) scene.amounts.emplace(of, number(force->value));
  };
  for (const DrawnItem<Expr>& item : picture.items) {
    if (const auto* arrow = std::get_if<Arrow<Expr>>(&item.what)) note(arrow->of, arrow->unit);
    if (const auto* arc = std::get_if<Arc<Expr>>(&item.what)) note(arc->of, arc->unit);
  }
}

} // namespace

PictureProgram lower_picture(const Study& study, const Equations& equations, const Picture& picture,
                             std::span<const double> parameters) {
  PictureProgram out;
  SceneNumbers number(study, equations, parameters);
  Scene& scene = out.scene;
  for (const DrawnItem<Expr>& item : picture.items)
    scene.items.push_back(converted(item, number));
  add_amounts(study.system, picture, number, scene);
  for (const Expr e : picture.follow)
    scene.follow.push_back(number(e));
  scene.settings = picture.settings;
  scene.moving_axes = picture.moving_axes;
  scene.not_drawn = picture.not_drawn;
  scene.dimension = dimension_of(std::span<const DrawnItem<SceneNumber>>(scene.items));
  try {
    out.tape = build_tape(*study.system.graph, full_inputs(study), number.columns());
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(study.system, error));
  }
  return out;
}

} // namespace lowering
} // namespace dalembert
