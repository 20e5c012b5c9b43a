#include <dalembert/base/errors.h>
#include <dalembert/jit/instruction_writer.h>
#include <dalembert/jit/loop_writer.h>
#include <dalembert/jit/next_reads.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace jit {

namespace {

constexpr int kept_for_bodies = 8; ///< registers that no value from an earlier body has at the edge

} // namespace

LoopWriter::LoopWriter(const InstructionStream& stream, const Loop& loop, const MemoryPlan& memory,
                       const Tape::Tables& tables)
    : stream_(stream), loop_(loop), memory_(memory), tables_(tables), homes_(loop.carried.size() + loop.body()) {
  for (std::uint32_t b = 0; b < loop.body(); ++b) {
    Instruction i = stream.at(loop.first() + b);
    const std::uint32_t count = stream.operands(loop.first() + b).count;
    i.a = local(b, 0);
    if (count > 1) i.b = local(b, 1);
    if (count > 2) i.c = local(b, 2);
    instructions_.push_back(i);
    add_stores(b);
  }
  for (const Loop::Carried& c : loop.carried)
    sources_.push_back(c.back == 1 ? result(c.offset) : carried(c.offset, c.back - 1));
}

std::uint32_t LoopWriter::result(std::uint32_t offset) const {
  return static_cast<std::uint32_t>(loop_.carried.size()) + offset;
}

std::uint32_t LoopWriter::carried(std::uint32_t offset, std::uint32_t back) const {
  const auto found = std::ranges::find(loop_.carried, Loop::Carried{offset, back});
  ENSURE(found != loop_.carried.end());
  return static_cast<std::uint32_t>(found - loop_.carried.begin());
}

/// The number of an operand among the values of the body.
std::uint32_t LoopWriter::local(std::uint32_t offset, std::uint32_t operand) {
  const std::uint32_t first = stream_.operands(loop_.first() + offset).values[operand];
  const std::uint32_t second = stream_.operands(loop_.first() + loop_.body() + offset).values[operand];
  if (operand_kind(stream_, loop_.rounds, offset % loop_.rounds.period, operand) != OperandKind::internal)
    return external(first, second);
  const std::uint32_t place = stream_.place_of(first);
  if (place >= loop_.first()) return result(place - loop_.first());
  const std::uint32_t before = loop_.first() - place;
  const std::uint32_t back = (before + loop_.body() - 1) / loop_.body();
  return carried(back * loop_.body() - before, back);
}

std::uint32_t LoopWriter::external(std::uint32_t in_first_body, std::uint32_t in_second_body) {
  const std::uint64_t key = std::uint64_t{in_first_body} << 32 | in_second_body;
  const auto [found, is_new] = externals_.emplace(key, static_cast<std::uint32_t>(homes_.size()));
  if (is_new) homes_.push_back(moving_place(memory_.home(in_first_body), memory_.home(in_second_body)));
  return found->second;
}

void LoopWriter::add_stores(std::uint32_t offset) {
  const std::span<const CodePlace> first = memory_.stores(stream_.result(loop_.first() + offset));
  const std::span<const CodePlace> second = memory_.stores(stream_.result(loop_.first() + loop_.body() + offset));
  ENSURE(first.size() == second.size());
  for (std::size_t k = 0; k < first.size(); ++k)
    stores_.emplace_back(result(offset), moving_place(first[k], second[k]));
}

/// What is carried stands in registers at the edge; where there is too much, what is read last stands in memory.
std::vector<LoopWriter::Edge> LoopWriter::edges(int registers, const NextReads& reads, Slots& slots) const {
  const std::size_t count = loop_.carried.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&reads](std::size_t c) { return reads.first[c]; });
  std::vector<Edge> out(count);
  int next = 0;
  for (const std::size_t c : order) {
    if (next < registers - kept_for_bodies)
      out[c].in_register = next++;
    else
      out[c].row = {CodePlace::Area::workspace, slots.take()};
  }
  // What comes from a row goes to a row: rows are passed on before registers.
  for (std::size_t c = 1; c < count; ++c)
    if (loop_.carried[c].back > 1 && out[c - 1].in_register < 0 && out[c].in_register >= 0)
      out[c] = {-1, {CodePlace::Area::workspace, slots.take()}};
  return out;
}

void LoopWriter::write(VectorAssembler& code, Slots& slots) const {
  const NextReads reads = next_reads(instructions_, homes_.size(), sources_);
  std::vector<Edge> at_edge = edges(code.registers(), reads, slots);
  // Where a body leaves its results is where the next one best finds them.
  constexpr int attempts = 4;
  std::vector<Edge> best = at_edge;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (int attempt = 0; attempt < attempts && fewest > 0; ++attempt) {
    VectorAssembler draft(code.instructions(), code.lanes(), bytes_per_instruction * instructions_.size());
    Slots slots_of_draft = slots;
    const Outcome outcome = write_loop(draft, slots_of_draft, reads, at_edge);
    if (outcome.moves < fewest) {
      fewest = outcome.moves;
      best = at_edge;
    }
    take_over(outcome, at_edge);
  }
  write_loop(code, slots, reads, best);
  for (const Edge& edge : best)
    if (edge.in_register < 0) slots.give_back(edge.row.index);
}

