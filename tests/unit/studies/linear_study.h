#pragma once

#include <dalembert/lowering/variation.h>
#include <dalembert/studies/linearisation.h>
#include <dalembert/studies/precise_motion.h>
#include <dalembert/studies/steady_states.h>

#include "../simulation/study_builder.h"

#include <memory>
#include <vector>

namespace dalembert::test {

/// What a study needs to be linearised, made from a builder.
struct LinearStudy {
  std::shared_ptr<const Study> study;
  Equations equations;
  Engine engine;
  VariationProgram variation;
  Lineariser lineariser;

  explicit LinearStudy(const StudyBuilder& of)
      : study(std::make_shared<const Study>(of.study)),
        equations(StudyBuilder::derived(study)),
        engine(of.engine()),
        variation(lower_variation(*study, equations)),
        lineariser(engine, variation) {}
  LinearStudy(const LinearStudy&) = delete;
  LinearStudy& operator=(const LinearStudy&) = delete;

  [[nodiscard]] std::vector<SteadyState> steady_states(const State& from) {
    PreciseMotions precise(*study, equations, variation, engine.parameters);
    return find_steady_states(lineariser, precise, from).states;
  }
};

/// A plane pendulum by its angle: T = ½·m·l²·θ̇², V = −m·g·l·cos θ with m = 2 kg, l = 0.5 m, g = 9.8 m/s².
struct AnglePendulum : StudyBuilder {
  static constexpr double inertia = 0.5; ///< m·l², kg m²
  static constexpr double weight = 9.8;  ///< m·g·l, N m
  Expr theta, rate;

  AnglePendulum() : StudyBuilder("Pendulum") {
    theta = coordinate("theta", rate);
    study.system.coordinates.back().measure.angular = true;
    energy(EnergyKind::kinetic, graph().scale(Rational(1, 4), graph().square(rate)));
    energy(EnergyKind::potential, graph().scale(Rational(-49, 5), graph().cos(theta)));
  }

  /// D = ½·c·θ̇², c = 1/5 N m s.
  void damp() { energy(EnergyKind::dissipation, graph().scale(Rational(1, 10), graph().square(rate))); }
};

} // namespace dalembert::test
