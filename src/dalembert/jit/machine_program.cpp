#include <dalembert/base/errors.h>
#include <dalembert/jit/code_memory.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/jit/translate.h>
#include <dalembert/program/work_count.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace jit {

namespace {

using Entry = void (*)(const double* inputs, double* outputs, double* workspace, const double* constants);

/// The code of a tape for some number of lanes.
struct Code {
  CodeMemory memory;
  std::vector<double> constants;
  std::size_t lanes;
  std::size_t rows;      ///< of the workspace
  std::size_t turn_rows; ///< the first of them

#if defined(__clang__)
  [[clang::no_sanitize("function")]] // it looks for a mark before the code
#endif
  void
  run(const double* inputs, double* outputs, double* workspace) const {
    reinterpret_cast<Entry>(reinterpret_cast<std::uintptr_t>(memory.begin()))(inputs, outputs, workspace,
                                                                              constants.data());
  }
};

std::optional<Code> made_code(const Tape& tape, const Translating& how) {
  const std::optional<MachineCode> code = translate(tape, how);
  if (!code) return std::nullopt;
  std::optional<CodeMemory> memory = CodeMemory::holding(code->bytes);
  if (!memory) return std::nullopt;
  return Code{std::move(*memory), constants_in_lanes(tape, how.lanes), how.lanes, code->workspace_rows,
              code->turn_rows};
}

bool overlap(std::span<const double> a, std::span<double> b) {
  const std::less<const double*> before;
  return before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

/// Its workspace, from a cache line on: packed inputs, packed outputs, the rows of the code for one lane, those of the
/// code for several.
class MachineProgram final : public Executor {
public:
  MachineProgram(const Tape& tape, Code single, std::optional<Code> several)
      : tables_(tape.tables()),
        single_(std::move(single)),
        several_(std::move(several)),
        inputs_(tape.inputs()),
        outputs_(tape.outputs()),
        operations_(tape.operations()),
        packed_outputs_(whole_lines(inputs_ * widest().lanes)),
        single_rows_(packed_outputs_ + whole_lines(outputs_ * widest().lanes)),
        several_rows_(single_rows_ + whole_lines(single_.rows)),
        size_(several_rows_ + (several_ ? several_->rows * several_->lanes : 0) + line - 1) {}

  [[nodiscard]] std::size_t inputs() const override { return inputs_; }
  [[nodiscard]] std::size_t outputs() const override { return outputs_; }
  [[nodiscard]] Workspace workspace() const override;
  void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const override;
  void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                      Workspace& workspace) const override;

private:
  static constexpr std::size_t line = 8; ///< numbers in a cache line

  static std::size_t whole_lines(std::size_t numbers) { return (numbers + line - 1) / line * line; }
  [[nodiscard]] const Code& widest() const { return several_ ? *several_ : single_; }
  [[nodiscard]] double* first_line(Workspace& workspace) const {
    ENSURE(workspace.size == size_);
    void* begin = workspace.numbers.get();
    std::size_t bytes = size_ * sizeof(double);
    return static_cast<double*>(std::align(line * sizeof(double), sizeof(double), begin, bytes));
  }

  Tape::Tables tables_; ///< the code holds their addresses
  Code single_;
  std::optional<Code> several_;
  std::size_t inputs_;
  std::size_t outputs_;
  std::size_t operations_;
  std::size_t packed_outputs_; ///< where each part of a workspace begins
  std::size_t single_rows_;
  std::size_t several_rows_;
  std::size_t size_;
};

Workspace MachineProgram::workspace() const {
  Workspace out{std::make_unique_for_overwrite<double[]>(size_), size_};
  double* const begin = first_line(out);
  // The angles of a batch are computed in whole vectors, the rest of the last one with them.
  std::fill_n(begin + single_rows_, single_.turn_rows, 0.0);
  if (several_) std::fill_n(begin + several_rows_, several_->turn_rows * several_->lanes, 0.0);
  return out;
}

void MachineProgram::evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const {
  ENSURE(in.size() == inputs() && out.size() == outputs());
  double* const work = first_line(workspace);
  count_instructions(operations_, workspace);
  const double* from = in.data();
  if (overlap(in, out)) { // outputs are written while inputs are still read
    std::ranges::copy(in, work);
    from = work;
  }
  single_.run(from, out.data(), work + single_rows_);
}

void MachineProgram::evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                                    Workspace& workspace) const {
  ENSURE(in.size() == lanes * inputs() && out.size() == lanes * outputs());
  double* const work = first_line(workspace);
  double* const packed_outputs = work + packed_outputs_;
  double* const rows = work + (several_ ? several_rows_ : single_rows_);
  const Code& code = widest();
  const std::size_t width = code.lanes;
  if (lanes == width) {
    count_instructions(operations_, workspace);
    code.run(in.data(), out.data(), rows);
    return;
  }
  for (std::size_t first = 0; first < lanes; first += width) {
    count_instructions(operations_, workspace);
    const std::size_t used = std::min(width, lanes - first);
    for (std::size_t i = 0; i < inputs_; ++i)
      for (std::size_t l = 0; l < width; ++l) // the last state fills the vector
        work[i * width + l] = in[i * lanes + first + std::min(l, used - 1)];
    code.run(work, packed_outputs, rows);
    for (std::size_t k = 0; k < outputs_; ++k)
      std::copy_n(packed_outputs + k * width, used, out.begin() + static_cast<std::ptrdiff_t>(k * lanes + first));
  }
}

std::string reason_against() {
  if (best_instructions() == Instructions::none) return "the processor has no AVX2 and FMA";
  const std::array<std::uint8_t, 1> code = {0xC3}; // return
  if (!CodeMemory::holding(code)) return "the system does not let memory become executable";
  return {};
}

} // namespace

const std::string& why_no_machine_code() {
  static const std::string why = reason_against();
  return why;
}

std::string machine_name(Instructions instructions) {
  switch (instructions) {
  case Instructions::none:
    break;
  case Instructions::avx2:
    return "processors with AVX2 and FMA";
  case Instructions::avx512:
    return "processors with AVX-512";
  }
  return "none";
}

std::shared_ptr<const Executor> machine_code(const Tape& tape, const MachineOptions& options) {
  if (options.instructions == Instructions::none || !why_no_machine_code().empty()) return nullptr;
  ENSURE(options.instructions <= best_instructions());
  std::optional<Code> single = made_code(tape, {options.instructions, 1, options.longest_straight});
  if (!single) return nullptr;
  const std::size_t lanes = options.instructions == Instructions::avx512 ? 8 : 4;
  std::optional<Code> several =
      options.has_lanes ? made_code(tape, {options.instructions, lanes, options.longest_straight}) : std::nullopt;
  return std::make_shared<const MachineProgram>(tape, std::move(*single), std::move(several));
}

} // namespace jit
} // namespace dalembert
