#include <dalembert/exact/monomial_memo.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

class WorkOfMonomials : public ::testing::Test {
protected:
  Graph graph;
  Expr a = graph.symbol("a");
  Expr b = graph.symbol("b");
  Expr c = graph.symbol("c");
  Expr sum = graph.add(a, graph.add(b, c));
};

TEST_F(WorkOfMonomials, counts_what_is_multiplied_and_added) {
  LinearForms forms(graph);
  EXPECT_EQ(forms.work(), 0U);
  EXPECT_EQ(forms.of(graph.square(sum)).size(), 6U);
  const std::size_t once = forms.work();
  EXPECT_GE(once, 9U); // 3 added, 3 and 6 multiplied
  static_cast<void>(forms.of(graph.square(sum)));
  EXPECT_EQ(forms.work(), once); // remembered
}

TEST_F(WorkOfMonomials, leaves_sums_as_bases_beyond_the_limit) {
  LinearForms forms(graph, 3);
  EXPECT_EQ(forms.of(graph.square(graph.add(a, b))).size(), 3U);
  EXPECT_EQ(forms.of(graph.square(sum)).size(), 1U);
}

TEST_F(WorkOfMonomials, ends_with_nothing_new_and_what_is_remembered) {
  constexpr std::size_t most = 20;
  MonomialMemo memo(5);
  const std::optional<MonomialSum> first = memo.of(graph, graph.square(sum), most);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->size(), 6U);
  EXPECT_FALSE(memo.of(graph, graph.square(graph.sub(a, b)), most).has_value());
  EXPECT_EQ(memo.of(graph, graph.square(sum), most), first);
}

} // namespace
} // namespace dalembert
