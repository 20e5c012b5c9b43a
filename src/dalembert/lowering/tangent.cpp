#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/acceleration_rows.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/initial.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/tangent.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/program/build_tape.h>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

std::vector<Expr> new_symbols(Graph& graph, std::string_view name, std::size_t count) {
  std::vector<Expr> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(graph.symbol(fmt::format("{}.{}", name, i)));
  return out;
}

/// The symbols of a direction, and what moves by them.
class Direction {
public:
  Direction(const System& system, DirectionLayout layout)
      : layout_(std::move(layout)),
        graph_(*system.graph),
        symbols_(new_symbols(graph_, "direction", layout_.size())),
        positions_(system.positions()),
        rates_(system.rates()),
        time_(system.time) {
    for (const std::size_t p : layout_.parameters)
      parameters_.push_back(system.parameters[p].symbol);
  }

  enum class Part { position, rate, parameter, time };
  [[nodiscard]] std::vector<Seed> seeds(std::initializer_list<Part> parts) const {
    std::vector<Seed> out;
    const auto add = [&](std::span<const Expr> moving, std::size_t begin) {
      for (std::size_t i = 0; i < moving.size(); ++i)
        out.push_back({moving[i], symbols_[begin + i]});
    };
    for (const Part part : parts) {
      if (part == Part::position) add(positions_, layout_.position());
      if (part == Part::rate) add(rates_, layout_.rate());
      if (part == Part::parameter) add(parameters_, layout_.parameter());
      if (part == Part::time) add(std::span(&time_, 1), layout_.time());
    }
    return out;
  }
  [[nodiscard]] std::vector<Seed> all() const {
    return seeds({Part::position, Part::rate, Part::parameter, Part::time});
  }
  [[nodiscard]] const std::vector<Expr>& symbols() const { return symbols_; }
  [[nodiscard]] std::vector<Expr> derivatives(const std::vector<Expr>& of) const {
    return directional(graph_, of, all());
  }

private:
  DirectionLayout layout_;
  Graph& graph_;
  std::vector<Expr> symbols_;
  std::vector<Expr> positions_;
  std::vector<Expr> rates_;
  std::vector<Expr> parameters_;
  Expr time_;
};

Tape tangent_tape(const System& system, std::vector<Expr> inputs, const std::vector<Expr>& more,
                  const std::vector<Expr>& outputs) {
  append(inputs, more);
  try {
    return build_tape(*system.graph, inputs, outputs);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
}

/// μ·N of each friction.
std::vector<Expr> friction_limits(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const std::vector<Expr> multipliers = system.multipliers();
  std::vector<Expr> out;
  for (const FrictionBlock& friction : equations.frictions) {
    Expr normal = graph.zero();
    for (std::size_t k = 0; k < multipliers.size(); ++k)
      normal = graph.add(normal, graph.mul(friction.normal[k], multipliers[k]));
    out.push_back(graph.mul(friction.coefficient, normal));
  }
  return out;
}

/// The scaled slips of those that may be one in a plane.
std::vector<Expr> planar_slips(const Equations& equations) {
  std::vector<Expr> out;
  for (const SlipPlane& plane : slip_planes(*equations.system))
    for (const std::size_t f : plane)
      out.push_back(equations.system->graph->mul(equations.frictions[f].coefficient, equations.frictions[f].slip));
  return out;
}

/// The slip of each friction.
std::vector<Expr> slips(const Equations& equations) {
  std::vector<Expr> out;
  for (const FrictionBlock& friction : equations.frictions)
    out.push_back(friction.slip);
  return out;
}

/// d/dt of functions of t, q, v, with the accelerations as they are.
std::vector<Expr> rates_of(const Equations& equations, const std::vector<Expr>& functions) {
  const System& system = *equations.system;
  std::vector<Seed> moving{{system.time, system.graph->one()}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    moving.push_back({system.coordinates[i].position, system.coordinates[i].rate});
    moving.push_back({system.coordinates[i].rate, equations.accelerations[i]});
  }
  return directional(*system.graph, functions, moving);
}

} // namespace

MotionTangent lower_motion_tangent(const Study& study, const Equations& equations, std::vector<std::size_t> parameters,
                                   JumpChoice jumps) {
  const System& system = study.system;
  Graph& graph = *system.graph;
  const std::vector<Replacement> known = meanings(study, equations);
  MotionTangent out;
  out.layout = {system.coordinates.size(), std::move(parameters)};
  const Direction direction(system, out.layout);

  std::vector<Expr> values = equations.residual;
  append(values, acceleration_rows(equations));
  append(values, friction_limits(equations));
  append(values, planar_slips(equations));
  append(values, rates_of(equations, slips(equations)));
  JumpNodes held;
  if (jumps == JumpChoice::held) held = JumpNodes(equations);
  append(values, rates_of(equations, held.arguments()));
  values = substitute(graph, values, known);
  std::vector<Expr> inputs = full_inputs(study);
  append(inputs, held.symbols());
  const std::vector<Expr> branch = substitute(graph, values, held.replacements());
  std::vector<Expr> outputs_of_motion = direction.derivatives(branch);
  const std::vector<Expr> residual(branch.begin(),
                                   branch.begin() + static_cast<std::ptrdiff_t>(equations.residual.size()));
  for (const Expr value : held.symbols())
    append(outputs_of_motion, directional(graph, residual, std::vector<Seed>{{value, graph.one()}}));
  out.motion = tangent_tape(system, inputs, direction.symbols(), outputs_of_motion);

  std::vector<Expr> rows;
  for (const Constraint& constraint : system.constraints)
    if (constraint.kind == ConstraintKind::holonomic) rows.push_back(constraint.residual);
  append(rows, equations.constraint_rates);
  append(rows, slips(equations));
  rows = substitute(graph, rows, known);
  const std::vector<Expr> state = state_inputs(system);
  out.rows = tangent_tape(system, state, direction.symbols(), direction.derivatives(rows));
  out.jumps = tangent_tape(system, state, direction.symbols(), direction.derivatives(held.arguments()));

  append(values, rows);
  std::vector<Expr> not_held = branch;
  append(not_held, rows);
  out.jumping = jumping_functions(system, values, not_held);
  std::vector<Expr> arguments;
  for (const JumpingFunction& each : out.jumping)
    arguments.push_back(each.argument);
  const std::vector<Expr> speeds = rates_of(equations, arguments);
  const std::vector<Expr> changes = direction.derivatives(arguments);
  std::vector<Expr> outputs;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    append(outputs, std::vector<Expr>{arguments[i], speeds[i], changes[i]});
  out.switches = tangent_tape(system, std::move(inputs), direction.symbols(), outputs);
  return out;
}

