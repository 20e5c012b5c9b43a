#include <dalembert/language/statement_forms.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

std::string_view statement_form(std::string_view word) {
  static constexpr auto forms = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"assume", "assume m > 0"},
      {"check", "check x^2 + y^2 = l^2"},
      {"constraint", "constraint rod: x^2 + y^2 = l^2"},
      {"coord", "coord x [m], theta[1..n] [rad]"},
      {"count", "count n = 5"},
      {"dissipation", "dissipation D = 1/2*c*x'^2"},
      {"event", "event top when theta' = 0"},
      {"export", "export csv \"motion.csv\" { columns = (t, x) }"},
      {"for", "for i in 1..n { … }"},
      {"force", "force F = -c*x' conjugate x'"},
      {"friction", "friction F [N] of N conjugate x' { coefficient = mu }"},
      {"function", "function x0(t) [m]"},
      {"impact", "impact I [N*s] conjugate wall { restitution = e }"},
      {"initial", "initial x = 1 [m], x' ~ 0 [m/s]"},
      {"input", "input F [N] = 0"},
      {"kinetic", "kinetic T = 1/2*m*x'^2"},
      {"lagrangian", "lagrangian L = 1/2*m*x'^2 - m*g*x"},
      {"let", "let xG = x + a*cos(theta)"},
      {"param", "param m = 1 [kg]"},
      {"plot", "plot x, y vs t"},
      {"potential", "potential V = m*g*y"},
      {"reaction", "reaction N [N] of rod at (x, y) along (x/l, y/l)"},
      {"show", "show equations, reactions"},
      {"simulate", "simulate 0..10 [s]"},
      {"speed", "speed v = x'*cos(theta) + y'*sin(theta)"},
      {"sweep", "sweep m in 1..2 [kg] { count = 50 }"},
      {"torque", "torque M on theta = -c*theta'"},
  });
  const auto* const found = std::ranges::find(forms, word, &std::pair<std::string_view, std::string_view>::first);
  return found == forms.end() ? std::string_view() : found->second;
}

} // namespace ast
} // namespace language
} // namespace dalembert
