// The canonical layout: what it looks like, and that it changes nothing but the layout.
#include "parsed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace dalembert::ast {
namespace {

std::string formatted(const std::string& text) {
  return Parsed(text).formatted();
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The escapes of the corpus: \n \r \t \\ and \uFEFF.
std::string unescaped(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      out += line[i];
    } else if (line.compare(i, 6, "\\uFEFF") == 0) {
      out += "\uFEFF";
      i += 5;
    } else {
      const char c = line[++i];
      out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
  }
  return out;
}

/// Every text of the corpus that must be accepted.
std::vector<std::string> accepted_texts() {
  const std::filesystem::path corpus = std::filesystem::path(DALEMBERT_SOURCE_DIR) / "tests" / "corpus";
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / "accept"))
    out.push_back(read(entry.path()));
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(DALEMBERT_SOURCE_DIR) / "models"))
    if (entry.path().extension() == ".mech") out.push_back(read(entry.path()));
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    if (entry.path().extension() != ".cases") continue;
    std::istringstream lines(read(entry.path()));
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("accept ")) out.push_back(unescaped(line.substr(7)));
  }
  return out;
}

TEST(Format, sets_the_clauses_of_a_draw) {
  EXPECT_EQ(formatted("draw disc( R )at(x,R)turned-phi\n"), "draw disc(R) at (x, R) turned -phi\n");
  EXPECT_EQ(formatted("draw frame(0.3[m])at (0,0,0) turned rotation( z:psi,x : theta )\n"),
            "draw frame(0.3 [m]) at (0, 0, 0) turned rotation(z: psi, x: theta)\n");
  EXPECT_EQ(formatted("draw line through -a*b , (x[i],y[i]) for i in 1 .. n{width=2}\n"),
            "draw line through -a*b, (x[i], y[i]) for i in 1..n { width = 2 }\n");
  EXPECT_EQ(formatted("draw point at turned-x from through -2\n"), "draw point at turned - x from through - 2\n");
  EXPECT_EQ(formatted("draw rod from (0, 0)\n   to (x,y){coils=8;width=2}\n"),
            "draw rod from (0, 0)\n  to (x, y) { coils = 8; width = 2 }\n");
}

TEST(Format, changes_the_tree_of_no_text_of_the_corpus) {
  const std::vector<std::string> texts = accepted_texts();
  ASSERT_GT(texts.size(), 200U);
  for (const std::string& text : texts) {
    const Parsed before(text);
    const Parsed after(before.formatted());
    EXPECT_TRUE(after.is_accepted()) << text << "\n---\n" << before.formatted();
    EXPECT_EQ(before.dumped(), after.dumped()) << text;
  }
}

TEST(Format, is_idempotent_on_the_corpus) {
  for (const std::string& text : accepted_texts()) {
    const std::string once = formatted(text);
    EXPECT_EQ(formatted(once), once) << text;
  }
}

TEST(Format, loses_no_comment) {
  const std::string text = "# 1\nparam a = 1, # 2\n # 3\n b # 4\n\n\n# 5\nfor i in 1..2 { # 6\n # 7\n let c = (1 # 8\n "
                           "+ 2) # 9\n # 10\n} # 11\n"
                           "body b { # 12\n m = 1 # 13\n # 14\n} # 15\nplot x; plot y # 16\n# 17";
  const std::string out = formatted(text);
  for (int i = 1; i <= 17; ++i)
    EXPECT_THAT(out, testing::HasSubstr("# " + std::to_string(i) + "\n"));
  EXPECT_EQ(std::count(out.begin(), out.end(), '#'), 17);
}

