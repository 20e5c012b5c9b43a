#include "cart_model.h"

#include <fmt/format.h>

namespace dalembert::bench {

std::string cart_model(int n) {
  return fmt::format(R"(model Cart "Cart with links in relative angles"
count n = {}
param M = 1 [kg], m[1..n] = 1 [kg], l[1..n] = 1 [m], g = 9.81 [m/s^2]
coord x [m], q[1..n] [rad]
let angle[i in 0..n] = if i = 0 then 0 else angle[i-1] + q[i]
let px[i in 0..n] = if i = 0 then x else px[i-1] + l[i]*sin(angle[i])
let py[i in 0..n] = if i = 0 then 0 else py[i-1] - l[i]*cos(angle[i])
kinetic T = 1/2*M*x'^2 + sum(i in 1..n: 1/2*m[i]*(px[i]'^2 + py[i]'^2))
potential V = sum(i in 1..n: m[i]*g*py[i])
)",
                     n);
}

std::string links_model(int n) {
  return fmt::format(R"(model Links "Pendulum of n links in relative angles"
count n = {}
param m[1..n] = 1 [kg], l[1..n] = 1 [m], g = 9.81 [m/s^2]
coord q[1..n] [rad]
let angle[i in 0..n] = if i = 0 then 0 else angle[i-1] + q[i]
let px[i in 0..n] = if i = 0 then 0 else px[i-1] + l[i]*sin(angle[i])
let py[i in 0..n] = if i = 0 then 0 else py[i-1] - l[i]*cos(angle[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(px[i]'^2 + py[i]'^2))
potential V = sum(i in 1..n: m[i]*g*py[i])
)",
                     n);
}

std::string double_pendulum_model() {
  return R"(model DoublePendulum "Two point masses on light rods"
param m1 = 1 [kg], m2 = 1 [kg], l1 = 1 [m], l2 = 1 [m], g = 9.81 [m/s^2]
coord theta1 [rad], theta2 [rad]
let x1 = l1*sin(theta1)
let y1 = -l1*cos(theta1)
let x2 = x1 + l2*sin(theta2)
let y2 = y1 - l2*cos(theta2)
kinetic T = 1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2)
potential V = m1*g*y1 + m2*g*y2
)";
}

} // namespace dalembert::bench
