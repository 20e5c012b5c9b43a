#include <dalembert/api/file_errors.h>
#include <dalembert/api/state_file.h>

#include <gmock/gmock.h>

#include <string>

namespace dalembert {
namespace {

std::string refusal_of_text(const std::string& text) {
  try {
    static_cast<void>(parse_state_file(text, "s.json"));
  } catch (const FileError& error) {
    return error.what();
  }
  ADD_FAILURE() << "not refused: " << text;
  return {};
}

TEST(StateFile, numbers_beyond_doubles_are_refused_with_their_place) {
  EXPECT_EQ(refusal_of_text(R"({"t": 1e999})"), "s.json, line 1, column 7: 1e999 is beyond 1.8e+308");
  EXPECT_EQ(refusal_of_text("{\"state\": {\n  \"x\": 1,\n  \"y\": -2.5e400}}"),
            "s.json, line 3, column 8: -2.5e400 is beyond 1.8e+308");
  EXPECT_EQ(refusal_of_text("{\"parameters\":{\"θ\":\t1e309 }}"),
            "s.json, line 1, column 21: 1e309 is beyond 1.8e+308");
  EXPECT_EQ(refusal_of_text("{\"note\": [1, [1e999]]}"), "s.json, line 1, column 15: 1e999 is beyond 1.8e+308");
}

TEST(StateFile, names_that_are_given_twice_are_refused_with_their_place) {
  EXPECT_EQ(refusal_of_text(R"({"state":{"x":0,"x":5}})"),
            "s.json, line 1, column 17: \"x\" is given twice; the first time at line 1");
  EXPECT_EQ(refusal_of_text("{\"t\": 0,\n \"state\": {},\n \"t\": 1}"),
            "s.json, line 3, column 2: \"t\" is given twice; the first time at line 1");
  EXPECT_EQ(refusal_of_text("{\"state\": {}, \"state\": {}}"),
            "s.json, line 1, column 15: \"state\" is given twice; the first time at line 1");
  // One name, written in two ways.
  EXPECT_EQ(refusal_of_text(R"({"parameters":{"m":1, "\u006d":2}})"),
            "s.json, line 1, column 23: \"m\" is given twice; the first time at line 1");
  EXPECT_EQ(refusal_of_text(R"({"state":{"a\"\\":1, "a\"\\":2}})"),
            "s.json, line 1, column 22: \"a\"\\\" is given twice; the first time at line 1");
}

TEST(StateFile, one_name_in_several_objects_is_no_mistake) {
  const StateFile read =
      parse_state_file(R"({"state": {"x": 1}, "units": {"x": "m"}, "parameters": {"x": 1.7e308}})", "s");
  EXPECT_EQ(read.state.at(0).value, 1.0);
  EXPECT_EQ(read.parameters.at(0).value, 1.7e308);
}

TEST(StateFile, what_is_no_json_is_refused_as_such) {
  EXPECT_THAT(refusal_of_text("{"), testing::HasSubstr("is no JSON"));
  EXPECT_THAT(refusal_of_text("{\"t\": NaN}"), testing::HasSubstr("is no JSON"));
  EXPECT_THAT(refusal_of_text("[1e999"), testing::HasSubstr("1e999 is beyond"));
  EXPECT_THAT(refusal_of_text(""), testing::HasSubstr("is no JSON"));
}

TEST(StateFile, a_state_that_gives_a_coordinate_twice_is_refused) {
  System system;
  StateFile file;
  file.state = {{"x", 1.0}, {"x", 2.0}};
  EXPECT_THROW(static_cast<void>(state_from(file, system)), FileError);
}

} // namespace
} // namespace dalembert
