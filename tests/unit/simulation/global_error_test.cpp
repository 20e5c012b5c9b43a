#include <dalembert/simulation/global_error.h>

#include <gtest/gtest.h>

#include <vector>

namespace dalembert {
namespace {

RunResult ended_at(std::vector<double> q, std::vector<double> v) {
  RunResult out;
  out.tolerance = 1e-9;
  out.final.state.q = std::move(q);
  out.final.state.v = std::move(v);
  return out;
}

double error_between(RunResult first, const RunResult& second) {
  return global_error({}, first, [&second](const RunOptions&) { return second; }).value();
}

TEST(GlobalError, is_the_largest_difference_of_any_component_relative_to_its_size) {
  EXPECT_NEAR(error_between(ended_at({0.5, 3}, {0, 0}), ended_at({0.25, 3}, {0, 0})), 0.25, 1e-15);
  EXPECT_NEAR(error_between(ended_at({0, 8}, {0, 0}), ended_at({0, 10}, {0, 0})), 0.2, 1e-15);
  EXPECT_NEAR(error_between(ended_at({0, 0}, {-1, 0}), ended_at({0, 0}, {1, 0})), 2.0, 1e-15);
  EXPECT_NEAR(error_between(ended_at({0, 0}, {0, 0.5}), ended_at({0, 0}, {0, 0})), 0.5, 1e-15);
}

TEST(GlobalError, looks_at_the_samples_on_the_way) {
  RunResult first = ended_at({1}, {1});
  RunResult second = first;
  first.samples = {first.final, first.final};
  second.samples = first.samples;
  second.samples.front().state.q = {1.5};
  EXPECT_NEAR(error_between(first, second), 0.5 / 1.5, 1e-15);
}

TEST(GlobalError, runs_again_with_a_hundredth_of_the_tolerance) {
  RunResult first = ended_at({1}, {1});
  RunOptions asked;
  asked.method = "rk5";
  static_cast<void>(global_error(asked, first, [&](const RunOptions& again) {
    EXPECT_DOUBLE_EQ(again.tolerance.value(), 1e-11);
    EXPECT_EQ(again.method, "auto");
    EXPECT_FALSE(again.verify);
    return first;
  }));
}

TEST(GlobalError, is_not_known_where_the_second_run_ends_early) {
  RunResult first = ended_at({1}, {1});
  RunResult second = first;
  second.outcome = RunOutcome::failed;
  EXPECT_FALSE(global_error({}, first, [&second](const RunOptions&) { return second; }).has_value());
}

} // namespace
} // namespace dalembert
