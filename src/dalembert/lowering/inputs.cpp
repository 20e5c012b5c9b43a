#include <dalembert/derivation/meanings.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inputs.h>

namespace dalembert {
inline namespace lowering {

std::vector<Expr> state_inputs(const System& system) {
  std::vector<Expr> out{system.time};
  append(out, system.positions());
  append(out, system.rates());
  for (const Parameter& parameter : system.parameters)
    out.push_back(parameter.symbol);
  return out;
}

std::vector<Expr> motion_inputs(const System& system) {
  std::vector<Expr> out = state_inputs(system);
  append(out, system.accelerations());
  append(out, system.multipliers());
  for (const Friction& friction : system.frictions)
    out.push_back(friction.symbol);
  return out;
}

std::vector<Expr> full_inputs(const Study& study) {
  std::vector<Expr> out = motion_inputs(study.system);
  for (const Impact& impact : study.system.impacts)
    out.push_back(impact.symbol);
  for (const Derived& derived : study.derived)
    if (is_history(derived.kind)) out.push_back(derived.symbol);
  return out;
}

} // namespace lowering
} // namespace dalembert
