#include <dalembert/jit/extremes.h>
#include <dalembert/jit/turn_batches.h>

#include <limits>

namespace dalembert {
inline namespace jit {

Extremes::Extremes(const Tape& tape) : kinds_(tape.operations(), Kind::none) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> reads(tape.values(), 0);
  std::vector<std::uint32_t> relation(tape.values(), none); // the instruction that it is the result of
  std::uint32_t next = tape.first_result();
  for (std::uint32_t k = 0; k < tape.operations(); ++k) {
    const Instruction& i = tape.instructions()[k];
    for_operands(i, [&](std::uint32_t v) { ++reads[v]; });
    if (i.operation == Operation::less) relation[next] = k;
    next += i.results();
  }
  for (const std::uint32_t v : tape.output_values())
    ++reads[v];
  for (std::uint32_t k = 0; k < tape.operations(); ++k) {
    const Instruction& i = tape.instructions()[k];
    if (i.operation != Operation::select || relation[i.a] == none || reads[i.a] != 1) continue;
    const Instruction& less = tape.instructions()[relation[i.a]];
    const bool is_lesser = less.a == i.b && less.b == i.c;
    if (!is_lesser && !(less.a == i.c && less.b == i.b)) continue;
    kinds_[relation[i.a]] = Kind::relation;
    kinds_[k] = is_lesser ? Kind::lesser : Kind::greater;
  }
}

} // namespace jit
} // namespace dalembert
