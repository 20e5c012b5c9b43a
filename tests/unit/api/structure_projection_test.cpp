#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/simulation/solving/structure_projection.h>

#include "chain_of_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace dalembert {
namespace {

/// Projects states beside the initial one by the structure and by the matrices; returns how many were compared.
int compare_projections(Session& session, double bound) {
  const Engine& engine = session.engine();
  Manifold by_structure(engine);
  by_structure.use_structure();
  Manifold by_matrices(engine);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1e-6, 1e-6);
  std::vector<double> start = engine.blank_inputs();
  put_state(engine.programs->layout, session.initial_state().state, start);
  int compared = 0;
  for (int s = 0; s < 5; ++s) {
    std::vector<double> inputs = start;
    for (double& value : InputView<double>(engine.programs->layout, inputs).motion())
      value += number(random) * std::max(1.0, std::abs(value));
    std::vector<double> expected = inputs;
    EXPECT_TRUE(by_matrices.project(expected));
    EXPECT_TRUE(by_structure.project(inputs));
    if (!by_structure.operations_by_structure()) continue;
    ++compared;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      EXPECT_NEAR(inputs[i], expected[i], bound * std::max(1.0, std::abs(expected[i]))) << "input " << i;
  }
  return compared;
}

TEST(StructureProjection, agrees_with_the_matrices_on_every_example) {
  int models = 0;
  for (const char* folder : {"seeds", "gallery"})
    for (const auto& file :
         std::filesystem::directory_iterator(DALEMBERT_SOURCE_DIR + std::string("/models/") + folder)) {
      if (file.path().extension() != ".mech") continue;
      SCOPED_TRACE(file.path().filename());
      try {
        Session session = Session::open(file.path().string());
        const System& system = session.study().system;
        if (system.constraints.empty() || !session.study().contacts.empty()) continue;
        // Of two corrections of 10⁻⁶ the second order, 10⁻¹², depends on the way to the rows.
        models += compare_projections(session, 1e-10) > 0 ? 1 : 0;
      } catch (const ModelError&) { // NOLINT: it needs values that this test does not give
      } catch (const SolveError&) { // NOLINT: it has no initial state
      }
    }
  EXPECT_GT(models, 20);
}

const std::string pinned_chain = std::string(test::chain_of_points) + R"(
constraint sideways: x[n] = 10 [m]
constraint upwards: y[n] = -30 [m]
initial th[i in 1..n] ~ 0.3
)";

TEST(StructureProjection, of_a_pinned_chain_costs_as_much_as_its_links) {
  Session session("chain", pinned_chain, {"n=40"});
  EXPECT_EQ(compare_projections(session, 1e-10), 5);
  StructureProjection positions(session.engine(), session.engine().structure, Level::position);
  EXPECT_LT(positions.operations(), 130.0 * 40.0);
}

TEST(StructureProjection, ends_at_rounding_and_leaves_a_state_on_the_rows_alone) {
  Session session("chain", pinned_chain, {"n=40"});
  const Engine& engine = session.engine();
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, session.initial_state().state, inputs);
  const InputView<double> at(engine.programs->layout, inputs);
  for (double& q : at.positions())
    q += 1e-4;
  StructureProjection positions(engine, engine.structure, Level::position);
  ASSERT_TRUE(positions.project(inputs));
  const RowValues rows = rows_at(engine, inputs, Level::position);
  for (const double phi : rows.view().residual)
    EXPECT_LE(std::abs(phi), 2e-14); // 40 links of 1 m: an ulp of each, in sums
  const std::vector<double> before = inputs;
  ASSERT_TRUE(positions.project(inputs));
  double change = 0.0;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    change = std::max(change, std::abs(inputs[i] - before[i]));
  EXPECT_LE(change, 1e-14); // a second time it moves by rounding
}

TEST(StructureProjection, gives_dependent_rows_to_the_matrices) {
  Session session("chain", pinned_chain + "constraint again: 2*x[n] = 20 [m]\n", {"n=40"});
  const Engine& engine = session.engine();
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, session.initial_state().state, inputs);
  for (double& q : InputView<double>(engine.programs->layout, inputs).positions())
    q += 1e-6;
  const std::vector<double> before = inputs;
  StructureProjection positions(engine, engine.structure, Level::position);
  EXPECT_FALSE(positions.project(inputs));
  EXPECT_EQ(inputs, before);
  Manifold manifold(engine);
  manifold.use_structure();
  EXPECT_TRUE(manifold.project(inputs));
  EXPECT_FALSE(manifold.operations_by_structure());
}

