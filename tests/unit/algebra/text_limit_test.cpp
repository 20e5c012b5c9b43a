#include <dalembert/algebra/text_limit.h>
#include <dalembert/expr/text.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(TextLimit, counts_shared_parts_wherever_they_stand) {
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr y = graph.symbol("y");
  const Expr shared = graph.sin(graph.add(x, y));
  const Expr e = graph.mul(graph.add(shared, x), graph.add(shared, y)); // leaves: x, y, x; x, y, y
  EXPECT_TRUE(has_more(graph, e, TreePart::leaf, 5));
  EXPECT_FALSE(has_more(graph, e, TreePart::leaf, 6));
  EXPECT_TRUE(has_more(graph, e, TreePart::node, 12)); // and two sines of sums, two sums and the product
  EXPECT_FALSE(has_more(graph, e, TreePart::node, 13));
}

TEST(TextLimit, calls_no_text_longer_than_it_is) {
  Graph graph;
  Expr e = graph.symbol("x");
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    e = graph.mul(graph.add(e, graph.symbol(name)), e);
    const std::size_t length = text(graph, e).size();
    EXPECT_FALSE(is_surely_longer(graph, e, length)) << text(graph, e);
    EXPECT_TRUE(is_surely_longer(graph, e, length / 4)) << text(graph, e);
  }
}

} // namespace
} // namespace dalembert
