// Pictures as scenes: which numbers are constants, which are columns, and what the columns are at a state.
#include <dalembert/base/errors.h>
#include <dalembert/lowering/picture_program.h>
#include <dalembert/program/compile.h>

#include "../derivation/small_system.h"

#include <gmock/gmock.h>

namespace dalembert::test {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

class PictureProgramOf : public SmallSystem {
protected:
  PictureProgramOf() {
    l_ = g().symbol("l");
    Parameter length;
    length.name = "l";
    length.symbol = l_;
    system_->parameters.push_back(length);
    x_ = coordinate("x");
    energy(EnergyKind::kinetic, half_square(n(2), x_.v));
    const Expr multiplier = constrain("wall", ConstraintKind::holonomic, g().sub(x_.q, l_));
    static_cast<void>(multiplier);
    force_ = reaction("R", {0}, x_.v);
  }

  [[nodiscard]] PictureProgram lowered(double l) {
    Study study;
    study.system = *system_;
    const std::vector<double> parameters{l};
    return lower_picture(study, equations(), picture_, parameters);
  }
  [[nodiscard]] static std::vector<double> row(const PictureProgram& program, const std::vector<double>& inputs) {
    ProgramInstance interpreter(interpreted(program.tape));
    std::vector<double> out(interpreter.outputs());
    interpreter.evaluate(inputs, out);
    return out;
  }
  void add(Mark<Expr> mark) {
    DrawnItem<Expr> item;
    item.what = std::move(mark);
    picture_.items.push_back(std::move(item));
  }

  Variable x_;
  Expr l_;
  Expr force_;
  Picture picture_;
};

TEST_F(PictureProgramOf, what_the_parameters_decide_is_a_number_and_all_else_a_column) {
  add({MarkKind::mass, {x_.q, times({n(2), l_})}, {}, n(3)});
  add({MarkKind::point, {g().add(x_.q, l_), x_.q}, {}, {}});
  const PictureProgram program = lowered(0.5);
  ASSERT_EQ(program.scene.items.size(), 2U);
  const auto& mass = std::get<Mark<SceneNumber>>(program.scene.items[0].what);
  EXPECT_EQ(mass.at[0].column, 0U);
  EXPECT_FALSE(mass.at[1].column);
  EXPECT_EQ(mass.at[1].value, 1.0);
  EXPECT_EQ(mass.mass->value, 3.0);
  const auto& point = std::get<Mark<SceneNumber>>(program.scene.items[1].what);
  EXPECT_EQ(point.at[0].column, 1U);
  EXPECT_EQ(point.at[1].column, 0U) << "one expression has one column";
  EXPECT_EQ(program.scene.dimension, 2);
  // t, x, x', l, x'', λ
  EXPECT_THAT(row(program, {0.0, 0.25, 1.0, 0.5, 0.0, 0.0}), ElementsAre(DoubleEq(0.25), DoubleEq(0.75)));
}

TEST_F(PictureProgramOf, a_reaction_becomes_its_multipliers) {
  DrawnItem<Expr> item;
  item.what = Arrow<Expr>{ArrowRole::reaction, Standing::solid, "R", "N", {x_.q, n(0)}, {force_, n(0)}, {}};
  picture_.items.push_back(item);
  const PictureProgram program = lowered(0.5);
  const auto& arrow = std::get<Arrow<SceneNumber>>(program.scene.items[0].what);
  ASSERT_TRUE(arrow.vector[0].column);
  const std::vector<double> values = row(program, {0.0, 0.5, 0.0, 0.5, 0.0, 7.0});
  EXPECT_DOUBLE_EQ(arrow.vector[0].at(values), 7.0);
}

TEST_F(PictureProgramOf, a_point_of_three_components_makes_the_scene_spatial) {
  add({MarkKind::point, {x_.q, n(0), n(1)}, {}, {}});
  EXPECT_EQ(lowered(0.5).scene.dimension, 3);
}

TEST_F(PictureProgramOf, a_function_without_definition_is_named) {
  add({MarkKind::point, {g().unknown(g().declare_unknown("f", 1), {x_.q}), n(0)}, {}, {}});
  try {
    static_cast<void>(lowered(0.5));
    FAIL() << "f has no values";
  } catch (const ModelError& error) {
    ASSERT_EQ(error.diagnostics().size(), 1U);
    EXPECT_EQ(error.diagnostics().front().code, "E0722");
    EXPECT_THAT(error.diagnostics().front().message, ::testing::StartsWith("f is declared but not defined"));
  }
}

} // namespace
} // namespace dalembert::test
