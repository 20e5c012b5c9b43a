// Every name with its place, kind and scope.
#include <dalembert/language/name_index.h>

#include "parsed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dalembert::ast {
namespace {

/// `name:kind:scope`, with `!` behind those that declare.
std::vector<std::string> indexed(const std::string& text) {
  const Parsed parsed(text);
  std::vector<std::string> out;
  for (const Occurrence& each : name_index(parsed.tree))
    out.push_back(std::string(each.name) + ":" + std::to_string(static_cast<int>(each.kind)) + ":" +
                  std::to_string(each.scope) + (each.declares ? "!" : ""));
  return out;
}

std::string entry(const std::string& name, NameKind kind, int scope, bool declares) {
  return name + ":" + std::to_string(static_cast<int>(kind)) + ":" + std::to_string(scope) + (declares ? "!" : "");
}

TEST(NameIndex, greek_letters_are_the_names_that_they_spell) {
  EXPECT_THAT(indexed("coord θ₁\nplot theta_1\n"),
              testing::ElementsAre(entry("theta_1", NameKind::coordinate, 0, true),
                                   entry("theta_1", NameKind::coordinate, 0, false)));
}

TEST(NameIndex, uses_before_the_declaration_have_its_kind) {
  EXPECT_THAT(indexed("let a = b\nparam b = 1\n"),
              testing::ElementsAre(entry("a", NameKind::let, 0, true), entry("b", NameKind::parameter, 0, false),
                                   entry("b", NameKind::parameter, 0, true)));
}

TEST(NameIndex, an_index_is_bound_in_its_fold_alone) {
  EXPECT_THAT(indexed("param i = 1\nlet a = sum(i in 1..i: i) + i\n"),
              testing::ElementsAre(entry("i", NameKind::parameter, 0, true), entry("a", NameKind::let, 0, true),
                                   entry("i", NameKind::index, 1, true), entry("i", NameKind::parameter, 0, false),
                                   entry("i", NameKind::index, 1, false), entry("i", NameKind::parameter, 0, false)));
}

TEST(NameIndex, arguments_hide_names_of_the_model) {
  EXPECT_THAT(indexed("let f(x) = x^2\nlet g = f(x)\n"),
              testing::ElementsAre(entry("f", NameKind::function_let, 0, true), entry("x", NameKind::argument, 1, true),
                                   entry("x", NameKind::argument, 1, false), entry("g", NameKind::let, 0, true),
                                   entry("f", NameKind::function_let, 0, false),
                                   entry("x", NameKind::unknown, 0, false)));
}

TEST(NameIndex, multipliers_name_their_constraints) {
  EXPECT_THAT(indexed("constraint rod: x = 1\nplot lambda.rod\n"),
              testing::ElementsAre(entry("rod", NameKind::constraint, 0, true), entry("x", NameKind::unknown, 0, false),
                                   entry("lambda", NameKind::part, 0, false),
                                   entry("rod", NameKind::constraint, 0, false)));
}

TEST(NameIndex, words_of_settings_and_axes_are_no_names) {
  EXPECT_THAT(indexed("simulate 0..1 { method = rk8; impacts = poisson }\nshow equations\ndraw box(a) at P turned "
                      "rotation(z: b)\n"),
              testing::ElementsAre(entry("a", NameKind::unknown, 0, false), entry("P", NameKind::unknown, 0, false),
                                   entry("b", NameKind::unknown, 0, false)));
}

TEST(NameIndex, a_loop_binds_its_index_in_its_statements) {
  EXPECT_THAT(indexed("for i in 1..2 {\n constraint c[i]: x[i] = 0\n}\n"),
              testing::ElementsAre(entry("i", NameKind::index, 1, true), entry("c", NameKind::constraint, 0, true),
                                   entry("i", NameKind::index, 1, false), entry("x", NameKind::unknown, 0, false),
                                   entry("i", NameKind::index, 1, false)));
}

} // namespace
} // namespace dalembert::ast
