#include <dalembert/base/errors.h>
#include <dalembert/lowering/motion_series.h>
#include <dalembert/program/append_tape.h>
#include <dalembert/program/schedule.h>
#include <dalembert/program/value_graph.h>
#include <dalembert/simulation/engine/series_code.h>

#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

/// One tape of the same inputs with the outputs of `a` and those of `b` but for the first; what both compute is
/// computed once.
Tape joined(const Tape& a, const Tape& b) {
  ENSURE(a.inputs() == b.inputs());
  ValueGraph values;
  std::vector<Expr> origins;
  std::vector<Value> inputs;
  for (std::size_t i = 0; i < a.inputs(); ++i) {
    origins.push_back(a.input_origin(i));
    inputs.push_back(values.input(i, origins.back()));
  }
  std::vector<Value> outputs = append_tape(values, a, inputs);
  const std::vector<Value> more = append_tape(values, b, inputs);
  outputs.insert(outputs.end(), more.begin() + 1, more.end());
  return schedule(values, origins, outputs);
}

} // namespace

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
  out.first_power = equations.outputs() - 1;
  const Tape all = joined(equations, programs_->powers.tape);
  const std::vector<SeriesRead> reads = series_reads(programs_->layout, all.outputs());
  out.program = std::make_shared<const SeriesProgram>(all, inputs, reads);
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

std::unique_ptr<SeriesEvaluation> SeriesCode::evaluation(int order) {
  const std::lock_guard lock(*graph_use_);
  const Code& code = locked();
  ENSURE(code.program);
  std::shared_ptr<const SeriesExecutor>& executor = executors_[order];
  if (!executor) executor = compile_(code.program, order);
  return executor->evaluation();
}

} // namespace simulation
} // namespace dalembert
