#pragma once

#include <dalembert/derivation/derive.h>
#include <dalembert/textbook/read_back.h>

#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace dalembert {

/// Names of parameters and coordinates, in the order in which they are declared.
struct DeclaredNames {
  std::vector<std::string> parameters{"m", "J", "r", "g"};
  std::vector<std::string> coordinates{"x", "theta", "phi", "s"};
};

/// A system of a few parameters and coordinates, declared in a given order, with expressions such as mechanics makes.
/// The same seed makes the same expressions whatever the names and their order: things are called by their number.
class RandomMechanics {
public:
  explicit RandomMechanics(std::uint64_t seed, const DeclaredNames& names = {}, std::vector<std::size_t> order = {})
      : random_(seed) {
    system_.graph = std::make_shared<Graph>();
    system_.time = symbol("t");
    if (order.empty()) order = identity(names.coordinates.size());
    system_.parameters.resize(names.parameters.size());
    for (std::size_t i = 0; i < names.parameters.size(); ++i) {
      Parameter& p = system_.parameters[i];
      p.name = names.parameters[i];
      p.symbol = symbol(p.name);
      parameters_.push_back(p.symbol);
    }
    coordinates_.resize(order.size());
    for (const std::size_t i : order) {
      Coordinate& c = system_.coordinates.emplace_back();
      c.name = names.coordinates[i];
      c.position = symbol(c.name);
      c.rate = symbol(c.name + "'");
      c.acceleration = symbol(c.name + "''");
      coordinates_[i] = c;
    }
  }

  [[nodiscard]] Graph& graph() const { return *system_.graph; }
  [[nodiscard]] const KnownTexts& known() const { return known_; }
  [[nodiscard]] std::size_t pick(std::size_t count) { return random_() % count; }

  /// Kinetic energy with coupled rates and a potential: what equations are printed from.
  [[nodiscard]] Equations equations() {
    Graph& g = graph();
    Expr kinetic = g.zero();
    for (const Coordinate& c : coordinates_)
      kinetic = g.add(kinetic, g.product({parameter(), g.square(c.rate)}));
    for (int i = 0; i < 2; ++i)
      kinetic = g.add(kinetic, g.product({parameter(), coupling(), rate(), rate()}));
    add(EnergyKind::kinetic, g.scale(Rational(1, 2), kinetic));
    add(EnergyKind::potential, g.product({parameter(), parameter(), coupling()}));
    return derive(std::make_shared<const System>(system_));
  }

  /// Sums of products of names, functions of angles, and brackets.
  [[nodiscard]] Expr expression() {
    Graph& g = graph();
    Expr e = g.zero();
    const std::size_t terms = 2 + pick(4);
    for (std::size_t i = 0; i < terms; ++i) {
      const Rational c(static_cast<std::int64_t>(pick(7)) - 3, 1 + static_cast<std::int64_t>(pick(3)));
      const Expr bracket = g.add(parameter(), g.mul(parameter(), pick(2) == 0 ? g.square(wave()) : wave()));
      e = g.add(e, g.scale(c, g.product({parameter(), name(), wave(), pick(2) == 0 ? bracket : name()})));
    }
    return e;
  }

  /// The system as it stands, for printing.
  [[nodiscard]] Equations bare() {
    add(EnergyKind::kinetic, graph().square(coordinates_.front().rate));
    return derive(std::make_shared<const System>(system_));
  }

private:
  static std::vector<std::size_t> identity(std::size_t count) {
    std::vector<std::size_t> out(count);
    std::iota(out.begin(), out.end(), std::size_t{0});
    return out;
  }
  Expr symbol(const std::string& text) { return known_[text] = system_.graph->symbol(text); }
  void add(EnergyKind kind, Expr value) {
    EnergyTerm& term = system_.energies.emplace_back();
    term.kind = kind;
    term.value = value;
  }
  Expr parameter() { return parameters_[pick(parameters_.size())]; }
  Expr position() { return coordinates_[pick(coordinates_.size())].position; }
  Expr rate() { return coordinates_[pick(coordinates_.size())].rate; }
  Expr name() {
    const std::size_t kind = pick(3);
    return kind == 0 ? parameter() : kind == 1 ? position() : rate();
  }
  Expr wave() {
    Graph& g = graph();
    const Expr angle = g.add(position(), g.scale(Rational(static_cast<std::int64_t>(pick(3)) - 1), position()));
    return pick(2) == 0 ? g.sin(angle) : g.cos(angle);
  }
  Expr coupling() {
    const std::size_t kind = pick(3);
    return kind == 0 ? wave() : kind == 1 ? graph().mul(position(), wave()) : graph().square(wave());
  }

  std::mt19937_64 random_;
  System system_;
  std::vector<Expr> parameters_;
  std::vector<Coordinate> coordinates_;
  KnownTexts known_;
};

} // namespace dalembert
