#include <dalembert/simulation/structure_programs.h>

namespace dalembert::inline simulation {

SolutionPrograms compiled(const SolvedAgain& tapes, const Compile& compile) {
  return {compile(tapes.factors), compile(tapes.solution)};
}

ProjectionPrograms compiled(const SparseProjection& tapes, const Compile& compile) {
  const auto level = [&compile](const ProjectionTapes& of) {
    return ProjectionPrograms::Level{compile(of.residual), compile(of.step),
                                     static_cast<double>(of.residual.operations() + of.step.operations())};
  };
  return {level(tapes.positions), level(tapes.rates)};
}

} // namespace dalembert::inline simulation
