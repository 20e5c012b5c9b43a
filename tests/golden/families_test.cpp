#include <dalembert/families/family_form.h>
#include <dalembert/typesetting/formula_reader.h>

#include "printed_model.h"

#include <gmock/gmock.h>

namespace dalembert::test {
namespace {

constexpr int pattern = 6; ///< members that lines are inferred from
const std::string cart = "../tests/golden/models/cart_n_links.mech";

/// The equations of a model with its count set.
Equations of_size(const std::string& path, int size) {
  return PrintedModel(path, {}, {"n=" + std::to_string(size)}).equations;
}

FamilyForm form_of(const std::string& path) {
  std::optional<FamilyForm> form = family_form(of_size(path, pattern), "n", pattern);
  if (!form) throw std::runtime_error("no generic lines for " + path);
  return *form;
}

bool holds(const FamilyForm& form, const std::string& path) {
  for (int size = 2; size <= pattern; ++size)
    if (!holds_for(form, of_size(path, size), size)) return false;
  return true;
}

TEST(Families, a_cart_with_n_links_has_one_line_for_all_links_as_short_as_the_textbooks) {
  const FamilyForm form = form_of(cart);
  ASSERT_EQ(form.lines.size(), 2U);
  const FamilyLine& link = form.lines[1];
  EXPECT_EQ(link.equation.coordinate, "theta[i]");
  EXPECT_EQ(link.index + " " + link.low + " " + link.high, "i 1 n");
  EXPECT_EQ(link.equation.text(), "M[i]*(cos(theta[i])*x'' + g*sin(theta[i])) + sum(j in 1..n: M[max(i,j)]*l[j]*"
                                  "(cos(theta[i] - theta[j])*theta[j]'' + sin(theta[i] - theta[j])*theta[j]'^2)) = 0");
  EXPECT_EQ(written(link.equation.divisor), "l[i]");
  ASSERT_EQ(link.equation.definitions.size(), 1U);
  EXPECT_EQ(link.equation.definitions[0].text(), "M[k] = sum(j in k..n: m[j])");
  constexpr int shortest_known = 35;
  EXPECT_LE(link.equation.nodes, shortest_known);
  EXPECT_EQ(form.lines[0].equation.coordinate, "x");
}

TEST(Families, lines_inferred_from_six_members_hold_for_two_to_five) {
  for (const std::string& path : {cart, std::string("gallery/n_pendulum.mech"), std::string("gallery/chain.mech")})
    EXPECT_TRUE(holds(form_of(path), path)) << path;
}

TEST(Families, members_at_the_ends_that_differ_stand_alone) {
  const FamilyForm form = form_of("gallery/n_pendulum.mech"); // friction in the joints: the last one has one neighbour
  ASSERT_GE(form.lines.size(), 2U);
  EXPECT_EQ(form.lines.back().equation.coordinate, "theta[n]");
  EXPECT_EQ(form.lines.back().index, "");
}

/// Every sign, bound and index of a line counts.
TEST(Families, a_line_with_one_mistake_is_refused) {
  const FamilyForm form = form_of(cart);
  const std::vector<std::pair<std::string, std::string>> edits{
      {"max(i,j)", "min(i,j)"},
      {"max(i,j)", "i"},
      {"1..n", "2..n"},
      {"1..n", "1..i"},
      {" + sin(", " - sin("},
      {" + g", " - g"},
      {"l[j]", "l[i]"},
      {"cos(theta[i])", "sin(theta[i])"},
      {"M[i]", "M[1]"},
      {"^2", "^3"},
      {"theta[i] - theta[j])*theta[j]''", "theta[i] + theta[j])*theta[j]''"}};
  for (const auto& [from, to] : edits) {
    FamilyForm mutant = form;
    std::string left = written(mutant.lines[1].equation.left);
    const std::size_t at = left.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    left.replace(at, from.size(), to);
    mutant.lines[1].equation.left = read_formula(left);
    EXPECT_FALSE(holds(mutant, cart)) << left;
  }
  FamilyForm short_range = form;
  short_range.lines[1].low = "2";
  EXPECT_FALSE(holds(short_range, cart));
}

} // namespace
} // namespace dalembert::test
