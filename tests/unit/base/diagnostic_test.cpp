#include <dalembert/base/diagnostic.h>

#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

struct OneLine {
  explicit OneLine(std::string line) : file(sources.add("dimension.mech", std::move(line))) {}
  [[nodiscard]] SourceSpan span(std::uint32_t begin, std::uint32_t end) const { return {file, begin, end}; }

  SourceMap sources;
  std::uint32_t file;
};

TEST(diagnostic, shows_code_place_line_marks_labels_and_help) {
  const OneLine text("force motor on theta = k*(r - r0)\n");
  Diagnostic d;
  d.code = "E0412";
  d.span = text.span(23, 33);
  d.message = "the two sides differ in dimension";
  d.note = "this is a force [N]\ntheta needs a moment [N·m]";
  d.labels = {{text.span(15, 20), "an angle"}};
  d.help = "a force at arm r has the moment r*k*(r - r0)";
  EXPECT_EQ(render(d, text.sources), "error[E0412]: the two sides differ in dimension\n"
                                     "  --> dimension.mech:1:24\n"
                                     "   |\n"
                                     " 1 | force motor on theta = k*(r - r0)\n"
                                     "   |                        ^^^^^^^^^^ this is a force [N]\n"
                                     "   |                                   theta needs a moment [N·m]\n"
                                     " 1 | force motor on theta = k*(r - r0)\n"
                                     "   |                ----- an angle\n"
                                     "   = help: a force at arm r has the moment r*k*(r - r0)\n");
}

TEST(diagnostic, shows_the_line_as_its_edit_mends_it) {
  const OneLine text("param g = 9.81\nlet a = 2 m\n");
  Diagnostic d;
  d.code = "E0107";
  d.span = text.span(24, 25);
  d.message = "an operator is missing";
  d.edit = Edit{text.span(24, 25), "*"};
  EXPECT_EQ(render(d, text.sources), "error[E0107]: an operator is missing\n"
                                     "  --> dimension.mech:2:10\n"
                                     "   |\n"
                                     " 2 | let a = 2 m\n"
                                     "   |          ^\n"
                                     "   = corrected: let a = 2*m\n");
}

TEST(diagnostic, marks_stand_under_their_characters_after_greek_and_tabs) {
  const OneLine text("\tθ' = y");
  Diagnostic d;
  d.code = "W0301";
  d.severity = Severity::warning;
  d.span = text.span(1, 4);
  d.message = "a rate";
  EXPECT_EQ(render(d, text.sources), "warning[W0301]: a rate\n"
                                     "  --> dimension.mech:1:2\n"
                                     "   |\n"
                                     " 1 | \tθ' = y\n"
                                     "   | \t^^\n");
}

TEST(diagnostic, colour_is_added_only_where_asked_for) {
  const OneLine text("x");
  Diagnostic d;
  d.code = "E0001";
  d.span = text.span(0, 1);
  d.message = "no";
  EXPECT_EQ(render(d, text.sources).find('\033'), std::string::npos);
  EXPECT_NE(render(d, text.sources, true).find("\033[1;31merror[E0001]\033[0m"), std::string::npos);
}

TEST(diagnostic, warnings_and_notes_are_no_errors) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  Diagnostic note;
  note.severity = Severity::note;
  EXPECT_FALSE(has_errors({warning, note}));
  EXPECT_FALSE(has_errors({}));
  EXPECT_TRUE(has_errors({warning, Diagnostic{}}));
}

TEST(diagnostic, at_the_end_of_an_empty_file_is_printed_all_the_same) {
  const OneLine text("");
  Diagnostic d;
  d.code = "E0100";
  d.span = text.span(0, 0);
  d.message = "the file is empty";
  EXPECT_EQ(render(d, text.sources), "error[E0100]: the file is empty\n"
                                     "  --> dimension.mech:1:1\n"
                                     "   |\n"
                                     " 1 | \n"
                                     "   | ^\n");
}

} // namespace
} // namespace dalembert
