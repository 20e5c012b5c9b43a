#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/jit/code_memory.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/jit/machine_series.h>
#include <dalembert/jit/series_assembler.h>
#include <dalembert/jit/series_layout.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace jit {

namespace {

constexpr int highest_order = 32; ///< whose orders pass on `most_passed_on` coefficients at most

/// A program of series with its code.
struct SeriesMachine {
  std::shared_ptr<const SeriesProgram> program;
  int order;
  SeriesLayout layout;
  SeriesMachineCode code;
  CodeMemory memory;
  std::array<Convolutions, SeriesMachineCode::levels> convolutions;

  void raise(std::size_t level, double* numbers, std::size_t order_at_hand, SeriesPart part) const {
    const std::size_t tentative = code.raise.at(level);
    const std::size_t final = code.raise_final.at(level);
    if (tentative == SeriesMachineCode::none) return;
    if (part != SeriesPart::final) raise_at(tentative, numbers, order_at_hand);
    if (part == SeriesPart::final || (part == SeriesPart::both && final != tentative))
      raise_at(final, numbers, order_at_hand);
  }
#if defined(__clang__)
  [[clang::no_sanitize("function")]] // it looks for a mark before the code
#endif
  void
  settle(double* numbers, std::size_t order_at_hand, const SettleArguments& arguments) const {
    entry<SettleEntry>(code.settle)(numbers, numbers + order_at_hand, &arguments);
  }

private:
#if defined(__clang__)
  [[clang::no_sanitize("function")]]
#endif
  void
  raise_at(std::size_t begin, double* numbers, std::size_t order_at_hand) const {
    entry<RaiseEntry>(begin)(numbers, numbers + order_at_hand, static_cast<double>(order_at_hand));
  }
  template <typename Entry>
  [[nodiscard]] Entry entry(std::size_t at) const {
    return reinterpret_cast<Entry>(reinterpret_cast<std::uintptr_t>(memory.begin()) + at);
  }
};

/// All bits for as many numbers as a settling passes on at most, then none: the masks of the first `count` coefficients
/// begin `count` before the middle.
constexpr std::array<std::uint64_t, 2 * most_passed_on> coefficient_masks = [] {
  std::array<std::uint64_t, 2 * most_passed_on> out{};
  for (std::size_t i = 0; i < most_passed_on; ++i)
    out.at(i) = ~std::uint64_t{0};
  return out;
}();

const std::uint64_t* masks_of(std::size_t count) {
  return &coefficient_masks.at(most_passed_on - count);
}

/// A bit for each of the first `count` coefficients, eight and eight.
std::array<std::uint64_t, 2> eights(std::size_t count) {
  const std::uint64_t all = (std::uint64_t{1} << count) - 1;
  return {all & 0xFFU, all >> 8U};
}

double* first_of_vector(std::vector<double>& numbers) {
  void* begin = numbers.data();
  std::size_t bytes = numbers.size() * sizeof(double);
  constexpr std::size_t vector = SeriesLayout::vector * sizeof(double);
  return static_cast<double*>(std::align(vector, bytes - vector, begin, bytes));
}

class MachineSeries final : public SeriesEvaluation {
public:
  explicit MachineSeries(std::shared_ptr<const SeriesMachine> machine);

  void start(std::span<const double> inputs) override;
  void sweep(int stage, SeriesPart part) override;
  void settle(int stage) override;

private:
  struct Operations {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  void put(std::uint32_t row, double value);
  void compute_first(const Operations& operations);
  void set_constants(std::span<const double> inputs);

