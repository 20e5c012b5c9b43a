#include <dalembert/base/shown_text.h>

#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

TEST(shown_text, leaves_what_is_only_seen) {
  for (const std::string text : {"plain", "tab\tline\n", "θ₁ é Маятник 振り子 😀", "\u200F\u00A0\u00AD"})
    EXPECT_EQ(shown_text(text), text);
}

TEST(shown_text, shows_what_would_be_obeyed) {
  EXPECT_EQ(shown_text("a\033[2Jb"), "a<U+001B>[2Jb");
  EXPECT_EQ(shown_text(std::string("\0", 1)), "<U+0000>");
  EXPECT_EQ(shown_text("\r\x7F"), "<U+000D><U+007F>");
  EXPECT_EQ(shown_text("\u009B\u202E\u2066\u2029"), "<U+009B><U+202E><U+2066><U+2029>");
  EXPECT_EQ(shown_text("\uFFFE\uFFFF"), "<U+FFFE><U+FFFF>");
}

TEST(shown_text, shows_bytes_that_are_no_utf8) {
  EXPECT_EQ(shown_text("caf\xE9"), "caf<0xE9>");
  EXPECT_EQ(shown_text("\xC0\xAF"), "<0xC0><0xAF>");                // overlong
  EXPECT_EQ(shown_text("\xED\xA0\x80"), "<0xED><0xA0><0x80>");      // a surrogate
  EXPECT_EQ(shown_text("\xE2\x82"), "<0xE2><0x82>");                // cut off
  EXPECT_EQ(shown_text("\xF4\x90\x80\x80").substr(0, 6), "<0xF4>"); // beyond U+10FFFF
}

TEST(shown_page, keeps_colours_and_nothing_else) {
  EXPECT_EQ(shown_page("\033[1;31merror\033[0m"), "\033[1;31merror\033[0m");
  EXPECT_EQ(shown_page("\033[2J\033]0;title\a\033"), "<U+001B>[2J<U+001B>]0;title<U+0007><U+001B>");
}

} // namespace
} // namespace dalembert
