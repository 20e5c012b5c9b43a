#include <dalembert/derivation/form_sweeps.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/derivation/reduced_form.h>
#include <dalembert/derivation/speed_frame.h>

namespace dalembert {
inline namespace derivation {

namespace {

/// A line for reading: in the rates and accelerations as they are, with the divisions of X multiplied away.
FormPart maggi_line(const Equations& equations, const SpeedFrame& frame, const FormSweeps& sweeps, int r) {
  Graph& graph = *equations.system->graph;
  const auto row = static_cast<std::size_t>(r);
  std::vector<Expr> motion;
  const std::vector<Expr> forces = sweeps.active_forces();
  for (std::size_t i = 0; i < equations.residual.size(); ++i)
    motion.push_back(graph.add(graph.add(equations.residual[i], equations.constraint_forces[i]), forces[i]));
  const auto scaled = [&](const std::vector<Expr>& list) {
    return graph.mul(frame.determinant, sweeps.projected(list, r));
  };
  FormPart out{PartKind::equation, label_of(*equations.system, frame, r), scaled(motion), scaled(forces)};
  out.leader = frame.coordinates[row];
  for (int i = 0; out.leader < 0; ++i)
    if (!graph.is_zero(frame.directions.at(i, r))) out.leader = i;
  return out;
}

} // namespace

MotionForm derive_eliminated(const Equations& equations, const IndependentCoordinates& independent) {
  const SpeedsFrom from = independent.empty() ? SpeedsFrom::declared : SpeedsFrom::rates;
  const SpeedFrame frame = speed_frame(equations, "eliminated", from, independent);
  MotionForm form = form_on(equations, frame, "eliminated");
  const FormSweeps sweeps(equations, form);
  Graph& graph = *equations.system->graph;
  const std::vector<Expr> forces = equations.constraint_forces;
  for (int r = 0; r < static_cast<int>(frame.speeds.size()); ++r) {
    // The constraint forces do no work along the directions: Xᵀ·Aᵀ = 0, so they are left out beforehand.
    std::vector<Expr> balance;
    for (std::size_t i = 0; i < forces.size(); ++i)
      balance.push_back(sweeps.at_motion(graph.add(equations.residual[i], forces[i])));
    form.residual.push_back(sweeps.projected(balance, r));
    form.parts.push_back(maggi_line(equations, frame, sweeps, r));
  }
  complete(equations, form, MultiplierRows::eliminated);
  add_way_back(equations, form, frame.returns, frame.constraints);
  return form;
}

} // namespace derivation
} // namespace dalembert
