#include <dalembert/program/library_turn.h>

#include <cmath>

namespace dalembert {
inline namespace program {

void library_turn(double angle, double& sine, double& cosine) {
  sine = std::sin(angle);
  cosine = std::cos(angle);
}

} // namespace program
} // namespace dalembert
