#pragma once

#include <dalembert/analysis/effective_potential.h>
#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/momentum_equation.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/steady_motion.h>
#include <dalembert/report/overview.h>
#include <dalembert/studies/frame_forces.h>
#include <dalembert/studies/steady_states.h>
#include <dalembert/typesetting/style.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {

/// Everything that `analyse` says about a model.
struct AnalysisReport {
  Overview overview; ///< with its equations
  Facts facts;
  SymmetrySearch symmetries;
  std::vector<MomentumEquation> momenta; ///< along what velocity constraints allow
  std::optional<EffectivePotential> effective;
  SymbolicSteadyMotions symbolic;
  std::optional<CentrifugalEffect> centrifugal; ///< at the initial state
  std::vector<SteadyState> steady;
  std::string steady_note;               ///< why there are none
  std::vector<std::string> steady_notes; ///< where the coordinates are singular
};

/// `analyse`: energy split, momenta, energy function, fictitious forces, steady motions and what they are made of.
[[nodiscard]] std::string analyse_text(const AnalysisReport& report, const Style& style);
[[nodiscard]] std::string analyse_json(const AnalysisReport& report);

} // namespace dalembert
