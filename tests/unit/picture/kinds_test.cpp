#include <dalembert/picture/convert.h>
#include <dalembert/picture/kinds.h>
#include <dalembert/picture/scene.h>

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using testing::ElementsAre;

TEST(Colour, WordsAndHexadecimalNumbersAreRead) {
  EXPECT_EQ(colour_of("spring")->hue, Hue::spring);
  EXPECT_EQ(colour_of("f")->hue, Hue::f);
  EXPECT_EQ(colour_of("#12aB90")->hex, "#12aB90");
}

TEST(Colour, WhatIsNoColourIsNothing) {
  for (const char* text : {"", "blu", "#12345", "#12345g", "#1234567", "by_kind"})
    EXPECT_FALSE(colour_of(text)) << text;
}

TEST(Kinds, EachHasAWord) {
  EXPECT_EQ(word(MarkKind::label), "label");
  EXPECT_EQ(word(SegmentKind::damper), "damper");
  EXPECT_EQ(word(PathKind::curve), "curve");
  EXPECT_EQ(word(ShapeKind::torus), "torus");
  EXPECT_EQ(word(SupportKind::plane), "plane");
  EXPECT_EQ(word(ArrowRole::velocity), "velocity");
  EXPECT_EQ(word(Standing::dashed), "dashed");
  EXPECT_EQ(word(Hue::f), "f");
}

TEST(Converted, EveryNumberIsReplacedInItsPlace) {
  DrawnItem<int> item;
  item.what = Arrow<int>{ArrowRole::applied, Standing::hollow, "F", "N", {1, 2}, {3, 4}, {5, 6}};
  item.name = "push";
  item.visible = 7;
  item.width.length = 8;
  const DrawnItem<double> out = converted(item, [](const int& n) { return n + 0.5; });
  const auto& arrow = std::get<Arrow<double>>(out.what);
  EXPECT_THAT(arrow.at, ElementsAre(1.5, 2.5));
  EXPECT_THAT(arrow.vector, ElementsAre(3.5, 4.5));
  EXPECT_THAT(arrow.against, ElementsAre(5.5, 6.5));
  EXPECT_EQ(arrow.role, ArrowRole::applied);
  EXPECT_EQ(arrow.standing, Standing::hollow);
  EXPECT_EQ(out.name, "push");
  EXPECT_EQ(out.visible, 7.5);
  EXPECT_EQ(out.width.length, 8.5);
}

TEST(SceneNumber, StandsInARowOrForItself) {
  const std::vector<double> row{1.0, 2.0};
  EXPECT_EQ((SceneNumber{3.0, std::nullopt}.at(row)), 3.0);
  EXPECT_EQ((SceneNumber{3.0, 1}.at(row)), 2.0);
}

} // namespace
} // namespace dalembert
