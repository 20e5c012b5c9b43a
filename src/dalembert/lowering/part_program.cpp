#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/lowering/part_program.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

constexpr std::size_t most_parts = 1000; ///< of either kind

/// What a node depends on, and how many switches lie above one another in it.
struct PartContent {
  bool has_variable = false;
  bool has_other = false;
  int level = 0;
  [[nodiscard]] bool is_of_variable_alone() const { return has_variable && !has_other; }
};

/// How a node switches: by which of its arguments.
struct Decision {
  Expr argument;
  PartProgram::Label label = PartProgram::Label::sign;
  std::shared_ptr<const TabulatedFunction> table = {};
  std::optional<Expr> guard = {};
};

std::optional<PartProgram::Label> label_of(Function f) {
  switch (f) {
  case Function::abs:
  case Function::sign:
  case Function::heaviside:
    return PartProgram::Label::sign;
  case Function::floor:
    return PartProgram::Label::floor;
  case Function::ceil:
    return PartProgram::Label::ceil;
  case Function::round:
    return PartProgram::Label::round;
  case Function::trunc:
    return PartProgram::Label::trunc;
  default:
    return std::nullopt;
  }
}

/// True of a function that stays finite where its argument runs to infinity, and jumps there.
bool is_bounded(Function f) {
  return f == Function::atan || f == Function::tanh || f == Function::erf;
}

/// True of a function that changes within about 1 of its argument and is nearly constant or straight elsewhere.
bool is_step_like(Function f) {
  return is_bounded(f) || f == Function::asinh || f == Function::atan2 || f == Function::cosh || f == Function::min ||
         f == Function::max || f == Function::fmod || label_of(f).has_value();
}

std::optional<Decision> decision_of(Graph& graph, Expr e) {
  if (graph.kind(e) == NodeKind::select) {
    const Expr left = graph.args(e)[0];
    const Expr right = graph.args(e)[1];
    return Decision{graph.sub(left, right), PartProgram::Label::sign};
  }
  if (graph.kind(e) == NodeKind::unknown)
    return Decision{graph.arguments(e).front().expr, PartProgram::Label::piece, graph.table(graph.unknown_id(e))};
  if (graph.kind(e) != NodeKind::function) return std::nullopt;
  const Function f = graph.function(e);
  const Expr first = graph.args(e)[0];
  if (f == Function::min || f == Function::max)
    return Decision{graph.sub(first, graph.args(e)[1]), PartProgram::Label::sign};
  if (f == Function::fmod && !graph.is_zero(graph.args(e)[1]))
    return Decision{graph.div(first, graph.args(e)[1]), PartProgram::Label::trunc};
  if (f == Function::atan2) // turns by 2π where the first passes 0 and the second is negative
    return Decision{first, PartProgram::Label::sign, {}, graph.apply(Function::max, graph.args(e)[1], graph.zero())};
  if (const auto label = label_of(f)) return Decision{first, *label};
  return std::nullopt;
}

class PartCollector {
public:
  PartCollector(const System& system, Expr variable, PartChoice choice, std::span<const Expr> roots)
      : graph_(*system.graph), variable_(variable), choice_(choice) {
    for (const Parameter& parameter : system.parameters)
      parameters_.insert(parameter.symbol);
    for (const Expr e : reachable(graph_, roots))
      take(e);
  }

