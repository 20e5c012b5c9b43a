#include "chain_models.h"

namespace dalembert::bench {

namespace {

constexpr const char* head = R"(model Chain "links in a row"
count n = 5 in 1..2000
param m[1..n] = 1 [kg]/n, l[1..n] = 1 [m]/n, g = 9.81 [m/s^2]
)";

constexpr const char* masses = R"(
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l[i]*sin(theta[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l[i]*cos(theta[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m[i]*g*y[i])
)";

constexpr const char* absolute = "coord theta[1..n] [rad]\n";

constexpr const char* relative = R"(coord phi[1..n] [rad]
let theta[i in 0..n] = if i = 0 then 0 else theta[i-1] + phi[i]
)";

constexpr const char* pins = R"(
constraint pin_x: x[n] = 0.2 [m]
constraint pin_y: y[n] = -0.4 [m]
)";

constexpr const char* cartesian = R"(coord x[1..n] [m], y[1..n] [m]
let X[i in 0..n] = if i = 0 then 0 else x[i]
let Y[i in 0..n] = if i = 0 then 0 else y[i]
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m[i]*g*y[i])
constraint link[i in 1..n]: ((X[i] - X[i-1])^2 + (Y[i] - Y[i-1])^2)/2 = l[i]^2/2
)";

constexpr const char* rods = R"(coord x[1..n] [m], y[1..n] [m], theta[1..n] [rad]
let low_x[i in 0..n] = if i = 0 then 0 else x[i] + l[i]/2*sin(theta[i])
let low_y[i in 0..n] = if i = 0 then 0 else y[i] - l[i]/2*cos(theta[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2) + 1/24*m[i]*l[i]^2*theta[i]'^2)
potential V = sum(i in 1..n: m[i]*g*y[i])
constraint joint_x[i in 1..n]: x[i] - l[i]/2*sin(theta[i]) - low_x[i-1] = 0
constraint joint_y[i in 1..n]: y[i] + l[i]/2*cos(theta[i]) - low_y[i-1] = 0
)";

} // namespace

std::string chain_model(ChainForm form) {
  switch (form) {
  case ChainForm::absolute:
    return std::string(head) + absolute + masses;
  case ChainForm::relative:
    return std::string(head) + relative + masses;
  case ChainForm::cartesian:
    return std::string(head) + cartesian;
  case ChainForm::pinned:
    return std::string(head) + absolute + masses + pins;
  case ChainForm::rods:
    break;
  }
  return std::string(head) + rods;
}

} // namespace dalembert::bench
