#include <dalembert/base/errors.h>
#include <dalembert/base/progress.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dalembert {
namespace {

Diagnostic diagnostic(std::string code, Severity severity) {
  Diagnostic d;
  d.code = std::move(code);
  d.severity = severity;
  d.message = "said";
  return d;
}

TEST(model_error, is_headed_by_its_first_error_and_keeps_all) {
  const ModelError error({diagnostic("W0301", Severity::warning), diagnostic("E0412", Severity::error)});
  EXPECT_STREQ(error.what(), "E0412: said");
  ASSERT_EQ(error.diagnostics().size(), 2U);
  EXPECT_EQ(error.diagnostics()[0].code, "W0301");
}

TEST(solve_error, carries_time_step_and_norm) {
  const SolveError error("the step became too small", {2.5, 1e-12, 3.0});
  EXPECT_STREQ(error.what(), "the step became too small");
  EXPECT_EQ(error.place().time, 2.5);
  EXPECT_EQ(error.place().step, 1e-12);
  EXPECT_EQ(error.place().norm, 3.0);
}

TEST(ensure, throws_with_the_condition_only_where_it_fails) {
  EXPECT_NO_THROW(ENSURE(1 + 1 == 2));
  try {
    ENSURE(1 + 1 == 3);
    FAIL() << "nothing was thrown";
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("1 + 1 == 3"));
    EXPECT_THAT(error.what(), testing::StartsWith("tests/unit/base/errors_test.cpp:"));
  }
}

TEST(stop_token, remembers_a_request) {
  StopToken stop;
  EXPECT_FALSE(stop.requested());
  stop.request();
  EXPECT_TRUE(stop.requested());
}

} // namespace
} // namespace dalembert