StartTangent lower_start_tangent(const Study& study, std::vector<std::size_t> parameters) {
  const System& system = study.system;
  StartTangent out;
  out.layout = {system.coordinates.size(), std::move(parameters)};
  const Direction direction(system, out.layout);
  std::vector<Expr> values;
  for (const InitialValue& given : study.initial)
    values.push_back(given.value);
  const std::vector<Expr> state = state_inputs(system);
  out.values = tangent_tape(system, state, direction.symbols(), direction.derivatives(values));
  const Expr begin = study.simulate ? study.simulate->begin : system.graph->zero();
  out.begin = tangent_tape(system, state, direction.symbols(), direction.derivatives({begin}));
  return out;
}

LevelTangent lower_level_tangent(const Study& study, const Equations& equations, std::vector<std::size_t> parameters,
                                 TangentLevel level) {
  const System& system = study.system;
  Graph& graph = *system.graph;
  const bool is_of_rates = level == TangentLevel::rate;
  const std::vector<Expr> x = is_of_rates ? system.rates() : system.positions();
  const std::size_t n = x.size();
  LevelTangent out;
  out.layout = {n, std::move(parameters)};
  const Direction direction(system, out.layout);
  using Part = Direction::Part;

  std::vector<Expr> rows;
  if (is_of_rates) rows = equations.constraint_rates;
  for (const Constraint& constraint : system.constraints)
    if (!is_of_rates && constraint.kind == ConstraintKind::holonomic) rows.push_back(constraint.residual);
  out.constraints = rows.size();
  const InitialProgram initial = lower_initial(study, state_inputs(system));
  for (const InitialProgram::Row& row : initial.rows) {
    if (row.about_rates != is_of_rates) continue;
    out.entries.push_back(row.entry);
    rows.push_back(graph.sub(study.initial[row.entry].target, study.initial[row.entry].value));
  }
  const std::vector<Replacement> known = meanings(study, equations);
  rows = substitute(graph, rows, known);
  const std::vector<Expr> mass = substitute(graph, equations.mass().entries, known);

  const Expr by_mass = graph.symbol("mass");
  const std::vector<Expr> weights = new_symbols(graph, "weight", n);
  const std::vector<Expr> start = new_symbols(graph, "start", n);
  const std::vector<Expr> start_direction = new_symbols(graph, "start.direction", n);
  const std::vector<Expr> multipliers = new_symbols(graph, "multiplier", rows.size());
  const std::vector<Expr> by_x = jacobian(graph, rows, x);
  const Expr by_weights = graph.sub(graph.one(), by_mass);
  std::vector<Expr> stationary;
  for (std::size_t i = 0; i < n; ++i) {
    Expr sum = graph.mul(by_weights, graph.mul(weights[i], graph.sub(x[i], start[i])));
    for (std::size_t j = 0; j < n; ++j)
      sum = graph.add(sum, graph.mul(by_mass, graph.mul(mass[i * n + j], graph.sub(x[j], start[j]))));
    for (std::size_t k = 0; k < rows.size(); ++k)
      sum = graph.sub(sum, graph.mul(by_x[k * n + i], multipliers[k]));
    stationary.push_back(sum);
  }
  std::vector<Seed> moving = is_of_rates ? direction.seeds({Part::position, Part::parameter, Part::time})
                                         : direction.seeds({Part::parameter, Part::time});
  const std::vector<Expr> rows_moved = directional(graph, rows, moving);
  for (std::size_t i = 0; i < n; ++i)
    moving.push_back({start[i], start_direction[i]});

  std::vector<Expr> outputs = mass;
  append(outputs, rows);
  append(outputs, by_x);
  append(outputs, stationary);
  append(outputs, jacobian(graph, stationary, x));
  append(outputs, directional(graph, stationary, moving));
  append(outputs, rows_moved);
  std::vector<Expr> more = direction.symbols();
  more.push_back(by_mass);
  for (const std::vector<Expr>* part : {&weights, &start, &start_direction, &multipliers})
    append(more, *part);
  out.tape = tangent_tape(system, state_inputs(system), more, outputs);
  return out;
}

} // namespace lowering
} // namespace dalembert
