#include "cart_model.h"

#include <dalembert/expr/differentiate.h>

#include <string>
#include <utility>

namespace dalembert::bench {

namespace {

/// M and h of L = T − V by sweeps: p = ∂L/∂v, M = ∂p/∂v, h = ∂L/∂q − (∂p/∂q) v.
Chain forcing(Graph& g, Expr lagrangian, const std::vector<Expr>& q, const std::vector<Expr>& v,
              const std::vector<Expr>& parameters) {
  const std::vector<Expr> momenta = gradient(g, lagrangian, v);
  const std::vector<Expr> mass = symmetric_jacobian(g, momenta, v);
  const std::vector<Expr> slopes = gradient(g, lagrangian, q);
  std::vector<Seed> drift;
  for (std::size_t i = 0; i < q.size(); ++i)
    drift.push_back({q[i], v[i]});
  const std::vector<Expr> drifts = directional(g, momenta, drift);
  Chain chain;
  for (const auto* group : {&q, &v, &parameters})
    chain.inputs.insert(chain.inputs.end(), group->begin(), group->end());
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      chain.outputs.push_back(mass[i * q.size() + j]);
  for (std::size_t i = 0; i < q.size(); ++i)
    chain.outputs.push_back(g.sub(slopes[i], drifts[i]));
  return chain;
}

Expr half(Graph& g, Expr e) {
  return g.scale(Rational(1, 2), e);
}

} // namespace

Chain cart(Graph& g, int links) {
  const Expr m = g.symbol("m");
  const Expr j = g.symbol("J");
  const Expr l = g.symbol("l");
  const Expr gravity = g.symbol("g");
  const Expr cart_mass = g.symbol("mc");
  std::vector<Expr> q = {g.symbol("x")};
  std::vector<Expr> v = {g.symbol("x'")};
  for (int i = 1; i <= links; ++i) {
    q.push_back(g.symbol("theta" + std::to_string(i)));
    v.push_back(g.symbol("theta" + std::to_string(i) + "'"));
  }
  Expr lagrangian = half(g, g.mul(cart_mass, g.square(v[0])));
  Expr angle = g.zero();
  Expr rate = g.zero();
  Expr vx = v[0];
  Expr vy = g.zero();
  Expr y = g.zero();
  for (std::size_t i = 1; i < q.size(); ++i) {
    angle = g.add(angle, q[i]);
    rate = g.add(rate, v[i]);
    const Expr along = g.product({l, g.cos(angle), rate});
    const Expr across = g.product({l, g.sin(angle), rate});
    const Expr height = g.mul(l, g.cos(angle));
    const Expr cx = g.add(vx, half(g, along));
    const Expr cy = g.add(vy, half(g, across));
    lagrangian = g.sum({lagrangian, half(g, g.mul(m, g.sum({g.square(cx), g.square(cy)}))),
                        half(g, g.mul(j, g.square(rate))), g.mul(g.mul(m, gravity), g.sub(half(g, height), y))});
    vx = g.add(vx, along);
    vy = g.add(vy, across);
    y = g.sub(y, height);
  }
  return forcing(g, lagrangian, q, v, {m, j, l, gravity, cart_mass});
}

Chain double_pendulum(Graph& g) {
  const Expr m1 = g.symbol("m1");
  const Expr m2 = g.symbol("m2");
  const Expr l1 = g.symbol("l1");
  const Expr l2 = g.symbol("l2");
  const Expr gravity = g.symbol("g");
  const std::vector<Expr> q = {g.symbol("a"), g.symbol("b")};
  const std::vector<Expr> v = {g.symbol("a'"), g.symbol("b'")};
  const Expr x1 = g.product({l1, g.cos(q[0]), v[0]});
  const Expr y1 = g.product({l1, g.sin(q[0]), v[0]});
  const Expr x2 = g.add(x1, g.product({l2, g.cos(q[1]), v[1]}));
  const Expr y2 = g.add(y1, g.product({l2, g.sin(q[1]), v[1]}));
  const Expr h1 = g.mul(l1, g.cos(q[0]));
  const Expr h2 = g.add(h1, g.mul(l2, g.cos(q[1])));
  const Expr kinetic = g.add(half(g, g.mul(m1, g.sum({g.square(x1), g.square(y1)}))),
                             half(g, g.mul(m2, g.sum({g.square(x2), g.square(y2)}))));
  const Expr lagrangian = g.add(kinetic, g.mul(gravity, g.add(g.mul(m1, h1), g.mul(m2, h2))));
  return forcing(g, lagrangian, q, v, {m1, m2, l1, l2, gravity});
}

} // namespace dalembert::bench
