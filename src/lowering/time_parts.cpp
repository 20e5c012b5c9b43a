#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/time_parts.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace dalembert {

namespace {

constexpr std::size_t most_parts = 1000; ///< of either kind

/// What a node depends on, and how many switches lie above one another in it.
struct TimeContent {
  bool has_time = false;
  bool has_motion = false;
  int level = 0;
  [[nodiscard]] bool is_of_time_alone() const { return has_time && !has_motion; }
};

/// How a node switches: by which of its arguments.
struct Decision {
  Expr argument;
  TimeProgram::Label label = TimeProgram::Label::sign;
  std::shared_ptr<const TabulatedFunction> table = {};
};

std::optional<TimeProgram::Label> label_of(Function f) {
  switch (f) {
  case Function::abs:
  case Function::sign:
  case Function::heaviside:
    return TimeProgram::Label::sign;
  case Function::floor:
    return TimeProgram::Label::floor;
  case Function::ceil:
    return TimeProgram::Label::ceil;
  case Function::round:
    return TimeProgram::Label::round;
  case Function::trunc:
    return TimeProgram::Label::trunc;
  default:
    return std::nullopt;
  }
}

std::optional<Decision> decision_of(Graph& graph, Expr e) {
  if (graph.kind(e) == NodeKind::select) {
    const Expr left = graph.args(e)[0];
    const Expr right = graph.args(e)[1];
    return Decision{graph.sub(left, right), TimeProgram::Label::sign};
  }
  if (graph.kind(e) == NodeKind::unknown)
    return Decision{graph.arguments(e).front().expr, TimeProgram::Label::piece, graph.table(graph.unknown_id(e))};
  if (graph.kind(e) != NodeKind::function) return std::nullopt;
  const Function f = graph.function(e);
  const Expr first = graph.args(e)[0];
  if (f == Function::min || f == Function::max)
    return Decision{graph.sub(first, graph.args(e)[1]), TimeProgram::Label::sign};
  if (f == Function::fmod && !graph.is_zero(graph.args(e)[1]))
    return Decision{graph.div(first, graph.args(e)[1]), TimeProgram::Label::trunc};
  if (const auto label = label_of(f)) return Decision{first, *label};
  return std::nullopt;
}

class TimeParts {
public:
  TimeParts(const System& system, std::span<const Expr> roots) : graph_(*system.graph), time_(system.time) {
    for (const Parameter& parameter : system.parameters)
      parameters_.insert(parameter.symbol);
    for (const Expr e : reachable(graph_, roots))
      take(e);
  }

  TimeProgram program(std::span<const Expr> inputs) {
    std::vector<Expr> values = arguments_;
    values.insert(values.end(), smooth_.begin(), smooth_.end());
    const std::vector<Seed> seeds{{time_, graph_.one()}};
    const std::vector<Expr> rates = directional(graph_, values, seeds);
    const std::vector<Expr> second = directional(graph_, rates, seeds);
    std::vector<Expr> outputs;
    for (std::size_t i = 0; i < values.size(); ++i) {
      outputs.push_back(values[i]);
      outputs.push_back(rates[i]);
      if (i >= arguments_.size()) outputs.push_back(second[i]);
    }
    made_.smooth_parts = smooth_.size();
    if (!outputs.empty()) made_.tape = build_tape(graph_, inputs, outputs);
    return std::move(made_);
  }

private:
  void take(Expr e) {
    TimeContent content;
    if (graph_.kind(e) == NodeKind::symbol) {
      content.has_time = e == time_;
      content.has_motion = !content.has_time && !parameters_.contains(e);
    }
    graph_.for_children(e, [&](Expr child) {
      const TimeContent& below = contents_.at(child.id);
      content.has_time = content.has_time || below.has_time;
      content.has_motion = content.has_motion || below.has_motion;
      content.level = std::max(content.level, below.level);
    });
    if (content.has_time) content.level += take_switch(e, content.level);
    if (content.is_of_time_alone() && is_smooth_part(e)) add(smooth_, e);
    contents_.set(e.id, content);
  }

  /// True of a node that may be narrow or fast in a way that its arguments are not.
  [[nodiscard]] bool is_smooth_part(Expr e) const {
    if (graph_.kind(e) == NodeKind::function) return true;
    if (is_table(e)) return !is_linear_in_time(graph_.arguments(e).front().expr);
    if (graph_.kind(e) != NodeKind::product) return false;
    const auto is_narrow = [this](const Factor& f) {
      const std::optional<std::int64_t> exponent = graph_.value(f.exponent).as_integer();
      const bool is_low = exponent && (*exponent == 1 || *exponent == 2);
      return !is_low && contents_.at(f.base.id).has_time;
    };
    return std::ranges::any_of(graph_.factors(e), is_narrow);
  }

