// Which sweeps are the same: by what they mean, not by how they are written.
#include <dalembert/api/sweep_record.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace dalembert {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string& model_text() {
  static const std::string text = "param m = 1 [kg], k = 4 [N/m]\ncoord x [m]\npotential V = 1/2*k*x^2\n";
  return text;
}

json record_of(const std::string& model = model_text(), const std::string& over = "sweep k in 0..2 [N/m] { count = 5 }",
               double high = 2.0) {
  return {{"schema", "dalembert.sweep-record/1"},
          {"version", "0.1.0"},
          {"texts", {{{"name", "a.mech"}, {"text", model}}, {{"name", "<--over>"}, {"text", over}}}},
          {"set", json::array({"m=2 [kg]"})},
          {"axes", {{{"name", "k"}, {"choice", "even"}, {"count", 5}, {"low", 0.0}, {"high", high}}}},
          {"draws", 1},
          {"seed", 1},
          {"members", 5},
          {"method", ""},
          {"tolerance", nullptr},
          {"end", nullptr},
          {"table_rows", 201}};
}

std::string difference(const json& there, const json& here) {
  return sweep_difference(there.dump(2), here.dump());
}

TEST(SweepRecord, layout_comments_and_file_names_do_not_matter) {
  json other = record_of("# of a spring\n  param m = 1[kg],k=4 [N/m] # stiff\n\ncoord x[m]\npotential V=1/2 * k * x^2",
                         "sweep k in 0.0..2[N/m]{count=5}");
  other["texts"][0]["name"] = "/elsewhere/b.mech";
  other["set"] = {"m = 2[kg]"};
  // A blank between a name and what may be its index has a meaning.
  other["texts"][0]["text"] = model_text() + "# the end";
  EXPECT_EQ(difference(record_of(), other), "");
  const std::string tight = "param m=1[kg],k=4[N/m]\ncoord x [m]\npotential V=1/2*k*x^2";
  EXPECT_EQ(difference(record_of(), record_of(tight)), "");
  EXPECT_NE(difference(record_of(), record_of("param m = 1 [kg], k = 4 [N/m] coord x [m]\npotential V = 1/2*k*x^2")),
            "");
}

TEST(SweepRecord, what_differs_is_named) {
  const std::string stiff = "param m = 1 [kg], k = 4 [N/m]\ncoord x [m]\npotential V = 3/2*k*x^2\n";
  EXPECT_EQ(difference(record_of(), record_of(stiff)),
            "the model has `potential V = 1/2*k*x^2` there and `potential V = 3/2*k*x^2` here");
  EXPECT_THAT(difference(record_of(), record_of(model_text() + "event a when x > 0\n")),
              HasSubstr("nothing more there and `event a when x > 0` here"));
  EXPECT_EQ(
      difference(record_of(), record_of(model_text(), "sweep k in 0..3 [N/m] { count = 5 }", 3.0)),
      "--over and --with are `sweep k in 0..2 [N/m] { count = 5 }` there and `sweep k in 0..3 [N/m] { count = 5 }` "
      "here");
  const auto changed = [](const char* key, const json& value) {
    json out = record_of();
    out[key] = value;
    return difference(record_of(), out);
  };
  EXPECT_EQ(changed("version", "0.2.0"), "it was begun by another version of dalembert (0.1.0 there, 0.2.0 here)");
  EXPECT_EQ(changed("set", json::array({"m=3 [kg]"})), "--set is `m=2 [kg]` there and `m=3 [kg]` here");
  EXPECT_EQ(changed("end", 5.0), "--to is absent there and 5.0 here");
  EXPECT_EQ(changed("seed", 7), "--seed is 1 there and 7 here");
  EXPECT_EQ(changed("table_rows", 11), "--rows is 201 there and 11 here");
  EXPECT_EQ(changed("method", "rk4"), "--method is absent there and rk4 here");
  EXPECT_EQ(changed("statistics", true), "--statistics is absent there and given here");
}

TEST(SweepRecord, records_of_other_programs_and_broken_ones_are_refused) {
  const std::string here = record_of().dump();
  EXPECT_EQ(sweep_difference(here.substr(0, 100), here), "its sweep.json was changed or cut off");
  EXPECT_THAT(sweep_difference("{}", here), HasSubstr("was changed, or written by another version"));
  EXPECT_THAT(sweep_difference("[]", here), HasSubstr("was changed, or written by another version"));
  json newer = record_of();
  newer["relative"] = 1e-3;
  EXPECT_THAT(difference(newer, record_of()), HasSubstr("which knows `relative`"));
  // Without the numbers of what is varied its text counts.
  json older = record_of();
  older.erase("axes");
  EXPECT_EQ(difference(older, record_of(model_text(), "sweep k in 0..2[N/m]{count = 5}")), "");
  EXPECT_NE(difference(older, record_of(model_text(), "sweep k in 0..2.0 [N/m] { count = 5 }")), "");
}

} // namespace
} // namespace dalembert
