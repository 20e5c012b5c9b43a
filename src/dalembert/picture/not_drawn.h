#pragma once

#include <string>

namespace dalembert {
inline namespace picture {

/// Something of the model that the picture does not show, why, and a `draw` statement to begin with.
struct NotDrawn {
  std::string what; ///< the name of a coordinate, a reaction, …
  std::string because;
  std::string suggest; ///< a line of the language; empty where there is none
};

} // namespace picture
} // namespace dalembert
