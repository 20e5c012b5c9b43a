#include <dalembert/jit/turn_batches.h>

#include <algorithm>
#include <numeric>

namespace dalembert::inline jit {

namespace {

/// For each value how many turns stand above one another below it, and for each instruction the batch before which it
/// has to be done.
class Phases {
public:
  explicit Phases(const Tape& tape)
      : tape_(tape), depth_(tape.values(), 0), phase_(tape.operations()), writer_(tape.values(), 0) {
    find_depths();
    find_phases();
  }

  [[nodiscard]] std::size_t batches() const { return batches_; }
  /// Of a turn: its batch. Of another instruction: the first batch that needs it, `batches()` where none does.
  [[nodiscard]] std::uint32_t operator[](std::size_t instruction) const { return phase_[instruction]; }

private:
  void find_depths() {
    std::uint32_t next = tape_.first_result();
    for (std::uint32_t k = 0; k < tape_.operations(); ++k) {
      const Instruction& i = tape_.instructions()[k];
      std::uint32_t depth = 0;
      for_operands(i, [&](std::uint32_t v) { depth = std::max(depth, depth_[v]); });
      if (is_turn(i.operation)) batches_ = std::max(batches_, ++depth);
      for (std::uint32_t r = 0; r < i.results(); ++r) {
        writer_[next] = k;
        depth_[next++] = depth;
      }
    }
  }

  void find_phases() {
    std::fill(phase_.begin(), phase_.end(), batches_);
    for (std::size_t k = tape_.operations(); k-- > 0;) {
      const Instruction& i = tape_.instructions()[k];
      if (is_turn(i.operation)) phase_[k] = depth_[i.a];
      for_operands(i, [&](std::uint32_t v) {
        if (v < tape_.first_result()) return;
        std::uint32_t& needed = phase_[writer_[v]];
        needed = std::min(needed, phase_[k]);
      });
    }
  }

  const Tape& tape_;
  std::vector<std::uint32_t> depth_;
  std::vector<std::uint32_t> phase_;
  std::vector<std::uint32_t> writer_;
  std::uint32_t batches_ = 0;
};

/// Groups 0, 1, 2 of a batch.
std::size_t group_of(Operation turn) {
  return turn == Operation::sincos ? 0 : turn == Operation::sin ? 1 : 2;
}

/// Sorts the numbers of those instructions that have a key, by their keys; equal keys in their order. Returns where
/// each key begins.
template <typename Key>
std::vector<std::size_t> sort_by(const Tape& tape, std::size_t keys, std::vector<std::uint32_t>& out, Key&& key) {
  std::vector<std::size_t> begin(keys + 1, 0);
  for (std::uint32_t k = 0; k < tape.operations(); ++k)
    if (const std::size_t of = key(k); of < keys) ++begin[of + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  out.resize(begin.back());
  std::vector<std::size_t> next = begin;
  for (std::uint32_t k = 0; k < tape.operations(); ++k)
    if (const std::size_t of = key(k); of < keys) out[next[of]++] = k;
  return begin;
}

} // namespace

TurnBatches batch_turns(const Tape& tape) {
  const Phases phases(tape);
  const std::size_t batches = phases.batches();
  constexpr std::size_t groups = 3;
  TurnBatches out;
  const auto operation = [&tape](std::uint32_t k) { return tape.instructions()[k].operation; };
  const std::vector<std::size_t> others = sort_by(tape, batches + 1, out.others, [&](std::uint32_t k) {
    return is_turn(operation(k)) ? batches + 1 : std::size_t{phases[k]};
  });
  const std::vector<std::size_t> turns = sort_by(tape, groups * batches, out.turns, [&](std::uint32_t k) {
    return is_turn(operation(k)) ? groups * phases[k] + group_of(operation(k)) : groups * batches;
  });
  for (std::size_t d = 0; d < batches; ++d) {
    const auto size = [&](std::size_t group) { return turns[groups * d + group + 1] - turns[groups * d + group]; };
    // By their angles: those that are inputs often stand one behind the other.
    for (std::size_t group = groups * d; group < groups * (d + 1); ++group)
      std::sort(out.turns.begin() + static_cast<std::ptrdiff_t>(turns[group]),
                out.turns.begin() + static_cast<std::ptrdiff_t>(turns[group + 1]),
                [&tape](std::uint32_t a, std::uint32_t b) {
                  return std::pair(tape.instructions()[a].a, a) < std::pair(tape.instructions()[b].a, b);
                });
    out.batches.push_back({others[d + 1], turns[groups * d], size(0), size(1), size(2)});
  }
  return out;
}

} // namespace dalembert::inline jit