  PartProgram program(std::span<const Expr> inputs) {
    std::vector<Expr> values = arguments_;
    values.insert(values.end(), smooth_.begin(), smooth_.end());
    const std::vector<Seed> seeds{{variable_, graph_.one()}};
    const std::vector<Expr> rates = directional(graph_, values, seeds);
    std::vector<Expr> outputs;
    for (std::size_t i = 0; i < values.size(); ++i) {
      outputs.push_back(values[i]);
      outputs.push_back(rates[i]);
      if (i < guards_.size()) outputs.push_back(guards_[i]);
    }
    made_.smooth_parts = smooth_.size();
    if (!outputs.empty()) made_.tape = build_tape(graph_, inputs, outputs);
    return std::move(made_);
  }

private:
  void take(Expr e) {
    PartContent content;
    if (graph_.kind(e) == NodeKind::symbol) {
      content.has_variable = e == variable_;
      content.has_other = !content.has_variable && !parameters_.contains(e);
    }
    graph_.for_children(e, [&](Expr child) {
      const PartContent& below = contents_.at(child.id);
      content.has_variable = content.has_variable || below.has_variable;
      content.has_other = content.has_other || below.has_other;
      content.level = std::max(content.level, below.level);
    });
    if (content.has_variable) content.level += take_switch(e, content.level) + take_touch(e, content.level);
    if (content.is_of_variable_alone()) take_smooth(e);
    contents_.set(e.id, content);
  }

  /// Adds what may be narrow or fast in a way that its arguments are not. Of what has narrow parts alone the powers in
  /// a product are these, and the same ones stand in many products.
  void take_smooth(Expr e) {
    if (graph_.kind(e) != NodeKind::product) {
      if (is_smooth_part(e)) add(smooth_, e);
      return;
    }
    const std::span<const Factor> all = graph_.factors(e);
    const std::vector<Factor> factors(all.begin(), all.end()); // a new node may move them
    for (const Factor& f : factors) {
      if (!is_smooth_power(f)) continue;
      const Expr part = choice_ == PartChoice::narrow ? graph_.pow(f.base, graph_.value(f.exponent)) : e;
      if (powers_.insert(part).second) add(smooth_, part);
    }
  }
  [[nodiscard]] bool is_smooth_part(Expr e) const {
    const bool has_narrow_only = choice_ == PartChoice::narrow;
    if (graph_.kind(e) == NodeKind::function)
      return !has_narrow_only || is_step_like(graph_.function(e)) || !is_linear(graph_.args(e)[0]);
    return is_table(e) && (has_narrow_only || !is_linear(graph_.arguments(e).front().expr));
  }
  [[nodiscard]] bool is_smooth_power(const Factor& f) const {
    const std::optional<std::int64_t> exponent = graph_.value(f.exponent).as_integer();
    const bool is_low = exponent && (*exponent == 1 || *exponent == 2);
    return !is_low && contents_.at(f.base.id).has_variable && !(choice_ == PartChoice::narrow && is_linear(f.base));
  }

  [[nodiscard]] bool is_table(Expr e) const {
    return graph_.kind(e) == NodeKind::unknown && graph_.table(graph_.unknown_id(e)) != nullptr;
  }

  /// Steps end at the points of a table whose argument is linear in time, and between them it is a cubic; points that a
  /// coordinate passes are looked at as any other function of it.
  [[nodiscard]] bool is_linear(Expr argument) const {
    const std::vector<Seed> seeds{{variable_, graph_.one()}};
    return !depends(graph_, directional(graph_, argument, seeds), variable_);
  }

  /// Adds what `e` switches by, where that is known before the run; 1 where it is.
  int take_switch(Expr e, int level) {
    std::vector<Expr> deciding;
    if (graph_.kind(e) == NodeKind::select)
      deciding.assign({graph_.args(e)[0], graph_.args(e)[1]});
    else if (graph_.kind(e) == NodeKind::function)
      deciding.assign(graph_.args(e).begin(), graph_.args(e).end());
    else if (is_table(e) && choice_ == PartChoice::all)
      deciding.push_back(graph_.arguments(e).front().expr);
    bool has_variable = false;
    for (const Expr d : deciding) {
      if (contents_.at(d.id).has_other) return 0;
      has_variable = has_variable || contents_.at(d.id).has_variable;
    }
    if (!has_variable) return 0;
    if (graph_.kind(e) == NodeKind::function && is_bounded(graph_.function(e)))
      return take_poles(deciding.front(), level);
    const std::optional<Decision> decision = decision_of(graph_, e);
    if (!decision) return 0;
    take(*decision, level);
    return 1;
  }

