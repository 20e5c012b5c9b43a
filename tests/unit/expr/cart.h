#pragma once

#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/graph.h>

#include <string>
#include <vector>

namespace dalembert {

/// The cart with n links in relative angles, written as a user would: recursive lets, primes as sweeps.
///   σᵢ = σᵢ₋₁ + qᵢ,  xᵢ = xᵢ₋₁ + lᵢ sin σᵢ,  yᵢ = yᵢ₋₁ − lᵢ cos σᵢ
///   T = ½ M ẋ² + Σ ½ mᵢ (ẋᵢ² + ẏᵢ²),  V = Σ mᵢ g yᵢ
struct Cart {
  explicit Cart(std::size_t links) {
    Graph& g = graph;
    const Expr mass = g.symbol("M");
    const Expr gravity = g.symbol("g");
    const auto coordinate = [&](const std::string& name) {
      q.push_back(g.symbol(name));
      v.push_back(g.symbol(name + "'"));
      rates.push_back({q.back(), v.back()});
      return q.back();
    };
    Expr x = coordinate("x");
    Expr y = g.zero();
    Expr angle = g.zero();
    std::vector<Term> kinetic{{g.mul(mass, g.square(v[0])), g.intern(Rational(1, 2))}};
    std::vector<Term> potential;
    for (std::size_t i = 1; i <= links; ++i) {
      const std::string index = "[" + std::to_string(i) + "]";
      const Expr m = g.symbol("m" + index);
      const Expr l = g.symbol("l" + index);
      parameters.insert(parameters.end(), {m, l});
      angle = g.add(angle, coordinate("q" + index));
      x = g.add(x, g.mul(l, g.sin(angle)));
      y = g.sub(y, g.mul(l, g.cos(angle)));
      xs.push_back(x);
      ys.push_back(y);
      masses.push_back(m);
    }
    parameters.insert(parameters.end(), {mass, gravity});
    std::vector<Expr> places(xs);
    places.insert(places.end(), ys.begin(), ys.end());
    const std::vector<Expr> speeds = directional(g, places, rates);
    for (std::size_t i = 0; i < links; ++i) {
      const Expr square = g.add(g.square(speeds[i]), g.square(speeds[links + i]));
      kinetic.push_back({g.mul(masses[i], square), g.intern(Rational(1, 2))});
      potential.push_back({g.product({masses[i], gravity, ys[i]}), g.intern(Rational(1))});
    }
    T = g.sum(kinetic);
    V = g.sum(potential);
  }

  /// M = ∂p/∂v and h = ∂T/∂q − ∂V/∂q − ṗ at v̇ = 0, with p = ∂T/∂v: three kinds of sweep.
  void derive() {
    Graph& g = graph;
    std::vector<Expr> all(q);
    all.insert(all.end(), v.begin(), v.end());
    const std::vector<Expr> slopes = gradient(g, T, all);
    const std::vector<Expr> forces = gradient(g, V, q);
    p.assign(slopes.begin() + static_cast<std::ptrdiff_t>(q.size()), slopes.end());
    const std::vector<Expr> moved = directional(g, p, rates);
    for (std::size_t i = 0; i < q.size(); ++i)
      h.push_back(g.sum({slopes[i], g.neg(forces[i]), g.neg(moved[i])}));
    M = symmetric_jacobian(g, p, v);
  }

  Graph graph;
  Expr T, V;
  std::vector<Expr> q, v, parameters, masses, xs, ys;
  std::vector<Seed> rates;
  std::vector<Expr> p, h, M;
};

} // namespace dalembert
