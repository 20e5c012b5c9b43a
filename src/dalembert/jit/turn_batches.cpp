#include <dalembert/jit/turn_batches.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace dalembert {
inline namespace jit {

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

/// Of many turns so many come together in small batches, before the first instruction that reads one.
constexpr std::size_t most_together = 32;

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

/// Where a value is read first, counted in places of the other instructions; a batch reads its angles where it can
/// begin.
std::vector<std::size_t> first_readers(const Tape& tape, const Phases& phases, const TurnBatches& order,
                                       std::span<const std::size_t> others) {
  std::vector<std::size_t> out(tape.values(), order.others.size());
  for (std::size_t place = order.others.size(); place-- > 0;)
    for_operands(tape.instructions()[order.others[place]], [&](std::uint32_t v) { out[v] = place; });
  for (const std::uint32_t k : order.turns) {
    std::size_t& reader = out[tape.instructions()[k].a];
    reader = std::min(reader, others[phases[k] + 1]);
  }
  return out;
}

/// For each turn the first reader of one of its results.
std::vector<std::size_t> readers_of_turns(const Tape& tape, std::span<const std::size_t> readers) {
  std::vector<std::size_t> out;
  out.reserve(tape.operations());
  std::size_t value = tape.first_result();
  for (const Instruction& i : tape.instructions()) {
    out.push_back(readers[value]);
    if (i.results() > 1) out.back() = std::min(out.back(), readers[value + 1]);
    value += i.results();
  }
  return out;
}

} // namespace

TurnBatches batch_turns(const Tape& tape, BatchSize size) {
  const Phases phases(tape);
  const std::size_t batches = phases.batches();
  TurnBatches out;
  const auto operation = [&tape](std::uint32_t k) { return tape.instructions()[k].operation; };
  const std::vector<std::size_t> others = sort_by(tape, batches + 1, out.others, [&](std::uint32_t k) {
    return is_turn(operation(k)) ? batches + 1 : std::size_t{phases[k]};
  });
  const std::vector<std::size_t> turns =
      sort_by(tape, batches, out.turns, [&](std::uint32_t k) { return is_turn(operation(k)) ? phases[k] : batches; });
  const std::vector<std::size_t> reader = readers_of_turns(tape, first_readers(tape, phases, out, others));
  for (std::size_t d = 0; d < batches; ++d) {
    const std::span<std::uint32_t> all = std::span(out.turns).subspan(turns[d], turns[d + 1] - turns[d]);
    const bool is_cut = size == BatchSize::small && all.size() > 2 * most_together;
    if (is_cut) std::ranges::sort(all, {}, [&](std::uint32_t k) { return std::pair(reader[k], k); });
    const std::size_t together = is_cut ? most_together : all.size();
    for (std::size_t first = 0; first < all.size(); first += together) {
      const std::span<std::uint32_t> part = all.subspan(first, std::min(together, all.size() - first));
      TurnBatch batch{others[d + 1], turns[d] + first};
      if (is_cut) batch.before = std::max(batch.before, reader[part.front()]);
      // By their angles: those that are inputs often stand one behind the other.
      std::ranges::sort(
          part, {}, [&](std::uint32_t k) { return std::tuple(group_of(operation(k)), tape.instructions()[k].a, k); });
      std::array<std::size_t, 3> sizes = {};
      for (const std::uint32_t k : part)
        ++sizes[group_of(operation(k))];
      batch.both = sizes[0];
      batch.sines = sizes[1];
      batch.cosines = sizes[2];
      out.batches.push_back(batch);
    }
  }
  std::ranges::stable_sort(out.batches, {}, &TurnBatch::before);
  return out;
}

} // namespace jit
} // namespace dalembert
