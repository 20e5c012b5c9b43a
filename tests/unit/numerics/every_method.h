#pragma once

#include <dalembert/numerics/methods/sundials.h>
#include <dalembert/numerics/step/stepper.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace dalembert {

inline void PrintTo(const StepMethod& method, std::ostream* out) {
  *out << method.name;
}

namespace test {

/// A claim about each method of the table.
class EveryMethod : public ::testing::TestWithParam<StepMethod> {
protected:
  void SetUp() override {
    if (GetParam().needs_residual && !why_no_sundials().empty()) GTEST_SKIP() << why_no_sundials();
  }
  /// IDA, whose code is not ours: what it promises is less.
  [[nodiscard]] static bool is_other_code() { return GetParam().needs_residual; }
  [[nodiscard]] static std::unique_ptr<Stepper> stepper(OdeProblem problem, StepOptions options) {
    return GetParam().make(std::move(problem), std::move(options));
  }
  /// Steps of length h whatever the error.
  [[nodiscard]] static StepOptions fixed(double h) {
    return {.absolute_tolerance = {1e30}, .initial_step = h, .max_step = h, .step = h, .iteration_share = 1e-50};
  }
  /// Steps in which the error of each order shows: far above rounding, where it falls as it should.
  [[nodiscard]] static double measured_step() {
    const int order = GetParam().order;
    return order <= 5 ? 0.1 : order <= 9 ? 0.4 : 1.0;
  }
  /// Its order is one number.
  [[nodiscard]] static bool has_one_order() { return GetParam().least_order == GetParam().order; }
  [[nodiscard]] static StepOptions tolerance(double tol) {
    return {.relative_tolerance = tol, .absolute_tolerance = {tol}, .step = step_for(tol)};
  }
  /// Steps of one length for about this error, but not too many of them.
  [[nodiscard]] static double step_for(double tol) {
    return std::max(0.8 * std::pow(tol, 1.0 / GetParam().order), 1e-4);
  }
  /// `bound`, which steps chosen by the error keep; of steps of one length, what those at `tol` leave of their order;
  /// of formulas of low order, what very many steps leave.
  [[nodiscard]] static double reached(double bound, double tol) {
    if (is_other_code()) return std::max(bound, 1e4 * tol);
    if (!GetParam().has_fixed_steps) return bound;
    return std::max(bound, 300 * std::pow(step_for(tol), GetParam().order));
  }
};

/// Those of the table, and the choices among them.
inline std::vector<StepMethod> every_method() {
  std::vector<StepMethod> out(step_methods().begin(), step_methods().end());
  out.push_back(switching_method());
  out.push_back(series_first_method());
  out.back().name = "auto_with_series";
  return out;
}

} // namespace test
} // namespace dalembert
