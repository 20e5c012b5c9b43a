#pragma once

#include <dalembert/derivation/derive.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace dalembert::test {

/// A system that is put together by hand, and what its equations are compared with.
class SmallSystem : public ::testing::Test {
protected:
  struct Variable {
    Expr q;
    Expr v;
    Expr a;
  };

  SmallSystem() {
    system_->graph = std::make_shared<Graph>();
    system_->time = g().symbol("t");
  }

  Graph& g() { return *system_->graph; }
  Expr n(std::int64_t value) { return g().number(value); }
  Expr times(std::initializer_list<Expr> factors) {
    Expr out = g().one();
    for (const Expr factor : factors)
      out = g().mul(out, factor);
    return out;
  }
  Expr half_square(Expr mass, Expr rate) { return g().scale(Rational(1, 2), times({mass, rate, rate})); }

  Expr time() { return system_->time; }
  Variable coordinate(const std::string& name) {
    Coordinate c;
    c.name = name;
    c.position = g().symbol(name);
    c.rate = g().symbol(name + "'");
    c.acceleration = g().symbol(name + "''");
    system_->coordinates.push_back(c);
    return {c.position, c.rate, c.acceleration};
  }
  void energy(EnergyKind kind, Expr value) {
    EnergyTerm term;
    term.kind = kind;
    term.value = value;
    system_->energies.push_back(term);
  }
  Expr constrain(const std::string& name, ConstraintKind kind, Expr residual) {
    Constraint c;
    c.name = name;
    c.kind = kind;
    c.residual = residual;
    c.multiplier = g().symbol("lambda_" + name);
    system_->constraints.push_back(c);
    return c.multiplier;
  }
  void force(const std::string& name, std::vector<Force::Part> parts) {
    Force f;
    f.name = name;
    f.parts = std::move(parts);
    system_->forces.push_back(f);
  }
  Expr reaction(const std::string& name, std::vector<int> of, Expr speed) {
    Reaction r;
    r.name = name;
    r.of = std::move(of);
    r.speed = speed;
    r.symbol = g().symbol(name);
    system_->reactions.push_back(r);
    return r.symbol;
  }

  [[nodiscard]] Equations equations() { return derive(system_); }

  void expect_equal(Expr found, Expr expected, const char* what) {
    EXPECT_TRUE(are_equal(g(), found, expected)) << what;
  }
  void expect_equal(const std::vector<Expr>& found, const std::vector<Expr>& expected, const char* what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_TRUE(are_equal(g(), found[i], expected[i])) << what << ", entry " << i;
  }

  std::shared_ptr<System> system_ = std::make_shared<System>();
};

} // namespace dalembert::test
