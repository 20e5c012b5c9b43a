#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/forms.h>
#include <dalembert/derivation/reduced_form.h>
#include <dalembert/derivation/voronets_terms.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dalembert {
inline namespace derivation {

MotionForm derive_naive(const Equations& equations, const IndependentCoordinates& independent) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  if (system.constraints.empty())
    refuse_form(system, "naive", {.reason = "the model has no constraint that could be inserted into L"});
  const SpeedFrame frame = speed_frame(equations, "naive", SpeedsFrom::rates, independent);
  MotionForm form = form_on(equations, frame, "naive");
  const VoronetsTerms terms = voronets_terms(equations, frame, form);
  form.parts.push_back({PartKind::reduced_lagrangian, "L_red", {}, terms.lagrangian});
  std::vector<std::string> wrong;
  std::vector<std::string> open;
  for (std::size_t r = 0; r < frame.speeds.size(); ++r) {
    const std::string label = label_of(system, frame, static_cast<int>(r));
    const Answer is_right = zero_test(graph, std::vector<Expr>{terms.corrections[r]}).verdict;
    if (is_right == Answer::no) wrong.push_back(label);
    if (is_right == Answer::undecided) open.push_back(label);
    form.parts.push_back({PartKind::naive_equation, label, terms.motion[r], terms.forces[r], frame.coordinates[r]});
  }
  for (std::size_t r = 0; r < frame.speeds.size(); ++r) {
    const std::string label = label_of(system, frame, static_cast<int>(r));
    const Expr motion = graph.sub(terms.motion[r], terms.corrections[r]);
    form.residual.push_back(graph.sub(motion, terms.forces[r]));
    if (!wrong.empty() || !open.empty())
      form.parts.push_back({PartKind::equation, label, motion, terms.forces[r], frame.coordinates[r]});
  }
  for (std::size_t r = 0; r < frame.speeds.size(); ++r)
    form.parts.push_back(
        {PartKind::correction, "E." + label_of(system, frame, static_cast<int>(r)), {}, terms.corrections[r]});
  form.is_refuted = !wrong.empty();
  if (wrong.empty() && open.empty())
    form.notes.emplace_back("the corrections vanish identically: inserting the constraints into L is allowed here");
  if (!open.empty())
    form.notes.push_back(
        fmt::format("not decided within the work limit whether the corrections E vanish for {}, that is, whether "
                    "inserting the constraints into L is allowed there; the equations with E hold",
                    fmt::join(open, ", ")));
  if (!wrong.empty())
    form.notes.push_back(fmt::format("WRONG for {}: inserting the constraints into L before differentiating drops E, "
                                     "which belongs on the right-hand side",
                                     fmt::join(wrong, ", ")));
  complete(equations, form, MultiplierRows::eliminated);
  add_way_back(equations, form, frame.returns, frame.constraints);
  return form;
}

} // namespace derivation
} // namespace dalembert
