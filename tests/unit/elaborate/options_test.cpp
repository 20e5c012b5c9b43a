#include "reading.h"

namespace dalembert {
namespace {

const std::string model = "param m = 1 [kg], a = 30 [deg], k [N/m] = 2 in 0..9, l[1..2] = 3 [m]\n"
                          "coord x [m]\nkinetic T = 1/2*m*x'^2*cos(a)\npotential V = 1/2*k*x^2*l[1]/l[2]\n";

Reading with(std::vector<std::string> overrides) {
  ElaborateOptions options;
  options.overrides = std::move(overrides);
  return Reading(model, options);
}

TEST(set, a_bare_number_is_in_the_declared_unit) {
  const Reading r = with({"m=2", "k=1/2"});
  ASSERT_TRUE(r.is_clean()) << r.listing();
  EXPECT_EQ(r.text(*r.system().parameters[0].value), "2");
  EXPECT_EQ(r.text(*r.system().parameters[2].value), "1/2");
}

TEST(set, a_unit_converts) {
  const Reading r = with({"m = 300 [g]", "a=90 [deg]"});
  ASSERT_TRUE(r.is_clean()) << r.listing();
  EXPECT_EQ(r.text(*r.system().parameters[0].value), "3/10");
  EXPECT_EQ(r.text(*r.system().parameters[1].value), "1/2*pi");
}

TEST(set, one_member_of_a_family_or_all) {
  const Reading one = with({"l[2]=5"});
  EXPECT_EQ(one.text(*one.system().parameters[3].value), "3");
  EXPECT_EQ(one.text(*one.system().parameters[4].value), "5");
  const Reading all = with({"l=4"});
  EXPECT_EQ(all.text(*all.system().parameters[3].value), "4");
}

TEST(set, the_last_of_several_holds) {
  const Reading r = with({"m=2", "m=5"});
  EXPECT_EQ(r.text(*r.system().parameters[0].value), "5");
}

TEST(set, mistakes_are_named) {
  EXPECT_EQ(with({"a=30"}).codes(), "E0411");
  EXPECT_EQ(with({"mm=3"}).codes(), "E0215");
  EXPECT_NE(with({"mm=3"}).listing().find("`m`"), std::string::npos);
  EXPECT_EQ(with({"x=3"}).codes(), "E0215");
  EXPECT_EQ(with({"m"}).codes(), "E0215");
  EXPECT_EQ(with({"m=3 [s]"}).codes(), "E0412");
  EXPECT_EQ(with({"l[3]=3"}).codes(), "E0215");
}

TEST(include, declarations_come_from_another_file) {
  const Reading r =
      read_right("include \"a.mech\"\nkinetic T = 1/2*m*x'^2\n",
                 with_files({{"a.mech", "include \"b.mech\"\ncoord x [m]\n"}, {"b.mech", "param m = 1 [kg]\n"}}));
  EXPECT_EQ(r.system().coordinates.size(), 1U);
  EXPECT_EQ(r.system().parameters[0].measure.unit(), "kg");
}

TEST(include, a_file_is_read_once) {
  read_right("include \"a.mech\"\ninclude \"a.mech\"\nkinetic T = x'^2\n", with_files({{"a.mech", "coord x\n"}}));
}

TEST(include, a_circle_is_shown) {
  const Reading r("include \"a.mech\"\ncoord x\nkinetic T = x'^2\n",
                  with_files({{"a.mech", "include \"b.mech\"\n"}, {"b.mech", "include \"a.mech\"\n"}}));
  EXPECT_EQ(r.codes(), "E0212");
  EXPECT_NE(r.listing().find("a.mech → b.mech → a.mech"), std::string::npos);
}

TEST(include, mistakes_in_the_other_file_are_told_there) {
  const Reading r("include \"a.mech\"\ncoord x\nkinetic T = x'^2\n", with_files({{"a.mech", "param a = b\n"}}));
  EXPECT_EQ(r.codes(), "E0201");
  EXPECT_NE(r.listing().find("a.mech:1:11"), std::string::npos);
}

} // namespace
} // namespace dalembert
