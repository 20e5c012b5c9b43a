#include <dalembert/expr/depends.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/jumping_functions.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

namespace dalembert {
inline namespace lowering {

namespace {

constexpr std::uint32_t continuous_orders = 2; // the values and slopes of a table

std::optional<PartProgram::Label> label_of_jump(Function f) {
  using Label = PartProgram::Label;
  switch (f) {
  case Function::sign:
  case Function::heaviside:
  case Function::atan2: // where its second argument is negative
    return Label::sign;
  case Function::floor:
    return Label::floor;
  case Function::ceil:
    return Label::ceil;
  case Function::round:
    return Label::round;
  case Function::trunc:
  case Function::fmod:
    return Label::trunc;
  default:
    return std::nullopt;
  }
}

/// Nothing of a node that is continuous.
std::optional<JumpingFunction> jumping_function(Graph& graph, Expr e) {
  if (graph.kind(e) == NodeKind::select)
    return JumpingFunction{graph.sub(graph.args(e)[0], graph.args(e)[1]), {PartProgram::Label::sign}};
  if (graph.kind(e) == NodeKind::unknown) {
    const Argument of = graph.arguments(e).front();
    const std::shared_ptr<const TabulatedFunction>& table = graph.table(graph.unknown_id(e));
    if (!table || of.order < continuous_orders) return std::nullopt;
    return JumpingFunction{of.expr, {PartProgram::Label::piece, table}};
  }
  if (graph.kind(e) != NodeKind::function) return std::nullopt;
  const Function f = graph.function(e);
  const std::optional<PartProgram::Label> label = label_of_jump(f);
  if (!label) return std::nullopt;
  const Expr u = graph.args(e)[0];
  if (f != Function::fmod) return JumpingFunction{u, {*label}};
  if (graph.is_zero(graph.args(e)[1])) return std::nullopt;
  return JumpingFunction{graph.div(u, graph.args(e)[1]), {*label}};
}

} // namespace

std::vector<JumpingFunction> jumping_functions(const System& system, std::span<const Expr> all,
                                               std::span<const Expr> not_held) {
  Graph& graph = *system.graph;
  std::vector<Expr> moving = system.positions();
  append(moving, system.rates());
  std::vector<JumpingFunction> out;
  const auto take = [&](std::span<const Expr> roots, bool is_of_time) {
    for (const Expr e : reachable(graph, roots)) {
      std::optional<JumpingFunction> found = jumping_function(graph, e);
      if (!found || depends(graph, found->argument, moving) == is_of_time) continue;
      if (is_of_time && !depends(graph, found->argument, system.time)) continue;
      found->is_of_time = is_of_time;
      const auto is_same = [&found](const JumpingFunction& other) {
        return other.argument == found->argument && other.label.label == found->label.label &&
               other.label.table == found->label.table;
      };
      if (std::ranges::none_of(out, is_same)) out.push_back(*found);
    }
  };
  take(all, true);
  take(not_held, false);
  return out;
}

} // namespace lowering
} // namespace dalembert
