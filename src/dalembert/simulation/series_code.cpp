#include <dalembert/base/errors.h>
#include <dalembert/lowering/motion_series.h>
#include <dalembert/simulation/series_code.h>

#include <utility>
#include <vector>

namespace dalembert::inline simulation {

SeriesCode::SeriesCode(Lower lower, std::shared_ptr<const Programs> programs, CompileSeries compile,
                       std::shared_ptr<std::mutex> graph_use)
    : lower_(std::move(lower)),
      programs_(std::move(programs)),
      compile_(std::move(compile)),
      graph_use_(std::move(graph_use)) {}

SeriesCode::Code SeriesCode::made() const {
  const std::vector<SeriesInput> inputs = series_inputs(programs_->layout);
  const Tape equations = lower_(programs_->layout.jumps > 0 ? JumpChoice::held : JumpChoice::evaluated);
  Code out;
  for (const Tape* const tape : {&equations, &programs_->powers.tape})
    if (const auto at = series_obstacle(*tape, inputs)) {
      out.obstacle = tape->origin(*at);
      return out;
    }
  out.equations = std::make_shared<const SeriesProgram>(equations, inputs);
  out.powers = std::make_shared<const SeriesProgram>(programs_->powers.tape, inputs);
  return out;
}

const SeriesCode::Code& SeriesCode::locked() {
  if (!code_) code_ = made();
  return *code_;
}

const SeriesCode::Code& SeriesCode::get() {
  const std::lock_guard lock(*graph_use_);
  return locked();
}

SeriesEvaluations SeriesCode::evaluations(int order) {
  const std::lock_guard lock(*graph_use_);
  const Code& code = locked();
  ENSURE(code.equations && code.powers);
  Executors& compiled = executors_[order];
  if (!compiled.equations) compiled = {compile_(code.equations, order), compile_(code.powers, order)};
  return {compiled.equations->evaluation(), compiled.powers->evaluation()};
}

} // namespace dalembert::inline simulation