/// Peaucellier's inversor: two corners of its rhombus meet, and the two bars between them and the fixed point are one.
const std::string inversor = R"(
model Peaucellier
param L = 0.5 [m], b = 0.2 [m], d = 0.2 [m], m = 1 [kg], g = 9.81 [m/s^2]
coord xA [m], yA [m], xB [m], yB [m], xD [m], yD [m], xP [m], yP [m]
kinetic T = 1/2*m*(xA'^2 + yA'^2 + xB'^2 + yB'^2 + xD'^2 + yD'^2 + xP'^2 + yP'^2)
potential V = m*g*(yA + yB + yD + yP)
constraint CA: sqrt((xA - d)^2 + yA^2) = d
constraint OB: sqrt(xB^2 + yB^2) = L
constraint OD: sqrt(xD^2 + yD^2) = L
constraint AB: sqrt((xA - xB)^2 + (yA - yB)^2) = b
constraint AD: sqrt((xA - xD)^2 + (yA - yD)^2) = b
constraint BP: sqrt((xP - xB)^2 + (yP - yB)^2) = b
constraint DP: sqrt((xP - xD)^2 + (yP - yD)^2) = b
initial xA = 0.35 [m], yA ~ 0.13 [m], xB ~ 0.37 [m], yB ~ 0.33 [m], xD ~ 0.5 [m], yD ~ 0.01 [m], xP ~ 0.53 [m],
        yP ~ 0.2 [m], yP' = 0.3 [m/s]
simulate 0..0.5 [s]
)";

TEST(StructureProjection, a_linkage_follows_the_smooth_branch_where_its_motion_branches) {
  std::optional<State> first;
  for (const double tolerance : {1e-8, 1e-9, 1e-10}) {
    Session session("peaucellier", inversor);
    RunOptions options;
    options.tolerance = tolerance;
    const RunResult result = session.run(options);
    ASSERT_EQ(result.outcome, RunOutcome::completed) << tolerance;
    ASSERT_EQ(result.events.size(), 1U) << tolerance;
    EXPECT_NEAR(result.events.front().time, 0.401164, 1e-5); // s, where the run of rk8 ended at every tolerance
    if (!first) first = result.final.state;
    for (std::size_t i = 0; i < first->q.size(); ++i) // errors grow across the position by 1/distance of the steps
      EXPECT_NEAR(result.final.state.q[i], first->q[i], 1e-5) << tolerance;
  }
}

TEST(StructureProjection, series_follow_the_same_branch_by_short_steps) {
  Session session("peaucellier", inversor);
  RunOptions options;
  options.tolerance = 1e-11;
  const RunResult result = session.run(options);
  ASSERT_EQ(result.outcome, RunOutcome::completed);
  EXPECT_NEAR(result.final.state.q[4], 0.498985, 1e-5); // m, xD(0.5 s) by rk8 at 1e-8, 1e-9 and 1e-10
}

TEST(StructureProjection, checks_against_0_hold_where_rounding_is_left) {
  Session session("bar", R"(
model Bar
param l = 0.7 [m], m = 1 [kg], g = 9.81 [m/s^2]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 + (z - 0.1 [m])^2 = l^2
constraint plane: 3*x - z = 0
initial x = 0.2 [m], y ~ -0.5 [m], x' ~ 1 [m/s]
simulate 0..3 [s]
check 3*x' - z' = 0
check z - 3*x = 0
check 3*x*y' - z*y' = 0
check 3*x' - z' <= 0
check x' = 0
)");
  const RunResult result = session.run({});
  ASSERT_EQ(result.checks.size(), 5U);
  for (int c = 0; c < 4; ++c)
    EXPECT_NE(result.checks[static_cast<std::size_t>(c)].status, CheckStatus::fails) << c;
  EXPECT_EQ(result.checks[4].status, CheckStatus::fails);
}

} // namespace
} // namespace dalembert
