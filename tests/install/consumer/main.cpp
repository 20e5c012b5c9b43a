#include <dalembert/dalembert.h>

#include <iostream>

// Free fall from rest for a second: 1/2·g·t² below the start.
int main() {
  dalembert::Session session("fall", "param m = 1 [kg], g = 8 [m/s^2]\n"
                                     "coord y [m]\n"
                                     "kinetic T = 1/2*m*y'^2\n"
                                     "potential V = m*g*y\n"
                                     "initial y = 0, y' = 0\n"
                                     "simulate 0..1 [s]\n");
  const dalembert::RunResult result = session.run({});
  std::cout << result.final.state.q.at(0) << '\n';
}