  [[nodiscard]] bool is_table(Expr e) const {
    return graph_.kind(e) == NodeKind::unknown && graph_.table(graph_.unknown_id(e)) != nullptr;
  }

  /// Steps end at the points of a table whose argument is linear in time, and between them it is a cubic.
  [[nodiscard]] bool is_linear_in_time(Expr argument) const {
    const std::vector<Seed> seeds{{time_, graph_.one()}};
    return !depends(graph_, directional(graph_, argument, seeds), time_);
  }

  /// Adds what `e` switches by, where that is known before the run; 1 where it is.
  int take_switch(Expr e, int level) {
    std::vector<Expr> deciding;
    if (graph_.kind(e) == NodeKind::select)
      deciding.assign({graph_.args(e)[0], graph_.args(e)[1]});
    else if (graph_.kind(e) == NodeKind::function)
      deciding.assign(graph_.args(e).begin(), graph_.args(e).end());
    else if (is_table(e))
      deciding.push_back(graph_.arguments(e).front().expr);
    bool has_time = false;
    for (const Expr d : deciding) {
      if (contents_.at(d.id).has_motion) return 0;
      has_time = has_time || contents_.at(d.id).has_time;
    }
    if (!has_time) return 0;
    const std::optional<Decision> decision = decision_of(graph_, e);
    if (!decision) return 0;
    const auto key = std::tuple(decision->argument, decision->label, decision->table.get());
    if (known_.insert(key).second && add(arguments_, decision->argument))
      made_.switches.push_back({decision->label, decision->table, level + 1});
    return 1;
  }

  bool add(std::vector<Expr>& to, Expr e) {
    if (to.size() >= most_parts) {
      made_.is_complete = false;
      return false;
    }
    to.push_back(e);
    return true;
  }

  Graph& graph_;
  Expr time_;
  std::set<Expr> parameters_;
  IdMap<TimeContent> contents_;
  std::set<std::tuple<Expr, TimeProgram::Label, const TabulatedFunction*>> known_;
  std::vector<Expr> arguments_;
  std::vector<Expr> smooth_;
  TimeProgram made_;
};

/// The coordinates that a holonomic constraint gives as functions of the time, and their rates.
std::vector<Replacement> driven_coordinates(const System& system) {
  Graph& graph = *system.graph;
  std::vector<Replacement> driven;
  const std::vector<Expr> positions = system.positions();
  for (const Constraint& constraint : system.constraints) {
    if (constraint.kind != ConstraintKind::holonomic || !depends(graph, constraint.residual, system.time)) continue;
    std::vector<Expr> in_it;
    for (const Expr q : positions)
      if (depends(graph, constraint.residual, q)) in_it.push_back(q);
    if (in_it.size() != 1) continue;
    const Expr slope = gradient(graph, constraint.residual, in_it).front();
    if (graph.is_zero(slope) || depends(graph, slope, in_it.front()) || depends(graph, slope, system.time)) continue;
    const std::vector<Replacement> at_zero{{in_it.front(), graph.zero()}};
    const Expr value = graph.neg(graph.div(substitute(graph, constraint.residual, at_zero), slope));
    const auto i = static_cast<std::size_t>(std::ranges::find(positions, in_it.front()) - positions.begin());
    const std::vector<Seed> seeds{{system.time, graph.one()}};
    driven.push_back({in_it.front(), value});
    driven.push_back({system.coordinates[i].rate, directional(graph, value, seeds)});
  }
  return driven;
}

} // namespace

TimeProgram time_parts(const System& system, std::span<const Expr> roots, std::span<const Expr> inputs) {
  Graph& graph = *system.graph;
  std::vector<Expr> seen(roots.begin(), roots.end());
  try {
    if (const std::vector<Replacement> driven = driven_coordinates(system); !driven.empty())
      append(seen, substitute(graph, roots, driven)); // the constraint itself vanishes there
  } catch (const std::domain_error&) {                // divides by 0 there
    seen.resize(roots.size());
  }
  if (!depends(graph, seen, std::vector<Expr>{system.time})) return {};
  return TimeParts(system, seen).program(inputs);
}

double label_at(const TimeProgram::Switch& of, double argument) {
  switch (of.label) {
  case TimeProgram::Label::sign:
    return argument > 0 ? 1 : argument < 0 ? -1 : argument;
  case TimeProgram::Label::floor:
    return std::floor(argument);
  case TimeProgram::Label::ceil:
    return std::ceil(argument);
  case TimeProgram::Label::round:
    return std::round(argument);
  case TimeProgram::Label::trunc:
    return std::trunc(argument);
  case TimeProgram::Label::piece:
    return of.table->piece(argument);
  }
  return 0;
}

double table_point(const TimeProgram::Switch& of, double low) {
  return of.table->point(static_cast<std::size_t>(low + 1.0));
}

} // namespace dalembert
