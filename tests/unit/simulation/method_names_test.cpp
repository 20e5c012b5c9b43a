#include <dalembert/mechanics/method_names.h>
#include <dalembert/numerics/step/stepper.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(MethodNames, have_a_method_each_and_no_method_is_without_a_name) {
  for (const std::string_view name : method_names())
    EXPECT_EQ(step_method(name) != nullptr, name != "auto") << name;
  for (const StepMethod& method : step_methods())
    EXPECT_TRUE(is_method_name(method.name)) << method.name;
}

} // namespace
} // namespace dalembert
