#include <dalembert/base/errors.h>
#include <dalembert/mechanics/system.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

Constraint row(const char* name) {
  Constraint made;
  made.name = name;
  return made;
}

Reaction reaction(const char* name, std::vector<int> of) {
  Reaction made;
  made.name = name;
  made.of = std::move(of);
  return made;
}

/// Three rows, a reaction of each of the last two, and one of both.
System three_rows() {
  System made;
  made.constraints = {row("a"), row("b"), row("c")};
  made.reactions = {reaction("B", {1}), reaction("BC", {1, 2}), reaction("C", {2})};
  made.impacts.emplace_back();
  made.speeds.emplace_back();
  made.lets.emplace_back();
  return made;
}

TEST(system, restricted_to_rows_keeps_the_reactions_that_rest_on_them) {
  const System part = three_rows().restricted({2, 0});
  ASSERT_EQ(part.constraints.size(), 2U);
  EXPECT_EQ(part.constraints[0].name, "c");
  EXPECT_EQ(part.constraints[1].name, "a");
  ASSERT_EQ(part.reactions.size(), 1U);
  EXPECT_EQ(part.reactions[0].name, "C");
  EXPECT_EQ(part.reactions[0].of, std::vector<int>{0});
  EXPECT_TRUE(part.impacts.empty());
  EXPECT_EQ(part.speeds.size(), 1U);
}

TEST(system, restricted_to_all_rows_in_another_order_renumbers_reactions) {
  const System part = three_rows().restricted({0, 2, 1});
  ASSERT_EQ(part.reactions.size(), 3U);
  EXPECT_EQ(part.reactions[1].of, (std::vector<int>{2, 1}));
}

TEST(system, equations_only_leaves_out_what_they_do_not_need) {
  const System part = three_rows().equations_only();
  EXPECT_EQ(part.constraints.size(), 3U);
  EXPECT_TRUE(part.reactions.empty() && part.impacts.empty() && part.speeds.empty() && part.lets.empty());
}

TEST(system, a_part_without_the_reaction_of_a_friction_is_refused) {
  System made = three_rows();
  made.frictions.emplace_back();
  EXPECT_THROW(static_cast<void>(made.restricted({0})), InternalError);
  EXPECT_THROW(static_cast<void>(made.equations_only()), InternalError);
}

} // namespace
} // namespace dalembert
