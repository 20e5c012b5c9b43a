#pragma once

#include <dalembert/analysis/classify.h>
#include <dalembert/base/source.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/families/family_form.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/results/result.h>
#include <dalembert/textbook/plain_form.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

/// A condition on positions that velocity constraints say in disguise: F = const.
struct IntegralText {
  std::string text;            ///< F in the language; empty where it is too long
  std::vector<std::string> of; ///< names of the constraints
};

/// A system with redundant rows by those of its constraints that are independent on the constraints.
struct IndependentRows {
  std::shared_ptr<const Equations> equations; ///< without the others
  std::vector<std::size_t> rows;              ///< the constraints in `equations`
  std::vector<bool> determined;               ///< of each constraint of the whole system: λ has one value
  std::vector<Assignment> start;              ///< t, q and parameters at the initial state
};

/// What the constraints of a model are: by its equations and, where rows are redundant, by its initial state.
struct ConstraintStructure {
  std::vector<ConstraintNature> natures;      ///< one for each constraint
  std::vector<IntegralText> integrals;        ///< of the integrable velocity constraints, those that were found
  std::vector<std::string> without_integral;  ///< names of the integrable velocity constraints that none was found for
  int integrals_missing = 0;                  ///< that exist beside these
  bool counts_integrals = true;               ///< false where it is not known how many there are
  std::string growth;                         ///< growth vector of the velocity constraints, `2, 3`; empty where none
  bool growth_counts_time = false;            ///< the time is one of its directions
  std::optional<IndependentRows> independent; ///< where rows are redundant
  std::vector<bool> open_multipliers;         ///< one for each constraint, likewise; or empty
  std::vector<bool> open_reactions;           ///< one for each reaction: true where redundant rows leave it open
  std::shared_ptr<const PlainForm> texts;     ///< of the equations of the model: what their texts share
  int rank = 0;                               ///< of all rows
  int holonomic_rank = 0;                     ///< of the holonomic ones
};

/// What is known of a model without running it. Parts that need a state are absent where the model gives none. Shares
/// the values of the stages that it refers to.
struct Overview : ConstraintStructure {
  std::shared_ptr<const Study> study;
  std::shared_ptr<const SourceMap> sources;
  std::shared_ptr<const Equations> equations;
  std::optional<FamilyForm> families; ///< one line for a family of equations, where that was asked for and is proved
  std::vector<std::optional<double>> parameters; ///< SI values; absent where none was given
  std::optional<int> degrees_of_freedom;
  std::optional<int> independent_initial_values;
  std::shared_ptr<const InitialState> initial; ///< absent where it could not be found or was not asked for
  std::vector<CheckResult> settled;            ///< the checks that are decided without a run: they hold, or fail
  std::vector<Diagnostic> diagnostics;

  /// For the texts of one part of a page. Precondition: there are equations.
  [[nodiscard]] PlainForm plain_form() const { return texts ? texts->beside() : PlainForm(*equations); }
};

/// `holonomic`, `nonholonomic`, `integrable`: the words of the JSON contract.
[[nodiscard]] std::string_view class_word(ConstraintNature::Class cls);

} // namespace report
} // namespace dalembert
