#include <dalembert/api/stage_table.h>

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace dalembert {
namespace {

TEST(StageTable, names_each_stage_once_and_can_print_it) {
  std::set<std::string_view> names;
  for (const StageRow& stage : stage_table()) {
    EXPECT_TRUE(names.insert(stage.name).second) << stage.name;
    EXPECT_EQ(&stage_row(stage.name), &stage);
    Session session("spring.mech", R"(model Spring
param m = 1 [kg], k = 2 [N/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
initial x = 1 [m], x' = 0 [m/s]
check T + V = const
simulate 0..1 [s]
)");
    session.ask("m*x'' + k*x = 0");
    EXPECT_FALSE(stage.dump(session, {}).empty()) << stage.name;
    EXPECT_GT(session.seconds().*stage.seconds, 0.0) << stage.name;
  }
}

} // namespace
} // namespace dalembert