  std::shared_ptr<const SeriesMachine> machine_;
  std::vector<double> memory_;
  double* numbers_;                                                ///< the first number in it that begins a vector
  std::array<Operations, SeriesMachineCode::levels + 1> levels_{}; ///< by level, constants last
  std::vector<std::size_t> changing_inputs_;
  std::vector<std::size_t> constant_inputs_;
  bool has_constants_ = false;
  int stage_ = -3; ///< swept last
};

MachineSeries::MachineSeries(std::shared_ptr<const SeriesMachine> machine)
    : machine_(std::move(machine)),
      memory_(machine_->layout.size() + SeriesLayout::vector, 0.0),
      numbers_(first_of_vector(memory_)) {
  const SeriesProgram& program = *machine_->program;
  const SeriesLayout& layout = machine_->layout;
  const std::span<const SeriesOperation> operations = program.operations();
  for (std::size_t i = 0; i < operations.size(); ++i) {
    Operations& level = levels_.at(static_cast<std::size_t>(operations[i].level));
    if (level.end == 0) level.begin = i;
    level.end = i + 1;
  }
  Rows rows{{}, {}, layout.coefficients()};
  for (std::size_t i = 0; i < program.inputs(); ++i) {
    const std::uint32_t row = program.input_row(i);
    rows.inputs.push_back(&numbers_[layout.kept(row)]);
    (program.level(row) == SeriesLevel::constant ? constant_inputs_ : changing_inputs_).push_back(i);
  }
  for (std::size_t k = 0; k < program.outputs(); ++k)
    rows.outputs.push_back(&numbers_[layout.kept(program.output_row(k))]);
  set_rows(std::move(rows));
}

void MachineSeries::put(std::uint32_t row, double value) {
  numbers_[machine_->layout.first(row)] = value;
  if (machine_->layout.is_kept(row)) numbers_[machine_->layout.kept(row)] = value;
}

void MachineSeries::compute_first(const Operations& operations) {
  const SeriesProgram& program = *machine_->program;
  for (std::size_t i = operations.begin; i != operations.end; ++i) {
    const SeriesOperation& o = program.operations()[i];
    put(o.result, program.value(o, numbers_, 1)); // the first of all numbers are those of order 0
  }
}

/// Computes what does not change along the motion.
void MachineSeries::set_constants(std::span<const double> inputs) {
  const SeriesProgram& program = *machine_->program;
  const SeriesLayout& layout = machine_->layout;
  for (const SeriesProgram::Constant& constant : program.constants())
    put(constant.row, constant.value);
  for (const std::size_t i : constant_inputs_)
    put(program.input_row(i), inputs[i]);
  compute_first(levels_.at(static_cast<std::size_t>(SeriesLevel::constant)));
  for (std::size_t i = 0; i < program.operations().size(); ++i) {
    const SeriesOperation& o = program.operations()[i];
    if (o.kind == SeriesKind::scale) numbers_[layout.factor(i)] = o.s * numbers_[layout.first(o.b)];
    if (o.kind == SeriesKind::chain) numbers_[layout.factor(i)] = o.s * numbers_[layout.first(o.c)];
  }
  has_constants_ = true;
}

void MachineSeries::start(std::span<const double> inputs) {
  const SeriesProgram& program = *machine_->program;
  const SeriesLayout& layout = machine_->layout;
  ENSURE(inputs.size() == program.inputs());
  const auto is_same = [&](std::size_t i) { return numbers_[layout.first(program.input_row(i))] == inputs[i]; };
  if (!has_constants_ || !std::ranges::all_of(constant_inputs_, is_same)) set_constants(inputs);
  std::fill_n(&numbers_[layout.cleared()], layout.cleared_size(), 0.0);
  for (const std::size_t i : changing_inputs_)
    put(program.input_row(i), inputs[i]);
  stage_ = -3;
}

void MachineSeries::sweep(int stage, SeriesPart part) {
  poll(machine_->program->operations().size());
  for (std::size_t l = SeriesMachineCode::levels; l-- > 0;) {
    const auto level = static_cast<SeriesLevel>(l);
    const int order = stage + orders_ahead(level);
    if (order < 0 || (level == SeriesLevel::time && stage == stage_)) continue;
    if (order == 0)
      compute_first(levels_.at(l));
    else
      machine_->raise(l, numbers_, static_cast<std::size_t>(order), part);
  }
  stage_ = stage;
}

void MachineSeries::settle(int stage) {
  for (std::size_t l = SeriesMachineCode::levels; l-- > 0;) {
    const int ahead = orders_ahead(static_cast<SeriesLevel>(l));
    const int order = stage + ahead;
    const int above = machine_->order - 1 + ahead - order;
    const Convolutions& convolutions = machine_->convolutions.at(l);
    if (order < 1 || above < 1 || convolutions.all.empty()) continue;
    const std::size_t count = static_cast<std::size_t>(std::min(order, above));
    const std::size_t others = static_cast<std::size_t>(std::min(order - 1, above));
    machine_->settle(numbers_, static_cast<std::size_t>(order),
                     {convolutions.all.data(),
                      convolutions.products,
                      convolutions.all.size() - convolutions.products,
                      count,
                      {masks_of(count), masks_of(others)},
                      {eights(count), eights(others)}});
  }
}

class MachineSeriesProgram final : public SeriesExecutor {
public:
  explicit MachineSeriesProgram(std::shared_ptr<const SeriesMachine> machine) : machine_(std::move(machine)) {}
  [[nodiscard]] std::unique_ptr<SeriesEvaluation> evaluation() const override {
    return std::make_unique<MachineSeries>(machine_);
  }

private:
  std::shared_ptr<const SeriesMachine> machine_;
};

/// What the evaluations of a program share that is compiled when it has been worth while.
class SharedSeries {
public:
  SharedSeries(std::shared_ptr<const SeriesProgram> program, int order)
      : program_(std::move(program)),
        order_(order),
        interpreter_(interpreted_series(program_, order)),
        worthwhile_(worthwhile_series(program_->operations().size(), order)) {}

