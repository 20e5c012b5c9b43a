#pragma once

#include <dalembert/api/session.h>
#include <dalembert/mechanics/system.h>
#include <dalembert/results/result.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

/// What a state file says: `{"t": 0.0, "state": {"x": 0.1, "x'": 0.2}, "parameters": {"m": 2.0}}`, all in SI units.
struct StateFile {
  double t = 0.0;
  std::vector<ParameterValue> state;
  std::vector<ParameterValue> parameters;
};

/// Reads a state file; `-` reads standard input. @throws FileError where it cannot be read or is no state file
[[nodiscard]] StateFile read_state_file(const std::string& path);
/// Reads the text of a state file. @throws FileError saying what is wrong where
[[nodiscard]] StateFile parse_state_file(const std::string& text, const std::string& name);

/// Puts the named values in the order of the coordinates.
/// @throws FileError naming every coordinate and rate that is missing, unknown or given twice
[[nodiscard]] State state_from(const StateFile& file, const System& system);

} // namespace api
} // namespace dalembert
