#include <dalembert/base/source.h>

#include <gtest/gtest.h>

#include <stdexcept>

namespace dalembert {
namespace {

TEST(source, columns_count_code_points_from_one) {
  SourceMap sources;
  const auto file = sources.add("greek.mech", "let θ₁ = φ\nlet x = 1\n");
  // θ₁ is two characters in five bytes.
  EXPECT_EQ(sources.position({file, 4, 9}), (SourcePosition{1, 5, 1, 7}));
  EXPECT_EQ(sources.position({file, 12, 14}), (SourcePosition{1, 10, 1, 11}));
}

TEST(source, finds_lines_by_offset_also_past_the_end) {
  SourceMap sources;
  const auto file = sources.add("a", "ab\n\ncd");
  EXPECT_EQ(sources.position({file, 3, 3}), (SourcePosition{2, 1, 2, 1}));
  EXPECT_EQ(sources.position({file, 4, 6}), (SourcePosition{3, 1, 3, 3}));
  EXPECT_EQ(sources.position({file, 60, 70}), (SourcePosition{3, 3, 3, 3}));
  EXPECT_EQ(sources.text({file, 60, 70}), "");
}

TEST(source, span_over_two_lines_ends_on_the_second) {
  SourceMap sources;
  const auto file = sources.add("a", "ab\ncd\n");
  EXPECT_EQ(sources.position({file, 1, 4}), (SourcePosition{1, 2, 2, 2}));
}

TEST(source, lines_come_without_their_ends) {
  SourceMap sources;
  const auto file = sources.add("dos", "one\r\ntwo\r\n");
  EXPECT_EQ(sources.line(file, 1), "one");
  EXPECT_EQ(sources.line(file, 2), "two");
  EXPECT_EQ(sources.line(file, 3), "");
  EXPECT_EQ(sources.line(file, 99), "");
  EXPECT_EQ(sources.line(file, 0), "");
}

TEST(source, keeps_several_files_apart) {
  SourceMap sources;
  const auto a = sources.add("a", "first");
  const auto b = sources.add("b", "second");
  EXPECT_EQ(sources.text({a, 0, 5}), "first");
  EXPECT_EQ(sources.text({b, 0, 6}), "second");
  EXPECT_EQ(sources.name(b), "b");
  EXPECT_THROW((void)sources.name(2), std::out_of_range);
}

TEST(source, join_covers_both) {
  EXPECT_EQ(join({1, 4, 6}, {1, 2, 5}), (SourceSpan{1, 2, 6}));
}

} // namespace
} // namespace dalembert
