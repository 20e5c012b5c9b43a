// Runs whose laws change more often than a person would wait for.
#include <dalembert/base/errors.h>
#include <dalembert/simulation/phases/repetition_guard.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

using testing::HasSubstr;

/// What ends a run whose laws change every `interval` seconds.
std::string end_of_changes(double interval) {
  RepetitionGuard guard("frictions stick and slide");
  guard.start(1.0);
  try {
    for (int i = 1; i <= 200'000; ++i)
      guard.count(1.0 + i * interval, i % 2 == 0 ? "F" : "G");
  } catch (const SolveError& error) {
    return error.what();
  }
  return "";
}

TEST(RepetitionGuard, names_what_changed_last_and_when) {
  EXPECT_EQ(end_of_changes(1e-3), "frictions stick and slide more than 100000 times by t = 101.001 s, at last G; end "
                                  "the run before, or smooth what changes");
  EXPECT_THAT(end_of_changes(0.0), HasSubstr("again and again at t = 1 s, at last "));
}

} // namespace
} // namespace dalembert
