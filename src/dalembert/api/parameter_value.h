#pragma once

#include <string>

namespace dalembert {
inline namespace api {

/// The value of one parameter in coherent SI units, instead of the model's own.
struct ParameterValue {
  std::string name;
  double value = 0.0;
};

} // namespace api
} // namespace dalembert
