#include <dalembert/base/spare_work.h>
#include <dalembert/results/result_archive.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/record/verdict.h>
#include <dalembert/simulation/run/run_keeper.h>

#include <new>
#include <utility>

namespace dalembert {
inline namespace simulation {

void RunMemory::archive(Archive& with) {
  with(result, laws.impositions(), laws.contacts()); // which rows are active, before what frictions do with these
  with(motion, laws.frictions(), laws.jumps(), recorder, work, rows, counts, passage, coordinates, last,
       supplied_by_jumps, largest_step, initial_step);
  for (const std::unique_ptr<Watcher>& watcher : watchers)
    watcher->archive(with);
}

void RunKeeper::restore(double& t, std::vector<double>& y) {
  if (keeping_.state.empty()) return;
  earlier_.emplace(keeping_.state);
  (*earlier_)(t, y, memory_);
}

void RunKeeper::start(Stepper& stepper, double t, const std::vector<double>& y) {
  stepper.start(t, y);
  if (!earlier_) return;
  if (!stepper.archive(*earlier_) || !earlier_->is_at_end()) throw ArchiveError("the state is that of another method");
  earlier_.reset();
  memory_.motion.unpack(t, y);
  memory_.motion.solve();
}

void RunKeeper::keep(Stepper& stepper) {
  if (!keeping_.keep) return;
  const SpareWork spare; // the run is worth more than its copy
  try {
    Archive archive;
    double t = stepper.time();
    std::vector<double> y(stepper.state().begin(), stepper.state().end());
    archive(t, y, memory_);
    if (stepper.archive(archive)) keeping_.keep(archive.bytes());
  } catch (const std::bad_alloc&) {
    is_short_of_memory_ = true;
  }
}

void RunKeeper::after_step(Stepper& stepper, bool has_own_rows) {
  if (is_short_of_memory_ || !keeping_.is_due || !keeping_.is_due()) return;
  keep(stepper);
  if (!keeping_.show || is_short_of_memory_) return;
  const SpareWork spare;
  try {
    RunResult partial = memory_.result;
    partial.outcome = RunOutcome::interrupted;
    memory_.rows.complete(partial, has_own_rows);
    partial.certificate = memory_.recorder.certificate();
    partial.checks = memory_.recorder.checks();
    count_steps(stepper.statistics(), partial.statistics);
    note_turns(stepper, partial.statistics);
    judge_certificate(memory_.engine, partial);
    keeping_.show(std::move(partial));
  } catch (const std::bad_alloc&) {
    is_short_of_memory_ = true;
  }
}

} // namespace simulation
} // namespace dalembert
