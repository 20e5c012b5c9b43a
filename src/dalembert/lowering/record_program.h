#pragma once

#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// What a run records of a state in one program, whose parts are computed once: full → the outputs of the account, of
/// the violations and of the observables, with the bits that these programs give.
struct RecordProgram {
  Tape tape = Tape({});
  std::size_t account = 0;    ///< outputs
  std::size_t violations = 0; ///< outputs behind them
};

[[nodiscard]] RecordProgram lower_record(const Programs& programs);

/// The observables that read a drift, in a program of their own: full → one value each.
struct DriftObservables {
  Tape tape = Tape({});
  std::vector<std::size_t> places; ///< of its outputs among the observables
};

[[nodiscard]] DriftObservables lower_drift_observables(const Study& study, const Programs& programs);

} // namespace lowering
} // namespace dalembert