  /// √u and other broken powers have a kink where u touches 0, arc sine and cosine where it touches ±1.
  int take_touch(Expr e, int level) {
    int found = 0;
    if (graph_.kind(e) == NodeKind::product)
      for (const Factor& f : graph_.factors(e)) {
        const Rational& exponent = graph_.value(f.exponent);
        if (!exponent.as_integer() && exponent > Rational(0))
          found = std::max(found, take_touch(f.base, f.base, level));
      }
    if (graph_.kind(e) != NodeKind::function) return found;
    const Function f = graph_.function(e);
    if (f != Function::asin && f != Function::acos) return found;
    const Expr u = graph_.args(e)[0];
    return take_touch(u, graph_.sub(graph_.one(), graph_.square(u)), level);
  }

  /// A kink where `u` has an extremum and `guard` is 0.
  int take_touch(Expr u, Expr guard, int level) {
    if (!contents_.at(u.id).is_of_variable_alone()) return 0;
    const std::vector<Seed> seeds{{variable_, graph_.one()}};
    const Expr rate = directional(graph_, u, seeds);
    if (!depends(graph_, rate, variable_)) return 0;
    take(Decision{rate, PartProgram::Label::sign, {}, guard}, level);
    return 1;
  }

  /// Where the argument of a bounded function is infinite: its tangents and divisors.
  int take_poles(Expr argument, int level) {
    int found = 0;
    for (const Expr e : reachable(graph_, std::vector<Expr>{argument})) {
      if (!contents_.at(e.id).is_of_variable_alone()) continue;
      if (graph_.kind(e) == NodeKind::function && graph_.function(e) == Function::tan) {
        const Expr turns = graph_.div(graph_.args(e)[0], graph_.pi());
        take(Decision{graph_.sub(turns, graph_.number(Rational(1, 2))), PartProgram::Label::floor}, level);
        found = 1;
      }
      if (graph_.kind(e) != NodeKind::product) continue;
      for (const Factor& f : graph_.factors(e)) {
        if (!(graph_.value(f.exponent) < Rational(0)) || !contents_.at(f.base.id).is_of_variable_alone()) continue;
        take(Decision{f.base, PartProgram::Label::sign}, level);
        found = 1;
      }
    }
    return found;
  }

  void take(const Decision& decision, int level) {
    const Expr guard = decision.guard.value_or(graph_.zero());
    const auto key = std::tuple(decision.argument, decision.label, decision.table.get(), guard);
    if (!known_.insert(key).second || !add(arguments_, decision.argument)) return;
    guards_.push_back(guard);
    made_.switches.push_back({decision.label, decision.table, level + 1});
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
  Expr variable_;
  PartChoice choice_;
  std::set<Expr> parameters_;
  IdMap<PartContent> contents_;
  std::set<std::tuple<Expr, PartProgram::Label, const TabulatedFunction*, Expr>> known_;
  std::vector<Expr> arguments_;
  std::vector<Expr> guards_; ///< of each argument
  std::vector<Expr> smooth_;
  std::set<Expr> powers_; ///< of those that products hold
  PartProgram made_;
};

} // namespace

PartProgram part_program(const System& system, const PartRequest& request) {
  return PartCollector(system, request.variable, request.choice, request.roots).program(request.inputs);
}

double label_at(const PartProgram::Switch& of, double argument) {
  switch (of.label) {
  case PartProgram::Label::sign:
    return argument > 0 ? 1 : argument < 0 ? -1 : argument;
  case PartProgram::Label::floor:
    return std::floor(argument);
  case PartProgram::Label::ceil:
    return std::ceil(argument);
  case PartProgram::Label::round:
    return std::round(argument);
  case PartProgram::Label::trunc:
    return std::trunc(argument);
  case PartProgram::Label::piece:
    return of.table->piece(argument);
  }
  return 0;
}

double table_point(const PartProgram::Switch& of, double low) {
  return of.table->point(static_cast<std::size_t>(low + 1.0));
}

} // namespace lowering
} // namespace dalembert
