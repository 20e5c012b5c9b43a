#pragma once

#include <stdexcept>
#include <string>

namespace dalembert {
inline namespace base {

/// A shared library that the program opens when it first needs it is not on the machine; says which, and how to get it.
class MissingLibrary : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace base
} // namespace dalembert