  [[nodiscard]] const SeriesExecutor& interpreter() const { return *interpreter_; }
  /// Counts a series that begins; null as long as the interpreter serves, or where there is nothing else.
  [[nodiscard]] const SeriesExecutor* machine_for_series() const {
    return series_.fetch_add(1, std::memory_order_relaxed) < worthwhile_ ? nullptr : machine();
  }
  /// For one that is made ready: the same, and nothing is counted.
  [[nodiscard]] const SeriesExecutor* machine_at_hand() const {
    return series_.load(std::memory_order_relaxed) <= worthwhile_ ? nullptr : machine();
  }

private:
  [[nodiscard]] const SeriesExecutor* machine() const {
    std::call_once(compiled_, [this] { machine_ = machine_series(program_, order_); });
    return machine_.get();
  }

  std::shared_ptr<const SeriesProgram> program_;
  int order_;
  std::shared_ptr<const SeriesExecutor> interpreter_;
  std::uint64_t worthwhile_;
  mutable std::atomic<std::uint64_t> series_ = 0;
  mutable std::once_flag compiled_;
  mutable std::shared_ptr<const SeriesExecutor> machine_;
};

class DeferredSeries final : public SeriesEvaluation {
public:
  explicit DeferredSeries(std::shared_ptr<const SharedSeries> shared) : shared_(std::move(shared)) {
    if (const SeriesExecutor* const machine = shared_->machine_at_hand())
      go_over_to(*machine);
    else
      take(shared_->interpreter());
  }

  void start(std::span<const double> inputs) override {
    if (!is_machine_)
      if (const SeriesExecutor* const machine = shared_->machine_for_series()) go_over_to(*machine);
    current_->start(inputs);
  }
  void sweep(int stage, SeriesPart part) override { current_->sweep(stage, part); }
  void settle(int stage) override { current_->settle(stage); }

private:
  void take(const SeriesExecutor& executor) {
    current_ = executor.evaluation();
    set_rows(rows_of(*current_));
  }
  void go_over_to(const SeriesExecutor& machine) {
    take(machine);
    is_machine_ = true;
  }

  std::shared_ptr<const SharedSeries> shared_;
  std::unique_ptr<SeriesEvaluation> current_;
  bool is_machine_ = false;
};

class DeferredSeriesProgram final : public SeriesExecutor {
public:
  DeferredSeriesProgram(const std::shared_ptr<const SeriesProgram>& program, int order)
      : shared_(std::make_shared<const SharedSeries>(program, order)) {}
  [[nodiscard]] std::unique_ptr<SeriesEvaluation> evaluation() const override {
    return std::make_unique<DeferredSeries>(shared_);
  }

private:
  std::shared_ptr<const SharedSeries> shared_;
};

} // namespace

std::shared_ptr<const SeriesExecutor> machine_series(const std::shared_ptr<const SeriesProgram>& program, int order,
                                                     Instructions instructions) {
  if (instructions == Instructions::none || !why_no_machine_code().empty() || order > highest_order) return nullptr;
  ENSURE(instructions <= best_instructions() && order >= 1);
  SeriesLayout layout(*program, order);
  std::optional<SeriesMachineCode> code = translate_series(*program, layout, instructions);
  if (!code) return nullptr;
  std::optional<CodeMemory> memory = CodeMemory::holding(code->bytes);
  if (!memory) return nullptr;
  const auto of = [&](SeriesLevel level) { return Convolutions(*program, layout, level); };
  std::array<Convolutions, SeriesMachineCode::levels> convolutions{of(SeriesLevel::force), of(SeriesLevel::rate),
                                                                   of(SeriesLevel::position), of(SeriesLevel::time)};
  return std::make_shared<const MachineSeriesProgram>(std::make_shared<const SeriesMachine>(
      SeriesMachine{program, order, std::move(layout), std::move(*code), std::move(*memory), std::move(convolutions)}));
}

std::shared_ptr<const SeriesExecutor> deferred_machine_series(const std::shared_ptr<const SeriesProgram>& program,
                                                              int order) {
  return std::make_shared<const DeferredSeriesProgram>(program, order);
}

std::uint64_t worthwhile_series(std::size_t operations, int order) {
  constexpr double interpreted_operation = 12e-9; // s, of one order with its share of convolutions
  constexpr double compiled_operation = 1e-6;
  constexpr double pages = 80e-6;
  const double spent = interpreted_operation * static_cast<double>(operations + 1) * static_cast<double>(order);
  return static_cast<std::uint64_t>((pages + compiled_operation * static_cast<double>(operations)) / spent);
}

} // namespace jit
} // namespace dalembert
