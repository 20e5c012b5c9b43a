// The automatic picture printed as `draw` lines, which make the same picture when they are read.
#include <dalembert/expr/transplant.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/picture/convert.h>
#include <dalembert/sketch/completed.h>
#include <dalembert/sketch/drawn_text.h>
#include <dalembert/sketch/item_parts.h>

#include "all_models.h"

#include <map>

namespace dalembert {
namespace {

/// Items of a picture that have `draw` lines, or are lanes.
std::vector<DrawnItem<Expr>> things(const Picture& picture) {
  std::vector<DrawnItem<Expr>> out;
  for (const DrawnItem<Expr>& item : picture.items)
    if (!is_force(item)) out.push_back(item);
  return out;
}

/// The numbers of an item, by the names that they have in its model.
std::vector<Expr> numbers_of(const DrawnItem<Expr>& item) {
  std::vector<Expr> out;
  static_cast<void>(converted(item, [&](Expr e) {
    out.push_back(e);
    return e;
  }));
  return out;
}

/// True where the expressions of two models, which differ in their `draw` lines alone, are equal: those of `b` are
/// copied into the graph of `a`.
bool are_equal_in(const Study& a, const std::vector<Expr>& of_a, const Study& b, const std::vector<Expr>& of_b) {
  if (of_a.size() != of_b.size()) return false;
  std::map<Expr, Expr> same{{b.system.time, a.system.time}};
  for (std::size_t i = 0; i < a.system.coordinates.size(); ++i)
    same[b.system.coordinates.at(i).position] = a.system.coordinates[i].position;
  for (std::size_t i = 0; i < a.system.parameters.size(); ++i)
    same[b.system.parameters.at(i).symbol] = a.system.parameters[i].symbol;
  const Soil soil{[&](Expr symbol) { return same.at(symbol); }, [](UnknownId function) { return function; }};
  const std::vector<Expr> copied = transplant(*b.system.graph, of_b, *a.system.graph, soil);
  return equality_test(*a.system.graph, of_a, copied).verdict == Answer::yes;
}

TEST(drawn_text, of_every_model_makes_the_same_picture_when_it_is_read) {
  for (const std::filesystem::path& path : all_models()) {
    SCOPED_TRACE(path.filename().string());
    const std::string text = without_drawings(text_of(path));
    const Sketched first(text, beside(path));
    const std::string lines = drawn_text(*first.system, first.picture);
    const Reading again(text + lines, beside(path));
    ASSERT_TRUE(again.is_clean()) << again.listing() << lines;
    for (const Diagnostic& each : again.diagnostics)
      EXPECT_NE(each.code.substr(1, 2), "11") << render(each, again.sources) << lines;
    const Picture whole = completed(again.study, first.picture);
    const std::vector<DrawnItem<Expr>> wanted = things(first.picture);
    std::vector<DrawnItem<Expr>> found;
    for (const DrawnItem<Expr>& item : again.study.picture.items)
      found.push_back(item);
    std::size_t lanes = 0;
    for (const DrawnItem<Expr>& item : wanted)
      lanes += is_lane(item) ? 1U : 0U;
    ASSERT_EQ(found.size(), wanted.size() - lanes) << lines;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].what.index(), wanted[i].what.index()) << lines;
      EXPECT_EQ(found[i].name, wanted[i].name);
      EXPECT_TRUE(are_equal_in(first.reading.study, numbers_of(wanted[i]), again.study, numbers_of(found[i])))
          << first.words(wanted[i]) << "\n"
          << lines;
    }
    EXPECT_EQ(again.study.picture.settings.up, first.picture.settings.up);
    EXPECT_EQ(again.study.picture.settings.plane, first.picture.settings.plane);
    EXPECT_EQ(whole.moving_axes, first.picture.moving_axes);
  }
}

} // namespace
} // namespace dalembert
