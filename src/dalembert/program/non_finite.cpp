#include <dalembert/base/errors.h>
#include <dalembert/program/non_finite.h>
#include <dalembert/program/turns.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace dalembert {
inline namespace program {

namespace {

constexpr std::size_t no_record = std::numeric_limits<std::size_t>::max();

/// A value of one run.
struct Record {
  double value = 0;
  std::size_t instruction = no_record; ///< that wrote it
  std::array<std::size_t, 3> operands = {no_record, no_record, no_record};
};

/// Runs the tape; the records have the numbers of the values.
class History {
public:
  History(const Tape& tape, std::span<const double> in) : tape_(tape) {
    for (const double c : tape.constants())
      records_.push_back({c});
    for (const double x : in)
      records_.push_back({x});
    for (std::size_t k = 0; k < tape.operations(); ++k)
      run(k);
  }

  [[nodiscard]] const std::vector<Record>& records() const { return records_; }

private:
  void run(std::size_t k) {
    const Instruction& i = tape_.instructions()[k];
    Record record{0, k, {}};
    const std::array<std::uint32_t, 3> operands = {i.a, i.b, i.c};
    std::array<double, 3> x = {};
    for (std::size_t j = 0; j < 3; ++j) {
      const bool is_read = j < static_cast<std::size_t>(operand_count(i.operation));
      record.operands[j] = is_read ? operands[j] : no_record;
      if (is_read) x[j] = records_[record.operands[j]].value;
    }
    // The branch that is not taken is not read.
    if (i.operation == Operation::select) record.operands[x[0] != 0 ? 2 : 1] = no_record;
    record.value = tape_.computed(i, x[0], x[1], x[2]);
    records_.push_back(record);
    if (i.operation != Operation::sincos) return;
    record.value = sine_and_cosine(x[0]).cosine;
    records_.push_back(record);
  }

  const Tape& tape_;
  std::vector<Record> records_;
};

bool is_finite_at(const std::vector<Record>& records, std::size_t r) {
  return r == no_record || std::isfinite(records[r].value);
}

NonFinite describe(const Tape& tape, const std::vector<Record>& records, std::size_t r) {
  const Record& record = records[r];
  NonFinite birth;
  birth.value = record.value;
  if (record.instruction == no_record) {
    birth.is_input = true;
    birth.expr = r < tape.constants().size() ? Expr{} : tape.input_origin(r - tape.constants().size());
    return birth;
  }
  const Instruction& i = tape.instructions()[record.instruction];
  birth.expr = tape.origin(record.instruction);
  birth.operation = i.operation;
  if (i.operation == Operation::unary || i.operation == Operation::binary) birth.function = i.function();
  for (std::size_t j = 0; j < 3; ++j)
    if (record.operands[j] != no_record) birth.operands[j] = records[record.operands[j]].value;
  return birth;
}

} // namespace

std::optional<NonFinite> first_non_finite(const Tape& tape, std::span<const double> in) {
  ENSURE(in.size() == tape.inputs());
  const History history(tape, in);
  const std::vector<Record>& records = history.records();
  // Follow what is not finite from the outputs back to where it began; the earliest beginning counts.
  std::vector<std::size_t> open;
  std::vector<bool> seen(records.size());
  const auto visit = [&](std::size_t r) {
    if (r == no_record || seen[r] || is_finite_at(records, r)) return;
    seen[r] = true;
    open.push_back(r);
  };
  for (const std::uint32_t value : tape.output_values())
    visit(value);
  std::size_t first = no_record;
  while (!open.empty()) {
    const std::size_t r = open.back();
    open.pop_back();
    const auto& operands = records[r].operands;
    const bool is_born_here = std::all_of(operands.begin(), operands.end(),
                                          [&](std::size_t operand) { return is_finite_at(records, operand); });
    if (is_born_here) first = std::min(first, r);
    for (const std::size_t operand : operands)
      visit(operand);
  }
  if (first == no_record) return std::nullopt;
  return describe(tape, records, first);
}

} // namespace program
} // namespace dalembert