TEST(Format, sets_blanks_as_a_physicist_would) {
  EXPECT_EQ(formatted("let a=b+c*d-e/f ^ 2"), "let a = b + c*d - e/f^2\n");
  EXPECT_EQ(formatted("let  a = - b*-c + ( d ,e )"), "let a = -b*-c + (d, e)\n");
  EXPECT_EQ(formatted("let a = x[ i - 1 ]' + f( b , c )"), "let a = x[i-1]' + f(b, c)\n");
  EXPECT_EQ(formatted("let a = | b |*|-c|"), "let a = |b|*|-c|\n");
  EXPECT_EQ(formatted("let a=if(b=c)and d<e then-1 else 2"), "let a = if (b = c) and d < e then -1 else 2\n");
  EXPECT_EQ(formatted("param a[kg m]=2[ kg *m ]in 0 .. 1"), "param a [kg m] = 2 [kg*m] in 0..1\n");
  EXPECT_EQ(formatted("constraint c :x<=y{a=1;b=2}\"t\""), "constraint c: x <= y { a = 1; b = 2 }  \"t\"\n");
  EXPECT_EQ(formatted("constraint c:x=from*until  from 2[s]   until   hit[ 1 ]\"t\""),
            "constraint c: x = from*until from 2 [s] until hit[1]  \"t\"\n");
  EXPECT_EQ(formatted("frame B=N rotate z :q ,(u):p"), "frame B = N rotate z: q, (u): p\n");
  EXPECT_EQ(formatted("frame B = N spin -v"), "frame B = N spin -v\n");
  EXPECT_EQ(formatted("let s = sum( i in 1 .. n :x[i] )"), "let s = sum(i in 1..n: x[i])\n");
}

TEST(Format, puts_each_statement_on_a_line_and_bodies_two_columns_in) {
  EXPECT_EQ(formatted("for i in 1..2 { let a = 1; let b = 2 }"), "for i in 1..2 {\n  let a = 1\n  let b = 2\n}\n");
  EXPECT_EQ(formatted("for i in 1..2 {}"), "for i in 1..2 {}\n");
  EXPECT_EQ(formatted("model A;param b;"), "model A\nparam b\n");
}

TEST(Format, keeps_line_breaks_inside_a_statement) {
  EXPECT_EQ(formatted("let a = b\n+ c\n  - d"), "let a = b\n  + c\n  - d\n");
  EXPECT_EQ(formatted("body b {\nmass = m\n    com = G\n }"), "body b {\n  mass = m\n  com = G\n}\n");
}

TEST(Format, sets_the_items_of_a_list_under_the_first) {
  EXPECT_EQ(formatted("param a = 1 [m] \"one\",\n b = 2 \"two\",\n# three\n theta = (3,\n4)"),
            "param a = 1 [m]  \"one\",\n      b = 2      \"two\",\n      # three\n      theta = (3,\n        4)\n");
  EXPECT_EQ(formatted("param a \"one\", b \"two\"\nparam theta \"three\""),
            "param a \"one\", b \"two\"\nparam theta  \"three\"\n");
}

TEST(Format, keeps_one_blank_line_of_several_and_none_at_the_ends) {
  EXPECT_EQ(formatted("\n\nmodel A\n\n\n\nparam b\n\n"), "model A\n\nparam b\n");
  EXPECT_EQ(formatted("\n\n"), "");
}

TEST(Format, aligns_energies_constraints_and_descriptions) {
  EXPECT_EQ(formatted("kinetic T = 1\npotential V = 2 \"height\"\ndissipation D = 3 \"friction\""),
            "kinetic     T = 1\npotential   V = 2  \"height\"\ndissipation D = 3  \"friction\"\n");
  EXPECT_EQ(formatted("constraint floor: z = R\nconstraint slip_x: x = 0"),
            "constraint floor:  z = R\nconstraint slip_x: x = 0\n");
  EXPECT_EQ(formatted("reaction N [N] of floor conjugate z'\nreaction Fx [N] of slip_x conjugate x'"),
            "reaction N  [N] of floor  conjugate z'\nreaction Fx [N] of slip_x conjugate x'\n");
  EXPECT_EQ(formatted("param a = 1 # one\nparam theta = 1 # two"), "param a = 1      # one\nparam theta = 1  # two\n");
}

TEST(Format, keeps_the_spelling_of_numbers_and_names) {
  EXPECT_EQ(formatted("let θ₁ = 0.100 + 1E+03"), "let θ₁ = 0.100 + 1E+03\n");
}

TEST(Format, returns_a_wrong_text_as_it_is) {
  const std::string text = "let a=1\nlet b=)\n let c=2";
  EXPECT_EQ(formatted(text), text);
}

} // namespace
} // namespace dalembert::ast
