#include <dalembert/jit/next_reads.h>

namespace dalembert::inline jit {

NextReads next_reads(const Tape& tape, const TurnBatches& order) {
  NextReads out{std::vector<std::uint32_t>(tape.values(), NextReads::never),
                std::vector<std::array<std::uint32_t, 3>>(order.others.size())};
  for (std::size_t p = order.others.size(); p-- > 0;) {
    const Instruction& i = tape.instructions()[order.others[p]];
    std::size_t j = 0;
    for_operands(i, [&](std::uint32_t v) { out.then[p][j++] = out.first[v]; });
    for_operands(i, [&](std::uint32_t v) { out.first[v] = static_cast<std::uint32_t>(p); });
  }
  return out;
}

} // namespace dalembert::inline jit
