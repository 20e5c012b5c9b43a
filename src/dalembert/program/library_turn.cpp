#include <dalembert/program/library_turn.h>

#include <cmath>

namespace dalembert::inline program {

void library_turn(double angle, double& sine, double& cosine) {
  sine = std::sin(angle);
  cosine = std::cos(angle);
}

} // namespace dalembert::inline program
