#include <dalembert/base/watch.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular_sweep.h>

#include <algorithm>
#include <unordered_map>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::int64_t largest_exponent = 1'000'000; ///< of a power in the list

/// True where the point multiplies an argument out, and so needs the values of all that stands below.
bool opens_argument(Function f) {
  switch (f) {
  case Function::sin:
  case Function::cos:
  case Function::tan:
  case Function::exp:
  case Function::sinh:
  case Function::cosh:
  case Function::tanh:
  case Function::pow:
    return true;
  default:
    return false;
  }
}

} // namespace

/// Makes the list, children first.
struct ModularSweep::Building {
  const Graph& graph;
  ModularSweep& to;
  IdMap<std::uint32_t> places{};
  IdMap<Residue> numbers{};
  std::unordered_map<std::uint32_t, std::uint32_t> inverses{}; ///< by the place of what is inverted

  /// Nothing where the prime divides the denominator.
  std::optional<Residue> number(NumberId id) {
    if (const Residue* const known = numbers.find(id.id)) return *known;
    const auto residue = graph.value(id).residue(Residue::p);
    if (!residue) return std::nullopt;
    numbers.set(id.id, Residue(*residue));
    return Residue(*residue);
  }

  void add(Expr e) {
    Step step{e, Kind::alone, false, static_cast<std::uint32_t>(to.parts_.size()), 0};
    const NodeKind kind = graph.kind(e);
    if (kind == NodeKind::sum)
      step.kind = add_terms(e) ? Kind::sum : Kind::by_point;
    else if (kind == NodeKind::product)
      step.kind = add_factors(e) ? Kind::product : Kind::by_point;
    else if (kind == NodeKind::function)
      step.kind = opens_argument(graph.function(e)) ? Kind::alone : Kind::by_point;
    else if (kind == NodeKind::select || kind == NodeKind::unknown)
      step.kind = Kind::by_point;
    if (step.kind == Kind::by_point) {
      to.parts_.resize(step.first);
      graph.for_children(e, [this](Expr child) { to.steps_[places.at(child.id)].is_for_point = true; });
    }
    step.count = static_cast<std::uint32_t>(to.parts_.size()) - step.first;
    places.set(e.id, static_cast<std::uint32_t>(to.steps_.size()));
    to.steps_.push_back(step);
  }

  std::uint32_t inverse_of(std::uint32_t place) {
    const auto [known, is_new] = inverses.emplace(place, static_cast<std::uint32_t>(to.inverses_));
    if (is_new) ++to.inverses_;
    return known->second;
  }

  bool add_terms(Expr e) {
    for (const Term& t : graph.terms(e)) {
      const std::optional<Residue> coefficient = number(t.coefficient);
      if (!coefficient) return false;
      to.parts_.push_back({places.at(t.expr.id), 1, 0, *coefficient});
    }
    return true;
  }

  bool add_factors(Expr e) {
    for (const Factor& f : graph.factors(e)) {
      const auto whole = graph.value(f.exponent).as_integer();
      if (!whole || *whole > largest_exponent || *whole < -largest_exponent) return false;
      const std::uint32_t place = places.at(f.base.id);
      to.parts_.push_back({place, static_cast<std::int32_t>(*whole), *whole < 0 ? inverse_of(place) : 0, Residue()});
    }
    return true;
  }
};

ModularSweep::ModularSweep(const Graph& graph, std::span<const Expr> expressions) : graph_(&graph) {
  Building building{graph, *this};
  for (const Expr e : reachable(graph, expressions))
    building.add(e);
  for (const Expr e : expressions)
    roots_.push_back(building.places.at(e.id));
}

std::span<const ModularSweep::Part> ModularSweep::parts_of(const Step& step) const {
  return std::span(parts_).subspan(step.first, step.count);
}

std::optional<Residue> ModularSweep::value(const Step& step, const std::vector<Residue>& values,
                                           std::vector<Residue>& inverses) const {
  const std::span<const Part> parts = parts_of(step);
  if (step.kind == Kind::sum) {
    ProductSum total;
    for (const Part& part : parts)
      total.add(part.coefficient, values[part.place]);
    return total.value();
  }
  Residue total(1);
  for (const Part& part : parts) {
    Residue power = values[part.place];
    if (part.exponent == 1) {
      total = &part == parts.data() ? power : total * power;
      continue;
    }
    if (part.exponent < 0) {
      Residue& known = inverses[part.inverse];
      if (known.is_zero()) known = power.inverse().value_or(Residue());
      if (known.is_zero()) return std::nullopt;
      power = known;
    }
    const int size = part.exponent < 0 ? -part.exponent : part.exponent;
    total *= size == 1 ? power : size == 2 ? power * power : power.pow(static_cast<std::uint64_t>(size));
  }
  return total;
}

std::optional<std::vector<Residue>> ModularSweep::operator()(ModularPoint& point) const {
  const std::optional<Values> values = at(point);
  if (!values) return std::nullopt;
  return results(*values);
}

std::optional<ModularSweep::Values> ModularSweep::at(ModularPoint& point) const {
  poll(steps_.size());
  Values out{{}, std::vector<Residue>(inverses_)};
  out.steps.reserve(steps_.size()); // often left early: not worth to be filled
  for (const Step& step : steps_) {
    const bool is_own = step.kind == Kind::sum || step.kind == Kind::product;
    const std::optional<Residue> found = is_own ? value(step, out.steps, out.inverses) : point.value(step.node);
    if (!found) return std::nullopt;
    out.steps.push_back(*found);
    if (step.is_for_point && is_own) point.values_.set(step.node.id, *found);
  }
  return out;
}

std::vector<Residue> ModularSweep::results(const Values& values) const {
  std::vector<Residue> out;
  out.reserve(roots_.size());
  for (const std::uint32_t place : roots_)
    out.push_back(values.steps[place]);
  return out;
}

std::optional<ModularSweep::Above> ModularSweep::above(Expr symbol) const {
  Above out;
  std::vector<Expr> by_point;
  std::vector<bool> has_it(steps_.size());
  std::vector<bool> is_listed(inverses_);
  for (std::uint32_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.node == symbol) {
      out.symbol = i;
      has_it[i] = true;
    } else if (step.kind != Kind::sum && step.kind != Kind::product) {
      by_point.push_back(step.node);
    }
    for (const Part& part : parts_of(step)) {
      if (!has_it[part.place]) continue;
      has_it[i] = true;
      if (part.exponent >= 0 || is_listed[part.inverse]) continue;
      is_listed[part.inverse] = true;
      out.inverses.push_back(part.inverse);
    }
    if (has_it[i] && step.node != symbol) out.steps.push_back(i);
  }
  if (depends(*graph_, by_point, {&symbol, 1})) return std::nullopt;
  return out;
}

bool ModularSweep::change(Values& values, const Above& above, Residue to) const {
  poll(above.steps.size());
  if (above.symbol) values.steps[*above.symbol] = to;
  for (const std::uint32_t inverse : above.inverses)
    values.inverses[inverse] = Residue();
  for (const std::uint32_t i : above.steps) {
    const std::optional<Residue> found = value(steps_[i], values.steps, values.inverses);
    if (!found) return false;
    values.steps[i] = *found;
  }
  return true;
}

} // namespace expr
} // namespace dalembert
