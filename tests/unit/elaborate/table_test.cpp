// Tables of files: what they mean, and every way in which they can be wrong.
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/tabulated.h>

#include "reading.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace dalembert {
namespace {

using testing::HasSubstr;

using Files = std::map<std::string, std::string>;

std::string bead(const std::string& value) {
  return "param m = 2 [kg]\ncoord x [m], z [m]\nkinetic T = 1/2*m*(x'^2 + z'^2)\nlet h = " + value + "\n";
}

const std::string call = R"(table("a.csv", x))";

/// The model of a bead with `let h = value`, and a.csv.
Reading read_table(const std::string& file, const std::string& value = call) {
  return Reading(bead(value), with_files({{"a.csv", file}}));
}

double value_at(const Reading& r, double x) {
  const std::array<Assignment, 1> at{{{r.system().coordinates[0].position, x}}};
  return evaluate(*r.system().graph, r.system().lets[0].value, at);
}

TEST(Tables, are_read_in_SI) {
  const Reading r = read_table("x [cm], z [mm]\n0, 1\n10, 2\n");
  ASSERT_TRUE(r.is_clean()) << r.listing();
  EXPECT_DOUBLE_EQ(value_at(r, 0.0), 0.001);
  EXPECT_DOUBLE_EQ(value_at(r, 0.1), 0.002);
  EXPECT_DOUBLE_EQ(value_at(r, 0.05), 0.0015);
  ASSERT_EQ(r.system().tables.size(), 1U);
  EXPECT_EQ(r.system().tables[0].name, "z_a");
  EXPECT_EQ(r.system().tables[0].measure.unit(), "m");
  EXPECT_EQ(r.text(r.system().lets[0].value), "z_a(x)");
  EXPECT_EQ(r.system().lets[0].text, "z_a(x)");
}

TEST(Tables, may_look_in_many_ways) {
  const std::map<std::string, std::string> same{
      {"semicolons", "x [m]; z [m]\n0; 0\n1; 2\n"},
      {"tabs", "x [m]\tz [m]\n0\t0\n1\t2\n"},
      {"CR LF", "x [m],z [m]\r\n0,0\r\n1,2\r\n"},
      {"byte order mark", "\xEF\xBB\xBFx [m], z [m]\n0, 0\n1, 2\n"},
      {"quotes", "\"x\" [m], \"z [m]\"\n0, \"0\"\n1, 2\n"},
      {"comments and empty lines", "# made by hand\n\nx [m], z [m]\n0, 0\n\n# here\n1, 2\n\n"},
      {"no last line end", "x [m], z [m]\n0, 0\n1, 2"},
      {"signs and exponents", "x [m], z [m]\n-1, -2\n+0, 0.\n1e0, .2E1\n"},
      {"units without blanks", "x[m],z[m]\n0,0\n1,2\n"},
      {"unread column", "x [m], z [m], note [1]\n0, 0, start\n1, 2, end\n"},
      {"a semicolon in a quoted name", "x [m], \"z;n\" [m]\n0, 0\n1, 2\n"},
      {"a tab in a quoted heading", "x [m],\"z [m]\" , \"a\tb [1]\"\n0, 0, 0\n1, 2, 0\n"},
      {"a comma in a quoted name", "\"x,0\" [m]; z [m]\n0; 0\n1; 2\n"},
      {"quoted semicolons between semicolons", "\"x;0\" [m]; \"z;n\" [m]\n0; \"0\"\n1; 2\n"},
      {"a quoted cell after an empty one", "x [m]\tz [m]\ta [1]\tb [1]\n0\t0\t\t\"1\t2\"\n1\t2\t\t\"1\"\n"},
      {"a mark of inches in a name", "x [m]; z 5\" [m]\n0; 0\n1; 2\n"},
  };
  for (const auto& [what, file] : same) {
    const bool has_more = what == "unread column" || what.starts_with("a tab") || what.starts_with("a quoted cell");
    const std::string value = has_more ? R"(table("a.csv", x, "z"))" : call;
    const Reading r = read_table(file, value);
    ASSERT_TRUE(r.is_clean()) << what << '\n' << r.listing();
    EXPECT_DOUBLE_EQ(value_at(r, 0.25), 0.5) << what;
  }
}

struct WrongFile {
  std::string file;
  std::string code;
  std::string words;
};

TEST(Tables, that_are_wrong_are_refused_with_their_place) {
  const std::vector<WrongFile> cases{
      {"", "E0217", "is empty"},
      {"# nothing\n\n", "E0217", "is empty"},
      {"x [m], z [m]\n0, \xFF\n", "E0217", "line 2 contains bytes that are not UTF-8"},
      {std::string("x [m], z [m]\n0, 0\0\n", 19), "E0217", "line 2 contains a control character"},
      {"0, 1\n1, 2\n", "E0218", "a.csv, line 1: the table has no header"},
      {"x, z\n0, 1\n1, 2\n", "E0218", "column `x` has no unit"},
      {"x [m], z\n0, 1\n1, 2\n", "E0218", "column `z` has no unit"},
      {"x [m], [m]\n0, 1\n1, 2\n", "E0218", "column 2 has no name"},
      {"x [m], z [furlong]\n0, 1\n1, 2\n", "E0218", "the unit [furlong] of column `z`"},
      {"x [m], z [m], z [mm]\n0, 1, 1\n", "E0218", "two columns are called `z`"},
      {"x [m]\n0\n1\n", "E0218", "the table has 1 column"},
      {"x [m]  z [m]\n0 1\n", "E0218", "the table has 1 column"},
      {"x [m], z [m]\n0, 1\n1, high\n", "E0219", "a.csv, line 3, column 4: expected a number, found `high`"},
      {"x [m], z [m]\n0, 1\n1, 0x1F\n", "E0219", "found `0x1F`"},
      {"x [m], z [m]\n0, 1\n1, nan\n", "E0219", "found `nan`"},
      {"x [m], z [m]\n0, 1\n1, -inf\n", "E0219", "found `-inf`"},
      {"x [m], z [m]\n0, 1\n1, 1e999\n", "E0219", "too large"},
      {"x [m], z [m]\n0, 1\n1,\n", "E0219", "line 3, column 3: a number is missing"},
      {"x [m], z [m]\n0, 1\n1\n", "E0219", "the row has 1 cell, the header 2"},
      {"x [m], z [m]\n0,5, 1,2\n", "E0219", "numbers are written with a decimal point"},
      {"x [m]; z [m]\n0,5; 1,2\n", "E0219", "`0,5` has a decimal comma"},
      {"x [m], z [m]\n0, 1\n2, 2\n1, 3\n", "E0220", "line 4: `x` does not increase: 1 comes after 2"},
      {"x [m], z [m]\n0, 1\n0, 2\n", "E0220", "line 3: `x` does not increase"},
      {"x [m], z [m]\n", "E0220", "no rows of numbers; it needs two"},
      {"x [m], z [m]\n0, 1\n", "E0220", "one row of numbers; it needs two"},
      {"x [m], z [m]\n0, -1e308\n1, 1e308\n", "E0220", "than doubles can resolve"},
      {"x [s], z [m]\n0, 1\n1, 2\n", "E0415", "is `x [s]`"},
  };
  for (const WrongFile& wrong : cases) {
    const Reading r = read_table(wrong.file);
    EXPECT_EQ(r.codes(), wrong.code) << wrong.file << r.listing();
    EXPECT_THAT(r.listing(), HasSubstr(wrong.words)) << wrong.file;
  }
}

TEST(Tables, that_are_called_wrongly_are_refused) {
  const std::string two = "x [m], z [m]\n0, 1\n1, 2\n";
  const std::string three = "x [m], height [m], slope [1]\n0, 1, 0\n1, 2, 0\n";
  EXPECT_EQ(read_table(two, R"(table("b.csv", x))").codes(), "E0211");
  EXPECT_EQ(read_table(three).codes(), "E0221");
  EXPECT_THAT(read_table(three).listing(), HasSubstr("height, slope"));
  const Reading misspelt = read_table(three, R"(table("a.csv", x, "hieght"))");
  EXPECT_EQ(misspelt.codes(), "E0221");
  ASSERT_TRUE(misspelt.diagnostics.front().edit.has_value());
  EXPECT_EQ(misspelt.diagnostics.front().edit->insert, "\"height\"");
  EXPECT_THAT(read_table(three, R"(table("a.csv", x, "x"))").listing(), HasSubstr("is the argument of the table"));
  EXPECT_EQ(read_table(two, R"(table("a.csv", 2 [m]))").codes(), "E0727");
  EXPECT_TRUE(read_table(two, R"(table("a.csv", 1 [m]))").is_clean());
  EXPECT_EQ(read_table(two, R"(table("a.csv", m))").codes(), "E0415");
  EXPECT_EQ(read_table(two, R"(table("a.csv", 1))").codes(), "E0415");
  EXPECT_EQ(read_table(two, "x + table(x)").codes(), "E0503");
  EXPECT_EQ(read_table(two, call + " + m").codes(), "E0402");
}

TEST(Tables, of_one_column_are_one_function) {
  const Reading r = read_table("x [m], z [m]\n0, 1\n1, 2\n2, 5\n",
                               R"(table("a.csv", x) - table("a.csv", x, "z") + table("a.csv", 2*x))");
  ASSERT_TRUE(r.is_clean()) << r.listing();
  EXPECT_EQ(r.system().tables.size(), 1U);
  EXPECT_EQ(r.text(r.system().lets[0].value), "z_a(2*x)");
}

TEST(Tables, can_be_called_by_their_printed_name_with_primes) {
  const Reading r = Reading(bead(call) + "let slope = z_a'(x)\nlet bend = z_a''(2*x)*x'\n",
                            with_files({{"a.csv", "x [m], z [m]\n0, 1\n1, 2\n2, 5\n"}}));
  ASSERT_TRUE(r.is_clean()) << r.listing();
  EXPECT_EQ(r.text(r.system().lets[1].value), "z_a'(x)");
  EXPECT_EQ(r.system().lets[2].measure.unit(), "1/s");
}

TEST(Tables, leave_names_of_the_model_alone) {
  const Reading r = Reading("param z_a = 1 [m]\n" + bead(call), with_files({{"a.csv", "x [m], z [m]\n0, 1\n1, 2\n"}}));
  ASSERT_TRUE(r.is_clean()) << r.listing();
  EXPECT_EQ(r.system().tables[0].name, "z_a_2");
}

TEST(Tables, note_a_second_derivative_that_jumps) {
  const Files files{{"a.csv", "x [m], z [m]\n0, 1\n1, 2\n2, 5\n"}};
  const auto has_note = [&](const std::string& more) {
    return Reading(bead("x") + more, with_files(files)).listing().find("N0514") != std::string::npos;
  };
  EXPECT_TRUE(has_note(R"(constraint wire: z = table("a.csv", x))"));
  EXPECT_TRUE(has_note(R"(kinetic Tr = 1/2*m*table("a.csv", x)'^2)"));
  EXPECT_FALSE(has_note(R"(potential V = 1/2*(1 [N/m])*(z - table("a.csv", x))^2)"));
  EXPECT_FALSE(has_note(R"(constraint wire: z = table("a.csv", t*(1 [m/s])))"));
}

const char* const course_file = "t [s], F [N], n [1]\n0, 0, 1\n2, 3, 2\n5, 0, 1\n";

/// A cart under `input`, over 10 s.
Reading read_input(const std::string& input, const std::vector<std::string>& set = {}, double end = 4) {
  ElaborateOptions options = with_files({{"road.csv", course_file}});
  options.overrides = set;
  return Reading("param m = 2 [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n" + input +
                     "\nforce P on x = F\nsimulate 0.." + std::to_string(end) + " [s]\n",
                 options);
}

TEST(Inputs, may_follow_the_time_by_a_table_or_a_function) {
  for (const char* const input :
       {R"(input F = table("road.csv", t, "F"))", R"(input F [N] = 2*table("road.csv", t, "F") "a push")",
        "input F [N] = (3 [N])*sin((2 [1/s])*t)", "input F = m*t*(1 [m/s^3])"}) {
    const Reading r = read_input(input);
    EXPECT_TRUE(r.is_clean()) << input << "\n" << r.listing();
    EXPECT_EQ(r.system().parameters.size(), 1U) << input;
    EXPECT_EQ(r.system().lets.size(), 1U) << input;
  }
  const Reading r = read_input(R"(input F = table("road.csv", t, "F"))");
  const std::array<Assignment, 1> at{{{r.system().time, 2.0}}};
  EXPECT_DOUBLE_EQ(evaluate(*r.system().graph, r.system().forces.front().parts.front().magnitude, at), 3.0);
}

TEST(Inputs, that_follow_the_time_become_constant_where_they_are_set) {
  const Reading r = read_input(R"(input F [N] = table("road.csv", t, "F"))", {"F=2"});
  ASSERT_TRUE(r.is_clean()) << r.listing();
  ASSERT_EQ(r.system().parameters.size(), 2U);
  EXPECT_TRUE(r.system().lets.empty());
  EXPECT_EQ(r.text(*r.system().parameters[1].value), "2");
}

TEST(Inputs, that_follow_the_time_are_refused_with_what_is_wrong) {
  EXPECT_EQ(read_input(R"(input F [m] = table("road.csv", t, "F"))").codes(), "E0412");
  EXPECT_EQ(read_input(R"(input F = table("road.csv", x, "F"))").codes(), "E0415");
  EXPECT_EQ(read_input("input F [N] = (1 [N/m])*x*t/(1 [s])").codes(), "E0505");
  EXPECT_EQ(read_input(R"(input F [N] = table("road.csv", t, "F") in 0..3)").codes(), "E0505");
  EXPECT_EQ(read_input(R"(input F = table("other.csv", t))").codes(), "E0211");
  EXPECT_EQ(read_input("param F = t").codes(), "E0505");
}

TEST(Tables, warn_where_simulate_goes_beyond_their_end) {
  const auto warning = [](const std::string& argument, double end) {
    const std::string text = read_input(R"(input F = table("road.csv", )" + argument + R"(, "F"))", {}, end).listing();
    const std::size_t at = text.find("W0817");
    return at == std::string::npos ? std::string() : text.substr(at, 160);
  };
  EXPECT_EQ(warning("t", 5), "");
  EXPECT_THAT(warning("t", 10), HasSubstr("its range 0..5 is left at about t = 5"));
  EXPECT_EQ(warning("t/2", 10), "");
  EXPECT_THAT(warning("t - (1 [s])", 4), HasSubstr("t = 0 s"));
  EXPECT_THAT(warning("(3 [s])*sin(t/(1 [s])) + (1 [s])", 10), HasSubstr("W0817"));
}

} // namespace
} // namespace dalembert
