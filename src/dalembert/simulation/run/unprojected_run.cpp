#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/record/run_work.h>
#include <dalembert/simulation/run/unprojected_run.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// What is added to the derivatives of a state off the constraints.
class Pull {
public:
  Pull(const Engine& engine, double time)
      : engine_(engine),
        share_(1.0 / time),
        positions_(engine, Level::position),
        rates_(engine),
        inputs_(engine.blank_inputs()),
        zero_(engine.coordinates(), 0.0),
        step_(engine.coordinates()),
        rows_(engine.constraints()) {}

  /// `motion` solved the equations at this state last.
  void add(Motion& motion, double t, std::span<const double> y, std::span<double> dydt) {
    const std::size_t n = engine_.coordinates();
    const InputView<double> at(engine_.programs->layout, inputs_);
    at.time() = t;
    std::copy_n(y.data(), 2 * n, at.motion().data());
    const std::vector<std::size_t>& places = engine_.programs->positions.rows;
    if (!places.empty()) {
      positions_.evaluate_rows(inputs_);
      std::ranges::fill(rows_, 0.0);
      for (std::size_t i = 0; i < places.size(); ++i)
        rows_[places[i]] = -positions_.view().residual[i];
      add_step(motion, dydt.first(n));
    }
    rates_.evaluate_rows(inputs_);
    std::ranges::transform(rates_.view().residual, rows_.begin(), [](double r) { return -r; });
    add_step(motion, dydt.subspan(n, n));
  }

private:
  void add_step(Motion& motion, std::span<double> derivatives) {
    motion.solve_again(zero_, rows_, step_);
    for (std::size_t i = 0; i < step_.size(); ++i)
      derivatives[i] += share_ * step_[i];
  }

  const Engine& engine_;
  double share_;
  RowValues positions_;
  RowValues rates_;
  std::vector<double> inputs_;
  std::vector<double> zero_;
  std::vector<double> step_;
  std::vector<double> rows_;
};

} // namespace

UnprojectedRun run_unprojected(const Engine& engine, const State& from, const UnprojectedOptions& options) {
  const StepMethod* const method = step_method("rk5");
  ENSURE(method != nullptr);
  UnprojectedRun out;
  Motion motion(engine, options.tolerance);
  motion.start(from, nullptr);
  std::optional<Pull> pull;
  if (options.pull > 0.0) pull.emplace(engine, options.pull);
  OdeProblem problem = motion.problem();
  problem.project = {};
  problem.rhs = [&motion, &pull, plain = std::move(problem.rhs)](double t, std::span<const double> y,
                                                                 std::span<double> dydt) {
    plain(t, y, dydt);
    if (pull) pull->add(motion, t, y, dydt);
  };
  const std::unique_ptr<Stepper> stepper = method->make(std::move(problem), motion.options());
  std::vector<double> y = motion.packed();
  RunWork work(engine);
  std::uint64_t counted = 0;
  try {
    const RowRanks ranks = row_ranks(engine, from);
    if (ranks.is_redundant(engine)) motion.set_known_ranks(ranks);
    stepper->start(from.t, y);
    auto next = options.at.begin();
    while (next != options.at.end()) {
      stepper->step(options.at.back());
      for (; next != options.at.end() && *next <= stepper->time(); ++next) {
        stepper->interpolate(*next, y);
        out.at.emplace_back(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(2 * engine.coordinates()));
      }
      const StepStatistics& statistics = stepper->statistics();
      work.add_states(static_cast<std::size_t>(statistics.evaluations - counted), motion.dynamics());
      counted = statistics.evaluations;
      out.work = work.spent();
      out.steps = statistics.accepted;
      if (options.most_work > 0.0 && out.work > options.most_work) return out;
    }
    out.is_completed = true;
  } catch (const SolveError&) { // it cannot be followed further
    out.is_completed = false;
  }
  return out;
}

} // namespace simulation
} // namespace dalembert
