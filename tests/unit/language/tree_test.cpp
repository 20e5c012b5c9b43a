// What the parser makes of a text: the shape of the tree, the names, the places.
#include "parsed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace dalembert::ast {
namespace {

/// The dump of the right-hand side of `let a = …`.
std::string shape(const std::string& expression) {
  const Parsed parsed("let a = " + expression);
  EXPECT_TRUE(parsed.is_accepted()) << expression;
  const std::string all = parsed.dumped();
  const std::string head = "(let a (value ";
  return all.substr(head.size(), all.size() - head.size() - 3);
}

TEST(Tree, minus_binds_weaker_than_power) {
  EXPECT_EQ(shape("-2^2"), "(neg (^ 2 2))");
  EXPECT_EQ(shape("2^-1"), "(^ 2 (neg 1))");
  EXPECT_EQ(shape("a^b^c"), "(^ a (^ b c))");
}

TEST(Tree, sums_and_products_are_flat_and_read_from_the_left) {
  EXPECT_EQ(shape("a/b*c"), "(chain a (/ b) (* c))");
  EXPECT_EQ(shape("a - b*c + d"), "(chain a (- (chain b (* c))) (+ d))");
  EXPECT_EQ(shape("a*(b + c)"), "(chain a (* (group (chain b (+ c)))))");
}

TEST(Tree, every_prime_is_a_node) {
  EXPECT_EQ(shape("q''"), "(prime (prime q))");
  EXPECT_EQ(shape("d[i]'^2"), "(^ (prime (index d (items (item i)))) 2)");
  EXPECT_EQ(shape("ddt(x)"), "(call ddt x)");
}

TEST(Tree, numbers_keep_their_spelling_and_own_the_unit_behind_them) {
  EXPECT_EQ(shape("0.10 [m]"), "(number 0.10 (unit m))");
  EXPECT_EQ(shape("1/2 [kg]"), "(chain 1 (/ (number 2 (unit kg))))");
  EXPECT_EQ(shape("7.2921e-5"), "7.2921e-5");
}

TEST(Tree, a_frame_follows_in_but_a_range_does_not) {
  EXPECT_EQ(shape("(x, y) in N.s"), "(in-frame (tuple x y) (member N s))");
  EXPECT_EQ(Parsed("param a = b in lo..hi").dumped(), "(param (declare a (value b) (range lo hi)))\n");
  EXPECT_EQ(Parsed("param a = b in N").dumped(), "(param (declare a (value (in-frame b N))))\n");
}

TEST(Tree, folds_have_a_binder_and_calls_have_not) {
  EXPECT_EQ(shape("max(i in 1..n: x[i])"), "(max i (range 1 n) (index x (items (item i))))");
  EXPECT_EQ(shape("max(a, b)"), "(call max a b)");
}

TEST(Tree, and_binds_before_or) {
  EXPECT_EQ(shape("if a < b or c = d and not e >= f then 1 else 2"),
            "(if (or (< a b) (and (= c d) (not (>= e f)))) 1 2)");
  EXPECT_EQ(shape("if (a < b or c = d) and e > f then 1 else 2"), "(if (and (or (< a b) (= c d)) (> e f)) 1 2)");
}

TEST(Tree, an_index_bracket_touches_and_a_unit_bracket_does_not) {
  EXPECT_EQ(Parsed("coord x [m]").dumped(), "(coord (declare x (unit m)))\n");
  EXPECT_EQ(Parsed("coord x[m]").dumped(), "(coord (declare x (items (item m))))\n");
  EXPECT_EQ(Parsed("coord x[1..n] [kg m]").dumped(), "(coord (declare x (items (item (range 1 n))) (unit kg m)))\n");
}

TEST(Tree, a_unit_behind_a_range_holds_for_the_range) {
  const Parsed parsed("simulate 0..1.5 [s]");
  const auto& simulate = std::get<Simulate>(parsed.tree.statements[0].node);
  ASSERT_NE(simulate.range.unit, nullptr);
  EXPECT_EQ(simulate.range.unit->text, "s");
  EXPECT_EQ(Parsed("simulate 0..n [s]").dumped(), "(simulate (range 0 n (unit s)))\n");
}

TEST(Tree, initial_values_are_kept_or_movable) {
  EXPECT_EQ(Parsed("initial x = 0, theta' ~ 1").dumped(), "(initial (keep x 0) (move (prime theta) 1))\n");
}

TEST(Tree, statements_keep_all_their_parts) {
  EXPECT_EQ(Parsed("force F on q = 3 at P, Q along u \"push\"").dumped(),
            "(force F (on q) (value 3) (at P Q) (along u) (text \"push\"))\n");
  EXPECT_EQ(Parsed("reaction (X, Y) [N] of a, b.c conjugate x', y'").dumped(),
            "(reaction X Y (unit N) (of a (member b c)) (conjugate (prime x) (prime y)))\n");
  EXPECT_EQ(Parsed("impact s [N*s] conjugate v when g <= 0 { e = 1 }").dumped(),
            "(impact s (unit N*s) (conjugate v) (<= g 0) (block (e 1)))\n");
  EXPECT_EQ(Parsed("frame B = N rotate z: q, (u): p").dumped(),
            "(frame B rotate (base N) (about z q) (about (group u) p))\n");
  EXPECT_EQ(Parsed("function f(x, y) [m]").dumped(), "(function (declare f (parameters x y) (unit m)))\n");
  EXPECT_EQ(Parsed("for i in 1..2 { coord x[i]; let y = 1 }").dumped(),
            "(for i (range 1 2)\n  (coord (declare x (items (item i))))\n  (let y (value 1))\n)\n");
}

TEST(Tree, a_draw_keeps_its_clauses_in_order) {
  EXPECT_EQ(
      Parsed("draw disc(R) at (x, R) turned -phi { colour = \"a\" } \"wheel\"").dumped(),
      "(draw disc (arguments R) (at (tuple x R)) (turned (neg phi)) (block (colour (text \"a\"))) (text \"wheel\"))\n");
  EXPECT_EQ(Parsed("draw line through (0, 0), P for i in 1..n, j in 0..2").dumped(),
            "(draw line (through (tuple 0 0) P) (for i (range 1 n)) (for j (range 0 2)))\n");
  EXPECT_EQ(Parsed("draw point at P turned rotation(z: psi, ((0, 1, 0)): 2)").dumped(),
            "(draw point (at P) (turned (about z psi) (about (group (tuple 0 1 0)) 2)))\n");
  EXPECT_EQ(Parsed("draw sphere(R) turned rotation(psi)").dumped(),
            "(draw sphere (arguments R) (turned (call rotation psi)))\n");
}

TEST(Tree, the_words_of_a_draw_are_names_elsewhere) {
  EXPECT_EQ(Parsed("param draw = 1\nlet through = draw\nlet from = 2*\ndraw\n").dumped(),
            "(param (declare draw (value 1)))\n(let through (value draw))\n(let from (value (chain 2 (* draw))))\n");
  EXPECT_EQ(Parsed("draw label at from from turned turned rotation").dumped(),
            "(draw label (at from) (from turned) (turned rotation))\n");
}

TEST(Tree, greek_letters_and_subscripts_are_spelt_out) {
  EXPECT_EQ(Parsed("let θ₁ = Ω + x₁₂ + ϕ").dumped(), Parsed("let theta_1 = Omega + x_12 + phi").dumped());
  const Parsed parsed("coord θ₁");
  const Name& name = std::get<Declarations>(parsed.tree.statements[0].node).items[0].name.name;
  EXPECT_EQ(name.text, "theta_1");
  EXPECT_EQ(parsed.text(name.span), "θ₁");
}

TEST(Tree, every_node_knows_its_place) {
  const Parsed parsed("kinetic T = 1/2*m*x'^2 \"text\"");
  const Statement& statement = parsed.tree.statements[0];
  EXPECT_EQ(parsed.text(statement.span), "kinetic T = 1/2*m*x'^2 \"text\"");
  EXPECT_EQ(parsed.text(statement.keyword), "kinetic");
  const auto& energy = std::get<Energy>(statement.node);
  EXPECT_EQ(parsed.text(energy.name->span), "T");
  EXPECT_EQ(parsed.text(energy.description->span), "\"text\"");
  EXPECT_EQ(parsed.text(energy.value->span), "1/2*m*x'^2");
  const Link& last = get_if<Chain>(energy.value)->rest.back();
  EXPECT_EQ(parsed.text(last.operator_span), "*");
  EXPECT_EQ(parsed.text(last.operand->span), "x'^2");
}

TEST(Tree, declarations_know_the_place_of_each_part) {
  const Parsed parsed("param a [deg] = 60 in 0..90 \"angle\"");
  const Declaration& item = std::get<Declarations>(parsed.tree.statements[0].node).items[0];
  EXPECT_EQ(parsed.text(item.name.name.span), "a");
  EXPECT_EQ(parsed.text(item.unit->span), "[deg]");
  EXPECT_EQ(parsed.text(unit_span(*item.unit, 0, 3)), "deg");
  EXPECT_EQ(parsed.text(item.value->span), "60");
  EXPECT_EQ(parsed.text(item.range->span), "0..90");
  EXPECT_EQ(item.description->text, "angle");
}

TEST(Tree, comments_and_blank_lines_are_kept_with_their_places) {
  const Parsed parsed("# head\n\n\nmodel A # tail\r\n");
  ASSERT_EQ(parsed.tree.trivia.size(), 3U);
  EXPECT_EQ(parsed.text(parsed.tree.trivia[0].span), "# head");
  EXPECT_TRUE(parsed.tree.trivia[0].stands_alone);
  EXPECT_EQ(parsed.tree.trivia[1].kind, Trivia::Kind::blank_lines);
  EXPECT_EQ(parsed.text(parsed.tree.trivia[1].span), "\n\n");
  EXPECT_EQ(parsed.text(parsed.tree.trivia[2].span), "# tail");
  EXPECT_FALSE(parsed.tree.trivia[2].stands_alone);
}

TEST(Tree, outlives_a_move_of_the_file) {
  Parsed parsed("let a = b + c");
  const File moved = std::move(parsed.tree);
  EXPECT_EQ(dump(moved), "(let a (value (chain b (+ c))))\n");
}

} // namespace
} // namespace dalembert::ast
