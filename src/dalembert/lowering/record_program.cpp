#include <dalembert/lowering/record_program.h>
#include <dalembert/program/append_tape.h>
#include <dalembert/program/schedule.h>
#include <dalembert/program/value_graph.h>

#include <span>

namespace dalembert {
inline namespace lowering {

namespace {

/// Operations on the full inputs of an engine.
class RecordWriter {
public:
  explicit RecordWriter(const InputLayout& layout) : origins_(layout.full_size()) {
    for (std::size_t i = 0; i < origins_.size(); ++i)
      inputs_.push_back(values_.input(i, Expr{}));
  }

  /// The outputs of a program of these inputs, or of the first of them.
  std::vector<Value> append(const Tape& tape) {
    return append_tape(values_, tape, std::span(inputs_).first(tape.inputs()));
  }

  [[nodiscard]] Tape finish(const std::vector<Value>& outputs) const { return schedule(values_, origins_, outputs); }

private:
  ValueGraph values_;
  std::vector<Expr> origins_;
  std::vector<Value> inputs_;
};

} // namespace

RecordProgram lower_record(const Programs& programs) {
  RecordWriter writer(programs.layout);
  std::vector<Value> outputs;
  for (const Tape* part : {&programs.account.tape, &programs.violations.tape, &programs.observables.tape}) {
    const std::vector<Value> of_part = writer.append(*part);
    outputs.insert(outputs.end(), of_part.begin(), of_part.end());
  }
  return {writer.finish(outputs), programs.account.tape.outputs(), programs.violations.tape.outputs()};
}

DriftObservables lower_drift_observables(const Study& study, const Programs& programs) {
  const Tape& all = programs.observables.tape;
  if (all.outputs() == 0) return {}; // as where a start alone was lowered
  std::vector<bool> is_drift(all.inputs(), false);
  for (std::size_t h = 0; h < programs.histories.size(); ++h)
    if (study.derived[programs.histories[h]].kind == DerivedKind::drift) is_drift[programs.layout.history() + h] = true;
  const std::vector<bool> reads_drift = outputs_that_read(all, is_drift);
  RecordWriter writer(programs.layout);
  const std::vector<Value> values = writer.append(all);
  DriftObservables out;
  std::vector<Value> chosen;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!reads_drift[k]) continue;
    out.places.push_back(k);
    chosen.push_back(values[k]);
  }
  out.tape = writer.finish(chosen);
  return out;
}

} // namespace lowering
} // namespace dalembert
