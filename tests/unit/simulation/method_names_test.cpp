#include <dalembert/mechanics/method_names.h>
#include <dalembert/numerics/stepper.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(MethodNames, that_are_available_have_a_method_each_and_no_method_is_without_a_name) {
  for (const MethodName& known : method_names())
    EXPECT_EQ(step_method(known.name) != nullptr, known.is_available && known.name != "auto") << known.name;
  for (const StepMethod& method : step_methods())
    EXPECT_NE(method_name(method.name), nullptr) << method.name;
}

} // namespace
} // namespace dalembert
