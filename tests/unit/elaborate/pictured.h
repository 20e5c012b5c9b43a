#pragma once

#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>

#include "reading.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace dalembert {

inline constexpr double pi = 3.14159265358979323846;

/// Coordinates of a point and three angles, a length and a force; with units.
inline const std::string one_point = "param m = 2 [kg], l = 3 [m], r = 0.5 [m], W = 7 [N]\n"
                                     "coord x [m], y [m], z [m], a [rad], b [rad], c [rad]\n"
                                     "kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*m*l^2*(a'^2 + b'^2 + c'^2)\n";

/// The picture of `one_point` with `lines`, and its numbers at one state.
struct Pictured {
  explicit Pictured(const std::string& lines, const std::string& model = one_point) : reading(model + lines) {}

  [[nodiscard]] const Picture& picture() const { return reading.study.picture; }
  [[nodiscard]] std::string codes() const {
    std::string out;
    for (const Diagnostic& each : reading.diagnostics)
      if (each.code != "N0216" && each.code != "W0512") out += (out.empty() ? "" : " ") + each.code;
    return out;
  }
  template <class What>
  [[nodiscard]] const What& item(std::size_t place = 0) const {
    EXPECT_LT(place, picture().items.size()) << reading.listing();
    return std::get<What>(picture().items.at(place).what);
  }
  /// The value of `e` where symbols have these values, others the one of their name here.
  [[nodiscard]] double value(Expr e) const {
    const std::map<std::string, double, std::less<>> values{
        {"x", 1.5}, {"y", -0.5}, {"z", 0.25}, {"a", 0.4}, {"b", 1.1},  {"c", -0.7}, {"l", 3.0},
        {"r", 0.5}, {"m", 2.0},  {"W", 7.0},  {"t", 2.0}, {"x'", 4.0}, {"y'", 5.0}};
    std::vector<Assignment> assigned;
    const Graph& graph = *reading.system().graph;
    for (const Expr symbol : free_symbols(graph, e)) {
      const auto found = values.find(graph.name(symbol));
      assigned.push_back({symbol, found == values.end() ? 11.0 : found->second});
    }
    return evaluate(graph, e, assigned);
  }
  [[nodiscard]] std::vector<double> values(const std::vector<Expr>& all) const {
    std::vector<double> out;
    for (const Expr e : all)
      out.push_back(value(e));
    return out;
  }

  Reading reading;
};

inline void expect_near(const std::vector<double>& found, const std::vector<double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], wanted[i], 1e-14) << i; // a few operations on numbers of size 1
}

/// Forces of every kind on the point (x, y).
inline const std::string with_forces = one_point +
                                       "constraint rod: x^2 + y^2 = l^2\nconstraint roll: z = l*a\n"
                                       "reaction N [N] of rod at (x, y) along (-x/l, -y/l) against (z, 0)\n"
                                       "reaction F [N] of roll conjugate l*a' - z'\n"
                                       "reaction M [N*m] of roll conjugate a' - z'/l\n"
                                       "reaction S [N] of rod conjugate (x*x' + y*y')/l\n"
                                       "force G = (0, -W) at (x, y)\nforce H = W*x/l conjugate x'\n"
                                       "friction R [N] of N conjugate (y*x' - x*y')/l { coefficient = 1/2 }\n"
                                       "impact I [N*s] conjugate y' { restitution = 1 }\n";

/// Three masses.
inline const std::string three_masses = "count n = 3\nparam m = 1 [kg], L = 9 [m]\ncoord x[1..n] [m], y[1..n] [m]\n"
                                        "kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))\n";

} // namespace dalembert
