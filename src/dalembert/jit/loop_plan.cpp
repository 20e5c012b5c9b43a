#include <dalembert/base/errors.h>
#include <dalembert/jit/free_rows.h>
#include <dalembert/jit/loop_plan.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace dalembert {
inline namespace jit {

namespace {

constexpr std::uint32_t shortest_body = 64; ///< instructions beside which moving the pointers on costs little

std::uint32_t rounds_in_body(const Repetition& rounds) {
  const std::uint32_t wanted = (shortest_body + rounds.period - 1) / rounds.period;
  return std::clamp(wanted, std::uint32_t{1}, rounds.count / 4);
}

/// What bodies read of those before, from the second body, whose sources all lie in the first one or before it.
std::vector<Loop::Carried> carried_values(const InstructionStream& stream, const Loop& loop) {
  std::vector<Loop::Carried> out;
  const std::int64_t begin = std::int64_t{loop.first()} + loop.body();
  std::vector<std::uint32_t> furthest(loop.body(), 0);
  for (std::uint32_t b = 0; b < loop.body(); ++b) {
    const auto operands = stream.operands(loop.first() + loop.body() + b);
    for (std::uint32_t j = 0; j < operands.count; ++j) {
      if (operand_kind(stream, loop.rounds, b % loop.rounds.period, j) != OperandKind::internal) continue;
      const std::int64_t before = begin - stream.place_of(operands.values[j]);
      if (before <= 0) continue;
      const auto back = static_cast<std::uint32_t>((before + loop.body() - 1) / loop.body());
      const auto offset = static_cast<std::uint32_t>(back * loop.body() - before);
      furthest[offset] = std::max(furthest[offset], back);
    }
  }
  for (std::uint32_t offset = 0; offset < loop.body(); ++offset)
    for (std::uint32_t back = 1; back <= furthest[offset]; ++back)
      out.push_back({offset, back});
  return out;
}

/// Gives rows to values that leave loops.
class Leaving {
public:
  Leaving(const InstructionStream& stream, MemoryPlan& memory, std::vector<Loop>& loops, const FreeRows& free_rows)
      : stream_(stream),
        memory_(memory),
        loops_(loops),
        free_rows_(free_rows),
        loop_of_(stream.size(), none),
        kept_(stream.size(), false) {
    for (std::uint32_t l = 0; l < loops.size(); ++l)
      std::fill(loop_of_.begin() + loops[l].first(), loop_of_.begin() + loops[l].rounds.end(), l);
  }

  void run() {
    for (std::uint32_t place = 0; place < stream_.size(); ++place) {
      const auto operands = stream_.operands(place);
      for (std::uint32_t j = 0; j < operands.count; ++j)
        note_read(place, j, stream_.place_of(operands.values[j]));
    }
    give_rows();
    give_exits();
  }

private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  void note_read(std::uint32_t reader, std::uint32_t j, std::uint32_t written) {
    if (written == InstructionStream::no_place || loop_of_[written] == none) return;
    const Loop& loop = loops_[loop_of_[written]];
    const bool is_loop_itself = loop_of_[reader] == loop_of_[written];
    if (is_loop_itself && reader < loop.end()) return;
    const bool is_of_loop = written < loop.end(); // the rounds behind are written one by one
    if (kept_[loop.first() + offset_of(loop, written)]) return;
    if (is_moving(reader, j) || (is_of_loop && !is_carried_out(loop, written)))
      kept_[loop.first() + offset_of(loop, written)] = true;
  }

  /// True where rounds of a loop read one value after the other.
  [[nodiscard]] bool is_moving(std::uint32_t reader, std::uint32_t j) const {
    if (loop_of_[reader] == none) return false;
    const Repetition& rounds = loops_[loop_of_[reader]].rounds;
    return operand_kind(stream_, rounds, (reader - rounds.first) % rounds.period, j) == OperandKind::moving;
  }

  [[nodiscard]] static std::uint32_t offset_of(const Loop& loop, std::uint32_t place) {
    return (place - loop.first()) % loop.rounds.period;
  }
  [[nodiscard]] static bool is_carried_out(const Loop& loop, std::uint32_t place) {
    const std::uint32_t before = loop.end() - place;
    const std::uint32_t back = (before + loop.body() - 1) / loop.body();
    return std::ranges::find(loop.carried, Loop::Carried{back * loop.body() - before, back}) != loop.carried.end();
  }

  /// A row in each round for each kept result that is not written elsewhere: one that is free then, or new ones; the
  /// new rows of a round stand together.
  void give_rows() {
    std::vector<MemoryPlan::Store> stores;
    for (const Loop& loop : loops_) {
      const Repetition& rounds = loop.rounds;
      std::vector<FreeRows::Reader> readers = free_rows_.last_readers(rounds);
      std::vector<std::uint32_t> offsets;
      for (std::uint32_t b = 0; b < rounds.period; ++b) {
        const bool is_written = !memory_.stores(stream_.result(loop.first() + b)).empty();
        if (is_written) set_homes_of_stores(rounds, b);
        if (is_written || !kept_[loop.first() + b]) continue;
        const auto before = std::ranges::find_if(readers, [b](const FreeRows::Reader& r) { return r.offset <= b; });
        if (before == readers.end()) {
          offsets.push_back(b);
          continue;
        }
        for (std::uint32_t r = 0; r < rounds.count; ++r) {
          const std::uint32_t read = stream_.operands(rounds.place(r, before->offset)).values[before->operand];
          give(stream_.result(rounds.place(r, b)), memory_.home(read), stores);
        }
        readers.erase(before);
      }
      const auto width = static_cast<std::uint32_t>(offsets.size());
      const std::uint32_t first = memory_.add_rows(width * rounds.count);
      for (std::uint32_t r = 0; r < rounds.count; ++r)
        for (std::uint32_t k = 0; k < width; ++k)
          give(stream_.result(rounds.place(r, offsets[k])), {CodePlace::Area::workspace, first + r * width + k},
               stores);
    }
    memory_.add_stores(stores);
  }
  void give(std::uint32_t value, CodePlace row, std::vector<MemoryPlan::Store>& stores) {
    stores.emplace_back(value, row);
    memory_.set_home(value, row);
  }
  void set_homes_of_stores(const Repetition& rounds, std::uint32_t offset) {
    for (std::uint32_t r = 0; r < rounds.count; ++r) {
      const std::uint32_t value = stream_.result(rounds.place(r, offset));
      memory_.set_home(value, memory_.stores(value).front());
    }
  }

  void give_exits() {
    for (Loop& loop : loops_)
      for (const Loop::Carried& carried : loop.carried) {
        const std::uint32_t value = carried_value(stream_, loop, carried, loop.bodies());
        loop.exits.emplace_back();
        if (!memory_.home(value).is_none()) continue;
        loop.exits.back() = {CodePlace::Area::workspace, memory_.add_rows(1)};
        memory_.set_home(value, loop.exits.back());
      }
  }

  const InstructionStream& stream_;
  MemoryPlan& memory_;
  std::vector<Loop>& loops_;
  const FreeRows& free_rows_;
  std::vector<std::uint32_t> loop_of_; ///< of each place
  std::vector<bool> kept_;             ///< by the place in the first round
};

} // namespace

std::uint32_t carried_value(const InstructionStream& stream, const Loop& loop, const Loop::Carried& carried,
                            std::uint32_t body) {
  const std::uint32_t place = loop.first() + body * loop.body() + carried.offset - carried.back * loop.body();
  return stream.result(place);
}

CodePlace moving_place(CodePlace first, CodePlace second) {
  ENSURE(!first.is_none() && first.area == second.area);
  const std::int64_t stride = std::int64_t{second.index} - std::int64_t{first.index};
  return {first.area, first.index, static_cast<std::int32_t>(stride)};
}

std::vector<VectorAssembler::Pointer> pointers_of(const InstructionStream& stream, const Loop& loop) {
  std::vector<VectorAssembler::Pointer> out;
  const auto add = [&out](CodePlace first, CodePlace second) {
    const CodePlace place = moving_place(first, second);
    const VectorAssembler::Pointer pointer{place.area, place.stride};
    if (place.stride != 0 && std::ranges::find(out, pointer) == out.end()) out.push_back(pointer);
  };
  const MemoryPlan& memory = stream.memory();
  for (std::uint32_t place = loop.first(); place < loop.first() + loop.body(); ++place) {
    const auto first = stream.operands(place);
    const auto second = stream.operands(place + loop.body());
    const std::uint32_t offset = (place - loop.first()) % loop.rounds.period;
    for (std::uint32_t j = 0; j < first.count; ++j)
      if (operand_kind(stream, loop.rounds, offset, j) == OperandKind::moving)
        add(memory.home(first.values[j]), memory.home(second.values[j]));
    const auto stores = [&](std::uint32_t at) { return memory.stores(stream.result(at)); };
    for (std::size_t k = 0; k < stores(place).size(); ++k)
      add(stores(place)[k], stores(place + loop.body())[k]);
  }
  return out;
}

std::vector<Loop> plan_loops(const Tape& tape, const TurnBatches& order, const InstructionStream& stream,
                             std::span<const Repetition> repetitions, MemoryPlan& memory) {
  std::vector<Loop> out;
  for (const Repetition& rounds : repetitions) {
    Loop loop{rounds, rounds_in_body(rounds)};
    loop.carried = carried_values(stream, loop);
    out.push_back(std::move(loop));
  }
  Leaving(stream, memory, out, FreeRows(tape, order, stream, repetitions)).run();
  return out;
}

} // namespace jit
} // namespace dalembert
