#include <dalembert/jit/next_reads.h>

namespace dalembert {
inline namespace jit {

namespace {

/// Goes through a program from its end to its begin.
class Backwards {
public:
  Backwards(std::size_t values, std::size_t places)
      : reads_{std::vector<std::uint32_t>(values, NextReads::never),
               std::vector<std::array<std::uint32_t, 3>>(places),
               {}} {}

  void read_behind(std::uint32_t value, std::size_t place) { reads_.first[value] = static_cast<std::uint32_t>(place); }
  void pass(const Instruction& i, std::size_t place) {
    std::size_t j = 0;
    for_operands(i, [&](std::uint32_t v) { reads_.then[place][j++] = reads_.first[v]; });
    for_operands(i, [&](std::uint32_t v) { read_behind(v, place); });
  }
  NextReads& reads() { return reads_; }

private:
  NextReads reads_;
};

} // namespace

NextReads next_reads(const Tape& tape, const TurnBatches& order, std::span<const LoopPlaces> loops) {
  Backwards back(tape.values(), order.others.size());
  back.reads().of_loops.resize(loops.size());
  std::size_t loop = loops.size();
  for (std::size_t p = order.others.size(); p-- > 0;) {
    if (loop > 0 && p < loops[loop - 1].end) {
      const std::uint32_t begin = loops[--loop].begin;
      std::vector<NextReads::Read>& reads = back.reads().of_loops[loop];
      for (++p; p-- > begin;)
        for_operands(tape.instructions()[order.others[p]], [&](std::uint32_t v) {
          if (back.reads().first[v] == begin) return;
          reads.push_back({v, back.reads().first[v]});
          back.read_behind(v, begin);
        });
      p = begin;
      continue;
    }
    back.pass(tape.instructions()[order.others[p]], p);
  }
  return std::move(back.reads());
}

NextReads next_reads(std::span<const Instruction> instructions, std::size_t values,
                     std::span<const std::uint32_t> kept) {
  Backwards back(values, instructions.size());
  for (const std::uint32_t v : kept)
    back.read_behind(v, instructions.size());
  for (std::size_t p = instructions.size(); p-- > 0;)
    back.pass(instructions[p], p);
  return std::move(back.reads());
}

} // namespace jit
} // namespace dalembert
