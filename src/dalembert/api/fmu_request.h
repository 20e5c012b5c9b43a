#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// How an FMU is made.
struct FmuRequest {
  bool binary = true;          ///< compiled for this machine (linux64), where there is a compiler
  std::string compiler = "cc"; ///< of C: a program that is found as a shell finds it, and its first arguments
};

/// A Functional Mock-up Unit of FMI 2.0, for Model Exchange and Co-Simulation.
struct Fmu {
  std::string name;    ///< the model identifier; the file is NAME.fmu
  std::string archive; ///< the bytes of the file
  bool has_binary = false;
  std::size_t states = 0;
  std::size_t inputs = 0;
  std::size_t parameters = 0; ///< that an importer may set
  std::size_t outputs = 0;
};

} // namespace api
} // namespace dalembert
