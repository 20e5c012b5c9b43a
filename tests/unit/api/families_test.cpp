// One line for a family of equations, proved for several values of the count.
#include <dalembert/api/session.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dalembert {
namespace {

std::vector<std::string> lines(Session& session) {
  std::vector<std::string> out;
  if (!session.families()) return out;
  for (const FamilyLine& line : session.families()->lines) {
    std::string& text = out.emplace_back(line.equation.coordinate + ": " + line.equation.text());
    if (!line.index.empty()) text += ", " + line.index + " in " + line.low + ".." + line.high;
    for (const IndexRange& range : line.further)
      text += ", " + range.name + " in " + range.low + ".." + range.high;
  }
  return out;
}

TEST(Families, masses_between_springs_have_one_line_for_the_middle_and_one_for_each_end) {
  Session session("row.mech", R"(model Row
count n = 7
param m, k
coord u[1..n]
kinetic T = sum(i in 1..n: 1/2*m*u[i]'^2)
potential V = 1/2*k*(sum(i in 2..n: (u[i] - u[i-1])^2))
)");
  EXPECT_THAT(lines(session), testing::ElementsAre("u[1]: m*u[1]'' + k*(u[1] - u[2]) = 0",
                                                   "u[i]: m*u[i]'' - k*(u[i+1] - 2*u[i] + u[i-1]) = 0, i in 2..n-1",
                                                   "u[n]: m*u[n]'' + k*(u[n] - u[n-1]) = 0"));
}

TEST(Families, equal_links_are_counted) {
  Session session("chain.mech", R"(model Chain
count n = 3
param m, l, g
coord theta[1..n]
let X[i in 0..n] = if i = 0 then 0 else X[i-1] + l*sin(theta[i])
let Y[i in 0..n] = if i = 0 then 0 else Y[i-1] - l*cos(theta[i])
kinetic T = sum(i in 1..n: 1/2*m*(X[i]'^2 + Y[i]'^2))
potential V = sum(i in 1..n: m*g*Y[i])
)");
  EXPECT_THAT(lines(session),
              testing::ElementsAre("theta[i]: l*sum(j in 1..n: (n + 1 - max(i,j))*(cos(theta[i] - theta[j])*theta[j]'' "
                                   "+ sin(theta[i] - theta[j])*theta[j]'^2)) + (n + 1 - i)*g*sin(theta[i]) = 0, i in "
                                   "1..n"));
}

TEST(Families, a_coefficient_that_is_the_number_of_members_is_the_count) {
  Session session("cart.mech", R"(model Cart
count n = 3
param m, b, l, k
coord x[1..n], y
let X[i in 0..n] = if i = 0 then y else X[i-1] + l*x[i]
kinetic T = sum(i in 1..n: 1/2*m*X[i]'^2) + 1/2*b*y'^2
potential V = k*sum(i in 1..n: sum(j in 1..n: cos(x[i] - x[j]))) + k*sum(i in 1..n-1: cos(x[i+1] - x[i]))
)");
  const std::vector<std::string> found = lines(session);
  EXPECT_THAT(found, testing::Contains("y: m*(n*y'' + l*sum(j in 1..n: (n + 1 - j)*x[j]'')) + b*y'' = 0"));
  EXPECT_THAT(found, testing::Contains(testing::HasSubstr("2*sum(j in 1..n: sin(x[i] - x[j]))")));
}

TEST(Families, bodies_that_attract_each_other_have_sums_over_those_before_and_behind) {
  Session session("bodies.mech", R"(model Bodies
count n = 5
param m[1..n], G
coord x[1..n], y[1..n], z[1..n]
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2 + z[i]'^2))
potential V = -sum(i in 1..n: sum(j in i+1..n: G*m[i]*m[j]/sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2 + (z[i] - z[j])^2)))
)");
  const std::vector<std::string> found = lines(session);
  ASSERT_EQ(found.size(), 3U);
  const std::string body = "m[j]*(x[j] - x[i])/sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2 + (z[i] - z[j])^2)^3)";
  EXPECT_EQ(found[0],
            "x[i]: x[i]'' - G*(sum(j in 1..i-1: " + body + " + sum(j in i+1..n: " + body + ") = 0, i in 1..n");
}

TEST(Families, a_mean_over_the_members_is_divided_by_their_number) {
  Session session("rotors.mech", R"(model Rotors
count n = 7
param J, K
coord x[1..n]
kinetic T = 1/2*J*sum(i in 1..n: x[i]'^2)
potential V = -K/n*sum(i in 1..n: sum(j in 1..i-1: cos(x[i] - x[j])))
)");
  EXPECT_THAT(lines(session),
              testing::ElementsAre("x[i]: J*x[i]'' + K*sum(j in 1..n: sin(x[i] - x[j]))/n = 0, i in 1..n"));
}

TEST(Families, the_users_definitions_stand_in_the_lines_and_are_explained) {
  Session session("chain.mech", R"(model Chain
count n = 3
param m, g, L
coord x[1..n], y[1..n]
let X[i in 0..n] = if i = 0 then 0 else x[i]
let Y[i in 0..n] = if i = 0 then 0 else y[i]
let d[i in 1..n] = sqrt((X[i] - X[i-1])^2 + (Y[i] - Y[i-1])^2)
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
constraint link[i in 1..n]: d[i] = L
)");
  EXPECT_THAT(lines(session),
              testing::Contains("x[i]: m*x[i]'' = lambda.link[i]*(x[i] - x[i-1])/d[i] + lambda.link[i+1]*(x[i] - "
                                "x[i+1])/d[i+1], i in 2..n-1"));
  std::vector<std::string> said;
  for (const Definition& d : session.families()->lines.front().equation.definitions)
    said.push_back(d.text());
  EXPECT_THAT(said, testing::ElementsAre("d[i] = sqrt((x[i-1] - x[i])^2 + (y[i-1] - y[i])^2), i in 2..n",
                                         "d[1] = sqrt(x[1]^2 + y[1]^2)"));
}

TEST(Families, multipliers_and_forces_of_members_stand_in_the_line) {
  Session session("beads.mech", R"(model Beads
count n = 4
param m[1..n], c
coord x[1..n], y[1..n]
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
constraint wire[i in 1..n]: y[i] = c*x[i]
force F[i in 1..n] on x[i] = i*c
)");
  const std::vector<std::string> found = lines(session);
  EXPECT_THAT(found, testing::Contains("x[i]: m[i]*x[i]'' = c*(i - lambda.wire[i]), i in 1..n"));
  EXPECT_THAT(found, testing::Contains("y[i]: m[i]*y[i]'' = lambda.wire[i], i in 1..n"));
}

/// What fits six members and no other number is no line.
TEST(Families, a_pattern_that_holds_for_one_count_alone_is_not_shown) {
  Session session("odd.mech", R"(model Odd
count n = 4
param m, k
coord u[1..n]
kinetic T = sum(i in 1..n: 1/2*m*u[i]'^2)
potential V = n^2*k*sum(i in 1..n: u[i]^2)
)");
  EXPECT_FALSE(session.families().has_value());
}

TEST(Families, a_model_that_cannot_be_resized_has_none) {
  Session session("fixed.mech", R"(model Fixed
count n = 4 in 4..4
param m, k
coord u[1..n]
kinetic T = sum(i in 1..n: 1/2*m*u[i]'^2)
)");
  EXPECT_FALSE(session.families().has_value());
}

TEST(Families, a_grid_in_a_frame_has_one_line_inside_and_one_for_each_edge_and_corner) {
  Session session("grid.mech", R"(model Grid
count n = 4
param m, k
coord u[1..n,1..n]
let w[i in 0..n+1, j in 0..n+1] = if i < 1 or j < 1 or i > n or j > n then 0 else u[i,j]
kinetic T = sum(i in 1..n: sum(j in 1..n: 1/2*m*u[i,j]'^2))
potential V = sum(i in 0..n: sum(j in 1..n: 1/2*k*(w[i+1,j] - w[i,j])^2))
            + sum(i in 1..n: sum(j in 0..n: 1/2*k*(w[i,j+1] - w[i,j])^2))
)");
  const std::vector<std::string> found = lines(session);
  ASSERT_EQ(found.size(), 9U);
  EXPECT_EQ(found[0], "u[i,j]: m*u[i,j]'' - k*(u[i+1,j] - 4*u[i,j] + u[i,j+1] + u[i,j-1] + u[i-1,j]) = 0, i in 2..n-1, "
                      "j in 2..n-1");
  EXPECT_THAT(found,
              testing::Contains(testing::AllOf(testing::StartsWith("u[1,j]: "), testing::EndsWith(", j in 2..n-1"))));
  EXPECT_THAT(found, testing::Contains(testing::StartsWith("u[n,1]: ")));
}

TEST(Families, a_parameter_with_one_index_follows_an_index_of_a_lattice) {
  Session session("grid.mech", R"(model Grid
count n = 4
param m[1..n], k[1..n]
coord u[1..n,1..n]
kinetic T = sum(i in 1..n: sum(j in 1..n: 1/2*m[j]*u[i,j]'^2))
potential V = sum(i in 1..n: sum(j in 1..n: 1/2*k[i]*u[i,j]^2))
)");
  EXPECT_THAT(lines(session), testing::ElementsAre("u[i,j]: m[j]*u[i,j]'' + k[i]*u[i,j] = 0, i in 1..n, j in 1..n"));
}

TEST(Families, members_that_carry_members_of_their_own_have_sums_over_these) {
  Session session("carts.mech", R"(model Carts
count n = 5, p = 3
param M, m, l, k
coord x[1..n], a[1..n,1..p]
kinetic T = sum(i in 1..n: 1/2*M*x[i]'^2 + sum(j in 1..p: 1/2*m*(x[i]' + l*a[i,j]')^2))
potential V = sum(i in 1..n-1: 1/2*k*(x[i+1] - x[i])^2)
)");
  const std::vector<std::string> found = lines(session);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0], "x[i]: M*x[i]'' + m*(p*x[i]'' + l*sum(j in 1..p: a[i,j]'')) - k*(x[i+1] - 2*x[i] + x[i-1]) = 0, "
                      "i in 2..n-1");
  EXPECT_THAT(found[3], testing::EndsWith("= 0, i in 1..n, j in 1..p"));
}

TEST(Families, a_lattice_of_two_counts_has_its_own_end_along_each_index) {
  Session session("strip.mech", R"(model Strip
count n = 3, m = 5
param M, k
coord u[1..n,1..m]
kinetic T = sum(i in 1..n: sum(j in 1..m: 1/2*M*u[i,j]'^2))
potential V = sum(i in 1..n: sum(j in 1..m-1: 1/2*k*(u[i,j+1] - u[i,j])^2))
)");
  EXPECT_THAT(lines(session),
              testing::ElementsAre(testing::EndsWith(", i in 1..n, j in 2..m-1"),
                                   testing::AllOf(testing::StartsWith("u[i,1]: "), testing::EndsWith(", i in 1..n")),
                                   testing::AllOf(testing::StartsWith("u[i,m]: "), testing::EndsWith(", i in 1..n"))));
}

TEST(Families, coordinates_beside_a_lattice_hold_sums_over_all_members_and_its_number) {
  Session session("table.mech", R"(model Table
count n = 3, p = 5
param M, m, k, L
coord x, a[1..n,1..p], y
kinetic T = 1/2*M*(x'^2 + y'^2) + sum(i in 1..n: sum(j in 1..p: 1/2*m*(x' + L*a[i,j]')^2))
potential V = sum(i in 1..n: sum(j in 1..p: k*cos(a[i,j] - y))) + sum(i in 1..n: k*x^2)
)");
  EXPECT_THAT(lines(session),
              testing::UnorderedElementsAre(
                  testing::AllOf(testing::StartsWith("x: "), testing::HasSubstr("n*p*x''"), testing::HasSubstr("n*k*x"),
                                 testing::HasSubstr("sum(i in 1..n: sum(j in 1..p: a[i,j]''))")),
                  testing::AllOf(testing::StartsWith("a[i,j]: "), testing::EndsWith(", i in 1..n, j in 1..p")),
                  testing::AllOf(testing::StartsWith("y: M*y''"), testing::HasSubstr("sin(y - a[i,j])"))));
}

TEST(Families, a_coordinate_beside_a_lattice_may_hold_its_edge_alone) {
  Session session("edge.mech", R"(model Edge
count n = 5
param M, m, k
coord s, u[1..n,1..n]
kinetic T = 1/2*M*s'^2 + sum(i in 1..n: sum(j in 1..n: 1/2*m*u[i,j]'^2))
potential V = sum(i in 1..n: 1/2*k*(u[i,n-1] - s)^2)
)");
  const std::vector<std::string> found = lines(session);
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found.front(), testing::AllOf(testing::StartsWith("s: "), testing::HasSubstr("sum(i in 1..n: u[i,n-1])"),
                                            testing::HasSubstr("n*s")));
}

TEST(Families, a_plate_has_two_lines_along_each_edge_and_four_in_each_corner) {
  Session session("plate.mech", R"(model Plate
count n = 7, p = 9
param m, B
coord w[1..n,1..p]
kinetic T = sum(i in 1..n: sum(j in 1..p: 1/2*m*w[i,j]'^2))
potential V = 1/2*B*sum(i in 2..n-1: sum(j in 2..p-1: (w[i+1,j] + w[i-1,j] + w[i,j+1] + w[i,j-1] - 4*w[i,j])^2))
)");
  const std::vector<std::string> found = lines(session);
  EXPECT_EQ(found.size(), 25U);
  EXPECT_THAT(found, testing::Contains(testing::AllOf(testing::StartsWith("w[i,j]: "),
                                                      testing::EndsWith(", i in 3..n-2, j in 3..p-2"))));
  EXPECT_THAT(found, testing::Contains(testing::AllOf(testing::StartsWith("w[2,j]: "), testing::HasSubstr("w[4,j]"),
                                                      testing::EndsWith(", j in 3..p-2"))));
  EXPECT_THAT(found,
              testing::Contains(testing::AllOf(testing::StartsWith("w[n-1,j]: "), testing::HasSubstr("w[n-3,j]"))));
  EXPECT_THAT(found, testing::Contains(testing::StartsWith("w[1,1]: ")));
}

TEST(Families, a_lattice_in_which_all_members_act_on_each_other_has_no_lines) {
  Session session("swarm.mech", R"(model Swarm
count n = 3
param m, k
coord u[1..n,1..n]
kinetic T = sum(i in 1..n: sum(j in 1..n: 1/2*m*u[i,j]'^2))
potential V = 1/2*k*sum(i in 1..n: sum(j in 1..n: u[i,j]))^2
)");
  EXPECT_TRUE(lines(session).empty());
}

} // namespace
} // namespace dalembert
