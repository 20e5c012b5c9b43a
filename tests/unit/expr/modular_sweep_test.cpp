#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular_sweep.h>
#include <dalembert/expr/modular_tangent.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

/// Expressions with whole powers, roots, angles, and functions without algebraic form.
struct Zoo {
  Graph g;
  Expr x = g.symbol("x");
  Expr y = g.symbol("y");
  Expr t = g.symbol("t");
  Expr angle = g.add(g.mul(x, t), g.scale(Rational(3), y));
  Expr smooth = g.add(g.mul(g.cos(angle), g.pow(g.add(x, g.square(y)), Rational(-3))),
                      g.scale(Rational(2, 7), g.mul(g.sin(x), g.apply(Function::exp, g.mul(x, y)))));
  Expr rooted = g.div(g.add(smooth, y), g.pow(g.add(g.square(x), g.square(g.sin(y))), Rational(3, 2)));
  Expr formal = g.apply(Function::log, g.add(rooted, g.apply(Function::abs, g.sub(x, y))));
};

TEST(ModularSweep, has_the_values_of_the_point) {
  Zoo z;
  const std::vector<Expr> all{z.formal, z.rooted, z.smooth, z.g.zero(), z.x, z.smooth};
  const ModularSweep sweep(z.g, all);
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    ModularPoint one(z.g, seed);
    ModularPoint other(z.g, seed);
    const auto values = sweep(one);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto expected = other.value(all[i]);
      if (!expected) {
        EXPECT_FALSE(values.has_value()) << seed;
        break;
      }
      if (values) {
        EXPECT_EQ((*values)[i], *expected) << seed;
      }
    }
    found += values ? 1 : 0;
    if (values) {
      EXPECT_EQ(one.signs(), other.signs());
    }
  }
  EXPECT_GT(found, 5) << "roots exist at about half of the points";
}

TEST(ModularSweep, follows_what_is_set) {
  Zoo z;
  const std::vector<Expr> all{z.smooth};
  const ModularSweep sweep(z.g, all);
  ModularPoint point(z.g, 5);
  point.set(z.x, Residue(3));
  const auto before = sweep(point);
  point.set(z.x, Residue(4));
  const auto after = sweep(point);
  ASSERT_TRUE(before && after);
  EXPECT_NE(before->front(), after->front());
}

TEST(ModularSweep, changes_one_symbol_alone) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr y = g.symbol("y");
  const Expr z = g.symbol("z");
  const Expr inside = g.add(g.mul(x, y), g.sin(z));
  const std::vector<Expr> all{g.add(g.inverse(inside), g.square(y)), g.pow(g.add(y, z), Rational(-3)), g.sin(z), x, y};
  const ModularSweep sweep(g, all);
  EXPECT_FALSE(sweep.above(z).has_value()) << "a sine is left to the point";
  for (const Expr symbol : {x, y}) {
    ModularPoint point(g, 7);
    auto values = sweep.at(point);
    const auto above = sweep.above(symbol);
    ASSERT_TRUE(values && above);
    for (const Residue value : {Residue(5), Residue(), Residue(11)}) {
      ASSERT_TRUE(sweep.change(*values, *above, value));
      point.set(symbol, value);
      EXPECT_EQ(sweep.results(*values), sweep(point).value()) << value.value();
    }
  }
  const auto above = sweep.above(g.symbol("w"));
  ASSERT_TRUE(above.has_value());
  EXPECT_TRUE(above->steps.empty()) << "nothing holds it";
}

TEST(ModularSweep, cannot_change_to_where_a_denominator_vanishes) {
  Graph g;
  const Expr x = g.symbol("x");
  const std::vector<Expr> all{g.inverse(g.sub(x, g.one()))};
  const ModularSweep sweep(g, all);
  ModularPoint point(g, 2);
  auto values = sweep.at(point);
  const auto above = sweep.above(x);
  ASSERT_TRUE(values && above);
  EXPECT_FALSE(sweep.change(*values, *above, Residue(1)));
}

TEST(ModularSweep, has_no_value_where_a_denominator_vanishes) {
  Graph g;
  const Expr x = g.symbol("x");
  const std::vector<Expr> all{g.inverse(g.sub(x, g.one()))};
  ModularPoint point(g, 1);
  point.set(x, Residue(1));
  EXPECT_FALSE(ModularSweep(g, all)(point).has_value());
}

TEST(ModularTangent, has_the_values_of_the_derivative) {
  Zoo z;
  const std::vector<Expr> all{z.smooth, z.rooted, z.t, z.angle, z.g.apply(Function::tan, z.angle)};
  const std::vector<Expr> expected = directional(z.g, all, std::vector<Seed>{{z.x, z.y}, {z.y, z.g.mul(z.x, z.t)}});
  const std::vector<Expr> by_x = directional(z.g, all, std::vector<Seed>{{z.x, z.g.one()}});
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    ModularPoint point(z.g, seed);
    const ModularTangent::Direction both{{z.x, *point.value(z.y)}, {z.y, *point.value(z.g.mul(z.x, z.t))}};
    const ModularTangent::Direction one{{z.x, Residue(1)}};
    std::vector<const ModularTangent::Direction*> directions(9, &one); // more than are followed at once
    directions.front() = &both;
    const auto rates = ModularTangent(z.g, point).along(all, directions);
    if (!rates) continue;
    ++found;
    ASSERT_EQ(rates->size(), directions.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(point.value(expected[i]), std::optional(rates->front()[i])) << seed << ' ' << i;
      for (std::size_t d = 1; d < directions.size(); ++d)
        EXPECT_EQ(point.value(by_x[i]), std::optional((*rates)[d][i])) << seed << ' ' << i << ' ' << d;
    }
  }
  EXPECT_GT(found, 5);
}

TEST(ModularTangent, has_no_rates_of_functions_without_algebraic_slopes) {
  Zoo z;
  ModularPoint point(z.g, 1);
  const std::vector<Expr> one{z.g.apply(Function::log, z.x)};
  const ModularTangent::Direction direction{{z.x, Residue(1)}};
  const ModularTangent::Direction* const directions[] = {&direction};
  EXPECT_FALSE(ModularTangent(z.g, point).along(one, directions).has_value());
}

} // namespace
} // namespace dalembert
