#include <dalembert/jit/extremes.h>
#include <dalembert/jit/fuse_repetitions.h>
#include <dalembert/jit/instruction_writer.h>
#include <dalembert/jit/live_values.h>
#include <dalembert/jit/loop_plan.h>
#include <dalembert/jit/loop_writer.h>
#include <dalembert/jit/memory_plan.h>
#include <dalembert/jit/next_reads.h>
#include <dalembert/jit/repetitions.h>
#include <dalembert/jit/translate.h>
#include <dalembert/jit/turn_batches.h>
#include <dalembert/jit/turns.h>
#include <dalembert/jit/vector_assembler.h>
#include <dalembert/program/slots.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace jit {

namespace {

constexpr std::size_t most_values = std::size_t{1} << 26; ///< whose rows have numbers of 32 bits

/// The plan of the code of a tape: its instructions in order, loops and places in memory.
struct CodePlan {
  CodePlan(const Tape& tape, const Translating& how, BatchSize size)
      : order(batch_turns(tape, size)), extremes(tape), memory(tape, order, how.lanes) {}

  TurnBatches order;
  Extremes extremes;
  MemoryPlan memory;
  std::unique_ptr<const InstructionStream> stream; ///< where there are loops
  std::vector<Loop> loops;

  [[nodiscard]] std::vector<LoopPlaces> loop_places() const {
    std::vector<LoopPlaces> out;
    for (const Loop& loop : loops)
      out.push_back({loop.first(), loop.end()});
    return out;
  }
};

class Translation {
public:
  Translation(const Tape& tape, const Translating& how, CodePlan& plan)
      : tape_(tape),
        how_(how),
        plan_(plan),
        code_(how.instructions, how.lanes, expected_bytes(tape, plan)),
        slots_(plan.memory.planned_rows()),
        values_(next_reads(tape, plan.order, plan.loop_places()), plan.memory, slots_, code_, code_.registers()),
        writer_(tape.tables(), code_, values_) {}

  /// True where every offset that the code can hold fits an instruction.
  [[nodiscard]] bool fits() const {
    constexpr std::size_t largest_offset = std::numeric_limits<std::int32_t>::max();
    const std::size_t rows = memory().planned_rows() + tape_.values() + tape_.outputs() + SpecialConstants::numbers;
    return rows < largest_offset / (how_.lanes * sizeof(double));
  }

  MachineCode finish() {
    const auto frame = plan_.loops.empty() ? VectorAssembler::Frame::straight : VectorAssembler::Frame::with_loops;
    code_.begin(frame);
    std::size_t batch = 0;
    std::size_t loop = 0;
    for (std::uint32_t place = 0; place <= plan_.order.others.size(); ++place) {
      for (; batch < plan_.order.batches.size() && plan_.order.batches[batch].before == place; ++batch)
        translate_batch(batch);
      if (loop < plan_.loops.size() && plan_.loops[loop].first() == place) {
        translate_loop(loop);
        place = plan_.loops[loop++].end() - 1;
      } else if (place < plan_.order.others.size()) {
        const std::uint32_t k = plan_.order.others[place];
        writer_.write(tape_.instructions()[k], plan_.extremes.of(k), memory().result(k), place);
      }
    }
    for (std::uint32_t k = 0; k < tape_.outputs(); ++k)
      if (const std::uint32_t v = tape_.output_values()[k]; memory().is_copied(v))
        values_.copy({CodePlace::Area::outputs, k}, memory().home(v));
    code_.end(frame);
    return {{code_.code().begin(), code_.code().end()}, slots_.used(), memory().rows_of_turns()};
  }

private:
  static std::size_t expected_bytes(const Tape& tape, const CodePlan& plan) {
    // Memory is asked for once; what is not written costs nothing.
    constexpr std::size_t bytes_per_operation = 32;
    constexpr std::size_t bytes_around = 256;
    std::size_t operations = tape.operations();
    for (const Loop& loop : plan.loops)
      operations -= loop.body() * (loop.bodies() - 1);
    return bytes_per_operation * operations + bytes_around;
  }

  [[nodiscard]] const MemoryPlan& memory() const { return values_.memory(); }

  void translate_loop(std::size_t loop) {
    values_.empty_registers();
    LoopWriter(*plan_.stream, plan_.loops[loop], memory(), tape_.tables()).write(code_, slots_);
    values_.release_reads_of_loop(loop);
  }

  [[nodiscard]] std::uint32_t angle_of(const TurnBatch& batch, std::uint32_t j) const {
    return tape_.instructions()[plan_.order.turns[batch.first + j]].a;
  }

