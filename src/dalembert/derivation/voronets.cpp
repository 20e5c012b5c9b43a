#include <dalembert/derivation/forms.h>
#include <dalembert/derivation/reduced_form.h>
#include <dalembert/derivation/voronets_terms.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dalembert {
inline namespace derivation {

MotionForm derive_voronets(const Equations& equations, const IndependentCoordinates& independent) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const SpeedFrame frame = speed_frame(equations, "voronets", SpeedsFrom::rates, independent);
  MotionForm form = form_on(equations, frame, "voronets");
  const VoronetsTerms terms = voronets_terms(equations, frame, form);
  form.parts.push_back({PartKind::reduced_lagrangian, "L_red", {}, terms.lagrangian});
  for (std::size_t r = 0; r < frame.speeds.size(); ++r) {
    const Expr motion = graph.sub(terms.motion[r], terms.corrections[r]);
    form.residual.push_back(graph.sub(motion, terms.forces[r]));
    form.parts.push_back({PartKind::equation, label_of(system, frame, static_cast<int>(r)), motion, terms.forces[r],
                          frame.coordinates[r]});
  }
  bool is_corrected = false;
  std::vector<std::string> open;
  for (std::size_t r = 0; r < frame.speeds.size(); ++r) {
    const Answer vanishes = zero_test(graph, std::vector<Expr>{terms.corrections[r]}).verdict;
    if (vanishes == Answer::yes) continue;
    is_corrected = true;
    const std::string name = "E." + label_of(system, frame, static_cast<int>(r));
    if (vanishes == Answer::undecided) open.push_back(name);
    form.parts.push_back({PartKind::correction, name, {}, terms.corrections[r]});
  }
  if (!open.empty())
    form.notes.push_back(fmt::format("not decided within the work limit whether these correction terms vanish: {}",
                                     fmt::join(open, ", ")));
  if (!is_corrected && !system.constraints.empty())
    form.notes.emplace_back("the correction terms vanish: the constraints are integrable, or their momenta cancel");
  complete(equations, form, MultiplierRows::eliminated);
  add_way_back(equations, form, frame.returns, frame.constraints);
  return form;
}

} // namespace derivation
} // namespace dalembert
