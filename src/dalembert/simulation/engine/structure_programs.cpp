#include <dalembert/simulation/engine/structure_programs.h>

#include <utility>

namespace dalembert {
inline namespace simulation {

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

MatrixPrograms compiled(const MotionMatrices& matrices, const Compile& compile) {
  MotionPattern pattern;
  pattern.coordinates = matrices.coordinates;
  pattern.multipliers = matrices.begins.size() - 1 - matrices.coordinates;
  pattern.begins = matrices.begins;
  pattern.columns = matrices.columns;
  return {planned(std::move(pattern)), compile(matrices.tape), matrices.is_by_rows,
          static_cast<double>(matrices.tape.operations()), matrices.operations};
}

} // namespace simulation
} // namespace dalembert