  /// True where the angles are inputs one behind the other, with others behind them that fill the last vector.
  [[nodiscard]] bool has_angles_in_place(const TurnBatch& batch) const {
    const std::uint32_t first = angle_of(batch, 0);
    const auto vectors = (batch.count() * how_.lanes + turn_padding - 1) / turn_padding;
    if (first < tape_.constants().size() || first + vectors * turn_padding / how_.lanes > tape_.first_result())
      return false;
    for (std::uint32_t j = 1; j < batch.count(); ++j)
      if (angle_of(batch, j) != first + j) return false;
    return true;
  }

  void translate_batch(std::size_t b) {
    const TurnBatch& batch = plan_.order.batches[b];
    const MemoryPlan::Rows& rows = memory().rows(b);
    constexpr auto workspace = CodePlace::Area::workspace;
    values_.empty_registers();
    const bool is_in_place = has_angles_in_place(batch);
    for (std::uint32_t j = 0; j < batch.count() && !is_in_place; ++j)
      if (const std::uint32_t angle = angle_of(batch, j); memory().is_copied(angle))
        values_.copy({workspace, rows.angles + j}, memory().home(angle));
    code_.address_argument(0, is_in_place ? memory().home(angle_of(batch, 0)) : CodePlace{workspace, rows.angles});
    code_.address_argument(1, {workspace, rows.sines});
    code_.address_argument(2, {workspace, rows.cosines});
    const std::size_t count = batch.count() * how_.lanes;
    code_.integer_argument(3, count);
    code_.call(reinterpret_cast<const void*>(turn_function(how_.instructions, count)));
  }

  const Tape& tape_;
  Translating how_;
  const CodePlan& plan_;
  VectorAssembler code_;
  Slots slots_;
  LiveValues values_;
  InstructionWriter writer_;
};

/// Loops have their sines and cosines in one batch, which leaves the first cache before they are read. Of one lane that
/// costs nothing; of several each turn costs what 50 instructions save that are fetched from a loop.
bool may_have_loops(const Tape& tape, const Translating& how) {
  constexpr std::size_t instructions_for_a_turn = 50;
  if (tape.operations() <= how.longest_straight) return false;
  const auto turns = static_cast<std::size_t>(
      std::ranges::count_if(tape.instructions(), [](const Instruction& i) { return is_turn(i.operation); }));
  return how.lanes == 1 || tape.operations() > instructions_for_a_turn * turns;
}

template <typename Parts>
bool are_most(const Tape& tape, const Parts& parts) {
  std::size_t instructions = 0;
  for (const auto& part : parts)
    instructions += part.end() - part.first;
  return 2 * instructions > tape.operations();
}

/// A plan with loops where they make up most of the code, else nothing.
std::unique_ptr<CodePlan> plan_with_loops(const Tape& tape, const Translating& how) {
  auto out = std::make_unique<CodePlan>(tape, how, BatchSize::any);
  const auto make_stream = [&] {
    out->stream = std::make_unique<const InstructionStream>(tape, out->order, out->extremes, out->memory);
  };
  make_stream();
  std::vector<Repetition> repetitions = find_repetitions(*out->stream);
  if (!are_most(tape, repetitions)) return nullptr;
  if (std::vector<std::uint32_t> fused = fused_order(*out->stream, out->order, repetitions);
      fused != out->order.others) {
    out->order.others = std::move(fused);
    make_stream();
    repetitions = find_repetitions(*out->stream);
    if (!are_most(tape, repetitions)) return nullptr;
  }
  out->loops = plan_loops(tape, out->order, *out->stream, repetitions, out->memory);
  const auto has_pointers = [&](const Loop& loop) {
    return pointers_of(*out->stream, loop).size() <= VectorAssembler::most_pointers;
  };
  return std::ranges::all_of(out->loops, has_pointers) ? std::move(out) : nullptr;
}

} // namespace

std::optional<MachineCode> translate(const Tape& tape, const Translating& how) {
  if (tape.values() > most_values) return std::nullopt;
  std::unique_ptr<CodePlan> plan;
  if (may_have_loops(tape, how)) plan = plan_with_loops(tape, how);
  if (!plan) plan = std::make_unique<CodePlan>(tape, how, BatchSize::small);
  Translation translation(tape, how, *plan);
  if (!translation.fits()) return std::nullopt;
  return translation.finish();
}

std::vector<double> constants_in_lanes(const Tape& tape, std::size_t lanes) {
  std::vector<double> out;
  out.reserve(SpecialConstants::numbers + lanes * tape.constants().size());
  for (std::size_t c = 0; c < SpecialConstants::count; ++c)
    out.insert(out.end(), SpecialConstants::copies, SpecialConstants::value(c));
  for (const double c : tape.constants())
    out.insert(out.end(), lanes, c);
  return out;
}

} // namespace jit
} // namespace dalembert