/// Gives each carried value the register in which its source was at the end, or one of those that are left.
void LoopWriter::take_over(const Outcome& outcome, std::vector<Edge>& edges) {
  std::uint32_t taken = 0;
  for (std::size_t c = 0; c < edges.size(); ++c)
    if (edges[c].in_register >= 0 && outcome.registers[c] >= 0) {
      edges[c].in_register = outcome.registers[c];
      taken |= std::uint32_t{1} << edges[c].in_register;
    }
  int next = 0;
  for (std::size_t c = 0; c < edges.size(); ++c) {
    if (edges[c].in_register < 0 || outcome.registers[c] >= 0) continue;
    while ((taken >> next & 1) != 0)
      ++next;
    edges[c].in_register = next++;
  }
}

LoopWriter::Outcome LoopWriter::write_loop(VectorAssembler& code, Slots& slots, const NextReads& reads,
                                           std::span<const Edge> edges) const {
  std::vector<CodePlace> homes = homes_;
  for (std::size_t c = 0; c < edges.size(); ++c)
    homes[c] = edges[c].row;
  MemoryPlan memory(std::move(homes), stores_, memory_.planned_rows());
  // One register stays free to pass rows on.
  const bool has_rows = std::ranges::any_of(edges, [](const Edge& edge) { return edge.in_register < 0; });
  const int spare = code.registers() - 1;
  LiveValues values(reads, memory, slots, code, has_rows ? spare : code.registers());

  const auto entry = [this](std::size_t c) { return memory_.home(carried_value(stream_, loop_, loop_.carried[c], 0)); };
  for (std::size_t c = 0; c < edges.size(); ++c)
    if (edges[c].in_register < 0) {
      code.load(spare, entry(c));
      code.store(edges[c].row, spare);
    }
  for (std::size_t c = 0; c < edges.size(); ++c)
    if (edges[c].in_register >= 0) {
      code.load(edges[c].in_register, entry(c));
      values.put(static_cast<std::uint32_t>(c), edges[c].in_register);
    }

  code.begin_loop(pointers_of(stream_, loop_), loop_.bodies());
  InstructionWriter writer(tables_, code, values);
  for (std::uint32_t b = 0; b < loop_.body(); ++b)
    writer.write(instructions_[b], stream_.kind(loop_.first() + b), result(b), b);
  Outcome outcome = pass_on(code, values, edges);
  code.end_loop();
  values.give_back_slots();

  for (std::size_t c = 0; c < edges.size(); ++c) {
    if (loop_.exits[c].is_none()) continue;
    if (edges[c].in_register < 0) code.load(spare, edges[c].row);
    code.store(loop_.exits[c], edges[c].in_register < 0 ? spare : edges[c].in_register);
  }
  return outcome;
}

/// Brings the sources to where the next body reads them.
LoopWriter::Outcome LoopWriter::pass_on(VectorAssembler& code, const LiveValues& values,
                                        std::span<const Edge> edges) const {
  struct Move {
    int to;
    int from;
  };
  Outcome out;
  std::vector<Move> moves;
  std::vector<std::pair<int, CodePlace>> loads;
  for (const std::uint32_t source : sources_)
    out.registers.push_back(values.anywhere(source).in_register);
  const int spare = code.registers() - 1;
  for (std::size_t c = edges.size(); c-- > 0;) { // what is further back first: it may come from the next row
    const CodeOperand from = values.anywhere(sources_[c]);
    if (edges[c].in_register < 0) {
      if (from.in_register < 0) code.load(spare, from.place);
      code.store(edges[c].row, from.in_register < 0 ? spare : from.in_register);
    } else if (from.in_register < 0) {
      loads.emplace_back(edges[c].in_register, from.place);
    } else if (from.in_register != edges[c].in_register) {
      moves.push_back({edges[c].in_register, from.in_register});
    }
  }
  out.moves = moves.size() + loads.size();
  int aside = 0; // a register that nothing passes through
  while (std::ranges::find(edges, aside, &Edge::in_register) != edges.end())
    ++aside;
  while (!moves.empty()) {
    const auto is_free = [&](const Move& m) { return std::ranges::find(moves, m.to, &Move::from) == moves.end(); };
    auto next = std::ranges::find_if(moves, is_free);
    if (next == moves.end()) { // a circle
      code.move(aside, moves.back().from);
      moves.back().from = aside;
      continue;
    }
    code.move(next->to, next->from);
    moves.erase(next);
  }
  for (const auto& [to, place] : loads)
    code.load(to, place);
  return out;
}

} // namespace jit
} // namespace dalembert
