#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/sketch/kinematics.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::uint64_t seed_of_point = 7;

} // namespace

Kinematics::Kinematics(const Study& study, const Equations& equations)
    : study_(study),
      equations_(equations),
      system_(study.system),
      graph_(*study.system.graph),
      rates_(graph_),
      resting_(graph_, seed_of_point) {
  for (std::uint64_t k = 0; k < exact_points; ++k)
    moving_.emplace_back(graph_, seed_of_point + k);
  rates_.seed(system_.time, graph_.one());
  roles_.emplace(system_.time.id, std::pair(Role::time, std::size_t{0}));
  for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
    const Coordinate& q = system_.coordinates[i];
    rates_.seed(q.position, q.rate);
    rates_.seed(q.rate, q.acceleration);
    roles_.emplace(q.position.id, std::pair(Role::coordinate, i));
    roles_.emplace(q.rate.id, std::pair(Role::rate, i));
    resting_.set(q.rate, Residue(0));
  }
  for (std::size_t i = 0; i < system_.parameters.size(); ++i) {
    roles_.emplace(system_.parameters[i].symbol.id, std::pair(Role::parameter, i));
    for (ModularPoint& point : moving_)
      point.assume_positive(system_.parameters[i].symbol);
    resting_.assume_positive(system_.parameters[i].symbol);
  }
  find_start();
  find_lengths();
}

const Kinematics::Held& Kinematics::held(Expr e) {
  const auto known = held_.find(e.id);
  if (known != held_.end()) return known->second;
  Held made;
  for (const Expr symbol : free_symbols(graph_, e)) {
    const auto role = roles_.find(symbol.id);
    if (role == roles_.end())
      made.holds_other = true;
    else if (role->second.first == Role::coordinate)
      made.coordinates.push_back(role->second.second);
    else if (role->second.first == Role::rate)
      made.rates.push_back(role->second.second);
    else if (role->second.first == Role::time)
      made.holds_time = true;
  }
  std::ranges::sort(made.coordinates);
  std::ranges::sort(made.rates);
  return held_.emplace(e.id, std::move(made)).first->second;
}

const std::vector<std::size_t>& Kinematics::coordinates_of(Expr e) {
  return held(e).coordinates;
}

std::vector<std::size_t> Kinematics::coordinates_of(const Place<Expr>& place) {
  std::vector<std::size_t> out;
  for (const Expr component : place) {
    const std::vector<std::size_t>& more = coordinates_of(component);
    out.insert(out.end(), more.begin(), more.end());
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

const std::vector<std::size_t>& Kinematics::rates_in(Expr e) {
  return held(e).rates;
}

bool Kinematics::is_of_positions(Expr e) {
  const Held& found = held(e);
  return found.rates.empty() && !found.holds_other;
}

bool Kinematics::is_constant(Expr e) {
  const Held& found = held(e);
  return found.rates.empty() && !found.holds_other && found.coordinates.empty() && !found.holds_time;
}

bool Kinematics::is_length(const Measure& measure) const {
  return !measure.dimension || (*measure.dimension == Dimension::length() && !measure.angular);
}

bool Kinematics::is_angle(const Measure& measure) const {
  return !measure.dimension || measure.dimension->is_one();
}

std::optional<Residue> Kinematics::rate_part(Expr e) {
  const auto with = moving_.front().value(e);
  const auto without = resting_.value(e);
  if (!with || !without) return std::nullopt;
  return *with - *without;
}

std::optional<Kinematics::Residues> Kinematics::residues(Expr e) {
  Residues out;
  for (std::size_t k = 0; k < exact_points; ++k) {
    const auto value = moving_[k].value(e);
    if (!value) return std::nullopt;
    out[k] = *value;
  }
  return out;
}

bool Kinematics::vanish_at_points(Expr e) {
  const auto found = residues(e);
  return found && std::ranges::all_of(*found, &Residue::is_zero);
}

bool Kinematics::are_same(Expr a, Expr b) {
  if (a == b) return true;
  const auto of_a = residues(a);
  const auto of_b = residues(b);
  if (of_a && of_b && *of_a != *of_b) return false;
  return vanish({graph_.sub(a, b)});
}

bool Kinematics::vanish(const std::vector<Expr>& expressions) const {
  std::vector<Expr> open;
  for (const Expr e : expressions)
    if (!graph_.is_zero(e)) open.push_back(e);
  if (open.empty()) return true;
  ZeroTest test;
  for (const Parameter& parameter : system_.parameters)
    test.positive.push_back(parameter.symbol);
  return zero_test(graph_, open, test).verdict == Answer::yes;
}

bool Kinematics::is_at_rest(Expr e) {
  if (!is_of_positions(e)) return false;
  return vanish({rate(e)});
}

std::vector<double> Kinematics::at_start(const std::vector<Expr>& all) const {
  try {
    static constexpr double of_unknown_functions = 0.5;
    return evaluate(graph_, all, start_, [](UnknownId, auto, auto) { return of_unknown_functions; });
  } catch (const std::invalid_argument&) { // an acceleration or a force
    return std::vector<double>(all.size(), std::numeric_limits<double>::quiet_NaN());
  }
}

bool Kinematics::is_positive(Expr e) {
  return is_constant(e) && at_start(e) > 0;
}

void Kinematics::find_lengths() {
  std::vector<bool> is_argument(system_.coordinates.size(), false);
  if (!system_.has_units) {
    const std::vector<Expr> parts = system_.written_parts();
    for (const Expr node : reachable(graph_, parts)) {
      if (graph_.kind(node) != NodeKind::function) continue;
      const Function f = graph_.function(node);
      if (f != Function::sin && f != Function::cos && f != Function::tan) continue;
      for (const std::size_t i : coordinates_of(graph_.args(node).front()))
        is_argument[i] = true;
    }
  }
  for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
    is_length_.push_back(is_length(system_.coordinates[i].measure) && !is_argument[i]);
}

/// Parameters in their order; coordinates and rates from `initial`, where those that follow from constraints keep what
/// the user guessed.
void Kinematics::find_start() {
  const auto value_of = [this](Expr e, double otherwise) {
    const double value = at_start(e);
    return std::isfinite(value) ? value : otherwise;
  };
  constexpr double unknown_parameter = 1.25;
  start_.push_back({system_.time, 0.0});
  if (study_.simulate) start_.front().value = 0.0;
  std::vector<bool> is_known(system_.parameters.size(), false);
  for (std::size_t round = 0; round < 3; ++round)
    for (std::size_t i = 0; i < system_.parameters.size(); ++i) {
      const Parameter& parameter = system_.parameters[i];
      if (is_known[i]) continue;
      const double value = parameter.value ? at_start(*parameter.value) : std::numeric_limits<double>::quiet_NaN();
      if (!std::isfinite(value) && round < 2) continue;
      is_known[i] = true;
      start_.push_back(
          {parameter.symbol, std::isfinite(value) ? value : unknown_parameter + 0.01 * static_cast<double>(i)});
    }
  if (study_.simulate) start_.front().value = value_of(study_.simulate->begin, 0.0);
  for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
    const Coordinate& q = system_.coordinates[i];
    double position = 0.3 + 0.07 * static_cast<double>(i % 11);
    double rate = 0.2 + 0.05 * static_cast<double>(i % 7);
    for (const InitialValue& initial : study_.initial) {
      if (initial.target == q.position) position = value_of(initial.value, position);
      if (initial.target == q.rate) rate = value_of(initial.value, rate);
    }
    start_.push_back({q.position, position});
    start_.push_back({q.rate, rate});
  }
}

} // namespace sketching
} // namespace dalembert
