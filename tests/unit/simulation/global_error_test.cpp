#include <dalembert/base/errors.h>
#include <dalembert/simulation/run/global_error.h>

#include <gtest/gtest.h>

#include <functional>
#include <string>
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
  return global_error({}, first, [&second](const RunOptions&) { return second; }).value().of_motion();
}

TEST(GlobalError, is_the_largest_difference_of_any_component_relative_to_its_size) {
  // One quotient: ulps.
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
  EXPECT_NEAR(error_between(first, second), 0.5 / 1.5, 1e-15); // one quotient: ulps
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

TEST(GlobalError, of_multipliers_is_relative_to_the_largest_size_of_each) {
  RunResult first = ended_at({1}, {1});
  first.final.multipliers = {2, 100};
  first.samples = {first.final, first.final};
  RunResult second = first;
  second.samples.front().multipliers = {0, 101};
  second.final.multipliers = {4, 100};
  const GlobalError found = global_error({}, first, [&second](const RunOptions&) { return second; }).value();
  EXPECT_NEAR(found.multipliers, 0.5, 1e-15); // 2 of 4, not 1 of 101; one quotient: ulps
  EXPECT_EQ(found.of_motion(), 0.0);
}

TEST(GlobalError, is_the_largest_of_all_runs_and_lists_them) {
  const RunResult first = ended_at({1}, {1});
  std::vector<std::string> methods;
  RunResult of_run = first;
  const GlobalError found = global_error({}, of_run,
                                         [&](const RunOptions& again) {
                                           methods.push_back(again.method.value());
                                           RunResult out = ended_at({again.method == "taylor" ? 1.5 : 1.0}, {1});
                                           out.statistics.method = again.method.value();
                                           return out;
                                         },
                                         {.method = "taylor", .other_code = {}})
                                .value();
  EXPECT_EQ(methods, (std::vector<std::string>{"auto", "taylor"}));
  ASSERT_EQ(found.runs.size(), 2U);
  EXPECT_EQ(found.runs[1].method, "taylor");
  EXPECT_DOUBLE_EQ(found.runs[1].tolerance, 1e-11);
  EXPECT_NEAR(found.positions, 0.5 / 1.5, 1e-15); // one quotient: ulps
}

/// What another code says whose runs end at `fine` and, by ten times the tolerance, at `coarse`.
GlobalError with_other_code(
    RunResult& first, double fine, double coarse, const std::function<void(RunResult&)>& spoil = [](RunResult&) {}) {
  return global_error({}, first,
                      [&](const RunOptions& again) {
                        RunResult out = ended_at({1}, {1});
                        out.statistics.method = again.method.value();
                        if (out.statistics.method != "ida") return out;
                        // Between the two tolerances that are asked for, 1e-10 and 1e-11.
                        out.final.state.q = {again.tolerance.value() > 5e-11 ? coarse : fine};
                        spoil(out);
                        return out;
                      },
                      {.method = {}, .other_code = "ida"})
      .value();
}

TEST(GlobalError, another_code_has_an_opinion_and_an_error_of_its_own) {
  RunResult first = ended_at({1}, {1});
  const GlobalError found = with_other_code(first, 1.25, 1.5);
  EXPECT_EQ(found.positions, 0.0); // it has no part in the estimate
  ASSERT_TRUE(found.second_opinion);
  EXPECT_EQ(found.second_opinion->run.method, "ida");
  EXPECT_DOUBLE_EQ(found.second_opinion->run.tolerance, 1e-11);
  EXPECT_NEAR(found.second_opinion->run.positions, 0.25 / 1.25, 1e-15); // one quotient: ulps
  EXPECT_NEAR(found.second_opinion->own_error, 0.25 / 1.25, 1e-15);
  EXPECT_EQ(found.second_opinion->left_out, "");
}

TEST(GlobalError, another_code_that_fails_or_refuses_is_left_out_with_its_reason) {
  RunResult first = ended_at({1}, {1});
  const GlobalError failed = with_other_code(first, 7, 7, [](RunResult& out) {
    out.outcome = RunOutcome::failed;
    out.failure = "the steps fail";
  });
  EXPECT_EQ(failed.second_opinion->left_out, "the steps fail");
  const GlobalError refused =
      with_other_code(first, 7, 7, [](RunResult&) { throw SolveError("rows repeat others", {}); });
  EXPECT_EQ(refused.second_opinion->left_out, "rows repeat others");
  const GlobalError cut = with_other_code(first, 7, 7, [](RunResult& out) { out.outcome = RunOutcome::bounded; });
  EXPECT_EQ(cut.second_opinion->left_out, "cut short: it takes more than 4 times the work of the other runs");
  EXPECT_EQ(first.outcome, RunOutcome::completed);
}

TEST(GlobalError, both_runs_of_another_code_share_the_work_that_they_may_do) {
  RunResult first = ended_at({1}, {1});
  first.statistics.work = 1e9;
  std::vector<double> allowed;
  static_cast<void>(global_error({}, first,
                                 [&](const RunOptions& again) {
                                   RunResult out = ended_at({1}, {1});
                                   out.statistics.work = 2e9;
                                   if (again.method == "ida") allowed.push_back(again.most_work);
                                   return out;
                                 },
                                 {.method = {}, .other_code = "ida"}));
  EXPECT_EQ(allowed, (std::vector<double>{4 * 3e9, 4 * 3e9 - 2e9}));
}

TEST(GlobalError, is_not_known_where_the_second_run_ends_early) {
  RunResult first = ended_at({1}, {1});
  RunResult second = first;
  second.outcome = RunOutcome::failed;
  EXPECT_FALSE(global_error({}, first, [&second](const RunOptions&) { return second; }).has_value());
}

} // namespace
} // namespace dalembert
