#include <dalembert/elaborate/declaring/declare.h>

#include "reading.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace dalembert {
namespace {

using namespace elaboration;

/// The declarations of a model, with the trees that they point into.
class Declared {
public:
  explicit Declared(std::string model, std::vector<std::string> overrides = {}) {
    options_.overrides = std::move(overrides);
    std::vector<Diagnostic> found;
    const std::uint32_t file = sources_.add("test.mech", std::move(model));
    tree_ = ast::parse(sources_, file, found);
    EXPECT_FALSE(has_errors(found));
    library_ = load_includes(tree_, sources_, options_);
    context_ = std::make_unique<Context>(sources_, options_, true);
    overrides_ = std::make_unique<Overrides>(*context_);
    declarations_ = declare(library_, *overrides_, *context_);
  }
  [[nodiscard]] std::string text() const { return elaboration::text(declarations_, sources_); }
  [[nodiscard]] const Declarations& declarations() const { return declarations_; }
  [[nodiscard]] Declarations take() { return std::move(declarations_); }
  [[nodiscard]] const Context& context() const { return *context_; }

private:
  SourceMap sources_;
  ElaborateOptions options_;
  ast::File tree_;
  Library library_;
  std::unique_ptr<Context> context_;
  std::unique_ptr<Overrides> overrides_;
  Declarations declarations_;
};

TEST(declarations, families_and_for_are_taken_apart_and_keep_their_places) {
  const Declared made("count n = 2\ncoord x[1..n]\nfor i in 1..n {\n  force F[i] on x[i] = i\n}\nkinetic T = x[1]'^2\n"
                      "check x[1] < 1, x[2] < 2\n");
  EXPECT_EQ(made.text(), "count n = 2 at test.mech:1:1\n"
                         "coordinate x[1] at test.mech:2:1\n"
                         "coordinate x[2] at test.mech:2:1\n"
                         "force F[1] at test.mech:4:3\n"
                         "force F[2] at test.mech:4:3\n"
                         "energy T at test.mech:6:1\n"
                         "check at test.mech:7:1\n");
}

TEST(declarations, hold_no_symbol_of_an_expression) {
  const Declared made("count n = 3\nparam m = 2\ncoord x[1..n]\nkinetic T = sum(i in 1..n: 1/2*m*x[i]'^2)\n");
  const Graph& graph = made.context().graph;
  for (std::uint32_t id = 0; id < graph.size(); ++id)
    EXPECT_TRUE(graph.kind(Expr{id}) != NodeKind::symbol || Expr{id} == made.context().time);
}

TEST(declarations, a_count_is_a_number_also_where_no_range_needs_it) {
  const Declared made("count n = 2, m = n + 1, k = x\ncoord x\n", {"n=4"});
  const auto& counts = made.declarations().counts;
  EXPECT_EQ(counts.at(0).definition->count, 4);
  EXPECT_EQ(counts.at(1).definition->count, 5);
  EXPECT_EQ(counts.at(2).definition->count, std::nullopt);
  EXPECT_FALSE(made.context().complaints.has_errors()); // said where the name `x` has a meaning
}

TEST(declarations, an_input_that_follows_the_time_stands_as_a_let_of_its_own_making) {
  const Declared made("coord x\ninput F = 2*t\nkinetic T = x'^2\n");
  ASSERT_EQ(made.declarations().lets.size(), 1U);
  EXPECT_TRUE(made.declarations().parameters.empty());
  EXPECT_EQ(made.declarations().courses.count(made.declarations().lets[0].node), 1U);
}

TEST(declarations, stay_valid_where_they_are_moved) {
  Declared made("coord x[1..3]\nkinetic T = x[1]'^2\ninput F = t\n");
  const Declarations moved = made.take();
  EXPECT_EQ(moved.coordinates.at(2).definition, moved.symbols.find("x")->member({3}));
  EXPECT_EQ(moved.lets.at(0).node->name.name.text, "F");
}

TEST(declarations, a_range_may_hold_no_name_that_is_worked_out_from_the_model) {
  EXPECT_EQ(Reading("function phi(x)\ncoord q[1..phi(2)]\nkinetic T = q[1]'^2\n").codes(), "E0207");
  EXPECT_EQ(Reading("coord x\nkinetic T = x'^2\ncoord q[1..p.x]\n").codes(), "E0207");
  EXPECT_EQ(Reading("coord x\nkinetic T = x'^2\ncoord q[1..drift(x)]\n").codes(), "E0207");
  EXPECT_EQ(Reading("coord x\nkinetic T = x'^2\ncoord q[1..table(\"a.csv\", 2)]\n").codes(), "E0207");
  EXPECT_EQ(Reading("coord q[1..V]\nkinetic T = q[1]'^2\n").codes(), "E0201");
}

} // namespace
} // namespace dalembert
