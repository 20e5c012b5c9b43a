#include <dalembert/textbook/balance.h>
#include <dalembert/textbook/form_text.h>

#include <algorithm>

namespace dalembert {

namespace {

/// Gives the speeds of the form their part: they print like rates, constant momenta like parameters.
void declare_speeds(Algebra& algebra, const Equations& equations, const MotionForm& form) {
  const std::size_t n = equations.system->coordinates.size();
  for (std::size_t r = 0; r < form.speeds.size(); ++r) {
    if (std::ranges::find(equations.speeds, form.speeds[r]) != equations.speeds.end()) continue;
    const bool is_constant = r < form.residual.size() && form.residual[r] == form.speed_rates[r];
    algebra.atoms.declare(form.speeds[r], is_constant ? AtomClass::parameter : AtomClass::rate, n + r);
    algebra.atoms.declare(form.speed_rates[r], AtomClass::acceleration, n + r);
  }
}

std::optional<PlainEquation> line_of(Algebra& algebra, const FormPart& part) {
  if (part.is_equation()) {
    Graph& graph = algebra.graph;
    return print(algebra, Balance{part.name, part.leader, part.left, part.right, part.declared,
                                  graph.sub(part.left, part.right)});
  }
  std::optional<PlainText> value = print(algebra, part.right);
  if (!value) return std::nullopt;
  PlainEquation out;
  out.coordinate = part.name;
  out.left = part.name;
  out.right = std::move(value->text);
  out.definitions = std::move(value->definitions);
  out.nodes = node_count(out.right);
  return out;
}

} // namespace

std::vector<FormText> form_text(const Equations& equations, const MotionForm& form) {
  Algebra algebra(equations);
  declare_speeds(algebra, equations, form);
  std::vector<Expr> roots;
  for (const FormPart& part : form.parts)
    for (const Expr e : {part.left, part.right})
      roots.push_back(e);
  algebra.waves.announce(roots);
  std::vector<FormText> out;
  for (const FormPart& part : form.parts)
    out.push_back({part.kind, part.name, line_of(algebra, part)});
  return out;
}

} // namespace dalembert
