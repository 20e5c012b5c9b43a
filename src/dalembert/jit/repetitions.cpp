#include <dalembert/jit/repetitions.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace dalembert {
inline namespace jit {

bool is_call(const Instruction& i) {
  switch (i.operation) {
  case Operation::unary:
    return i.function() != Function::abs;
  case Operation::binary:
  case Operation::exp:
  case Operation::table:
    return true;
  default:
    return false;
  }
}

InstructionStream::InstructionStream(const Tape& tape, const TurnBatches& order, const Extremes& extremes,
                                     const MemoryPlan& memory)
    : tape_(tape), order_(order), extremes_(extremes), memory_(memory), place_of_(tape.values(), no_place) {
  for (std::uint32_t place = 0; place < size(); ++place)
    place_of_[result(place)] = place;
  steps_.reserve(size());
  for (std::uint32_t place = 0; place < size(); ++place)
    steps_.push_back(step(place));
}

InstructionStream::Step InstructionStream::step(std::uint32_t place) const {
  Step out{static_cast<std::uint64_t>(at(place).operation) << 8 | static_cast<std::uint64_t>(kind(place)), {}};
  std::size_t positions = 0;
  const auto add = [&](Position at) {
    constexpr std::uint64_t areas = 8;
    out.shape = out.shape * areas + static_cast<std::uint64_t>(at.area);
    out.positions[positions++] = static_cast<std::uint32_t>(at.index);
  };
  for_operands(at(place), [&](std::uint32_t v) { add(position(v)); });
  const std::span<const CodePlace> stores = memory_.stores(result(place));
  if (stores.size() > most_stores) out.shape = ~std::uint64_t{place}; // like no other
  for (std::size_t k = 0; k < std::min(stores.size(), most_stores); ++k)
    add({stores[k].area, stores[k].index});
  out.shape = out.shape << 8 | stores.size();
  return out;
}

bool InstructionStream::moves_on(std::uint32_t place, std::uint32_t period) const {
  const auto& now = steps_[place].positions;
  const auto& before = steps_[place - period].positions;
  const auto& long_before = steps_[place - 2 * period].positions;
  std::uint32_t out = 0;
  for (std::size_t j = 0; j < now.size(); ++j) // exact, whatever overflows
    out |= now[j] - before[j] - (before[j] - long_before[j]);
  return out == 0;
}

InstructionStream::Position InstructionStream::position(std::uint32_t value) const {
  if (place_of_[value] != no_place) return {CodePlace::Area::none, place_of_[value]};
  const CodePlace home = memory_.home(value);
  return {home.area, home.index};
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> InstructionStream::parts() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  std::size_t batch = 0;
  std::uint32_t begin = 0;
  for (std::uint32_t place = 0; place <= size(); ++place) {
    bool is_cut = place == size();
    for (; batch < order_.batches.size() && order_.batches[batch].before == place; ++batch)
      is_cut = true;
    if (is_cut && begin < place) out.emplace_back(std::exchange(begin, place), place);
    if (place == size() || !is_call(at(place))) continue;
    if (begin < place) out.emplace_back(begin, place);
    begin = place + 1;
  }
  return out;
}

OperandKind operand_kind(const InstructionStream& stream, const Repetition& repetition, std::uint32_t offset,
                         std::uint32_t operand) {
  const std::uint32_t first = repetition.first + offset;
  const auto in_round = [&](std::uint32_t r) {
    return stream.position(stream.operands(first + r * repetition.period).values[operand]);
  };
  const InstructionStream::Position at = in_round(0);
  const std::int64_t step = in_round(1).index - at.index;
  if (step == 0) return OperandKind::fixed;
  const std::int64_t oldest = std::int64_t{repetition.first} - std::int64_t{most_rounds_back} * repetition.period;
  const bool is_internal = at.area == CodePlace::Area::none && step == repetition.period && at.index >= oldest;
  return is_internal ? OperandKind::internal : OperandKind::moving;
}

namespace {

constexpr std::uint32_t fewest_rounds = 8;
constexpr std::uint32_t fewest_instructions = 80; ///< of all rounds
constexpr std::uint32_t alike_at_first = 8;       ///< instructions that must be alike to begin with

class RepetitionSearch {
public:
  explicit RepetitionSearch(const InstructionStream& stream)
      : stream_(stream), repetition_of_(stream.size(), none), work_left_(effort * stream.size()) {}

  std::vector<Repetition> run() {
    for (const auto& [begin, end] : stream_.parts())
      search(begin, end);
    return std::move(found_);
  }

private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t effort = 32; ///< comparisons for each instruction

  [[nodiscard]] std::uint64_t shape_from(std::uint32_t place) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t out = 0;
    for (std::uint32_t k = place; k < place + alike_at_first; ++k)
      out = (out ^ stream_.shape(k)) * odd;
    return out ^ out >> 32;
  }

  /// Where a few instructions are like some before, a round may have passed between them.
  void search(std::uint32_t begin, std::uint32_t end) {
    if (end - begin < fewest_instructions) return;
    constexpr std::size_t places = std::size_t{1} << 14;
    std::vector<std::uint32_t> last(places, none);
    std::uint32_t free_from = begin; // what is before belongs to a repetition
    for (std::uint32_t place = begin; place + alike_at_first <= end; ++place) {
      std::uint32_t& before = last[shape_from(place) % places];
      const std::uint32_t first = std::exchange(before, place);
      if (first == none || first < free_from || work_left_ == 0) continue;
      std::uint32_t reached = place;
      const std::optional<Repetition> found = repetition(first, place - first, end, reached);
      if (!found) {
        place = std::max(place, reached);
        continue;
      }
      std::fill(repetition_of_.begin() + found->first, repetition_of_.begin() + found->end(),
                static_cast<std::uint32_t>(found_.size()));
      found_.push_back(*found);
      free_from = found->end();
      place = free_from - 1;
    }
  }

  [[nodiscard]] std::optional<Repetition> repetition(std::uint32_t first, std::uint32_t period, std::uint32_t end,
                                                     std::uint32_t& reached) {
    const auto is_long = [](const Repetition& r) {
      return r.count >= fewest_rounds && std::size_t{r.count} * r.period >= fewest_instructions;
    };
    Repetition out{first, period, 0};
    if (end - first < std::size_t{fewest_rounds} * period) return std::nullopt;
    std::uint32_t place = first + period;
    while (place < end && work_left_ > 0 && continues(first, period, place))
      ++place, --work_left_;
    out.count = (place - first) / period;
    if (!is_long(out)) return std::nullopt;
    reached = place - alike_at_first; // a repetition that is refused is refused from any place in it
    const std::optional<std::uint32_t> offset = quietest_offset(out);
    if (!offset) return std::nullopt;
    out.first += *offset;
    out.count = (place - out.first) / period;
    restrict_to_sources(out);
    if (!is_long(out)) return std::nullopt;
    return out;
  }

  /// True where the instruction at `place` does what the one a round before does, of operands that have moved as far as
  /// a round before.
  [[nodiscard]] bool continues(std::uint32_t first, std::uint32_t period, std::uint32_t place) const {
    if (stream_.shape(place) != stream_.shape(place - period)) return false;
    return place < first + 2 * period || stream_.moves_on(place, period);
  }

  /// Where a round can begin so that the fewest values pass from one to the next, and no relation of an extreme.
  [[nodiscard]] std::optional<std::uint32_t> quietest_offset(const Repetition& r) const {
    constexpr int forbidden = 1 << 20;
    std::vector<int> change(r.period + 1, 0);
    std::vector<std::uint32_t> last_read(r.period, 0); // rounds count on
    for (std::uint32_t b = 0; b < r.period; ++b) {
      const auto operands = stream_.operands(r.first + b + r.period * most_rounds_back);
      for (std::uint32_t j = 0; j < operands.count; ++j) {
        if (operand_kind(stream_, r, b, j) != OperandKind::internal) continue;
        const std::uint32_t written = stream_.place_of(operands.values[j]) - r.first;
        std::uint32_t& last = last_read[written % r.period];
        last = std::max(last, b + r.period * most_rounds_back - written);
      }
    }
    for (std::uint32_t b = 0; b < r.period; ++b) { // alive from b + 1 to b + last
      const std::uint32_t places = std::min(last_read[b], r.period - 1);
      if (places == 0) continue;
      const int weight = stream_.kind(r.first + b) == Extremes::Kind::relation ? forbidden : 1;
      const std::uint32_t from = b + 1;
      const std::uint32_t to = b + places;
      change[from % r.period] += weight;
      change[to % r.period + 1] -= weight;
      if (from % r.period > to % r.period) change[0] += weight;
    }
    int alive = 0;
    int least = std::numeric_limits<int>::max();
    std::uint32_t out = 0;
    for (std::uint32_t b = 0; b < r.period; ++b) {
      alive += change[b];
      if (alive < least) {
        least = alive;
        out = b;
      }
    }
    if (least >= forbidden) return std::nullopt;
    return out;
  }

  struct Rounds {
    std::int64_t begin;
    std::int64_t end;
  };

  /// Leaves those rounds whose moving operands come from one earlier repetition each, and whose fixed ones from before.
  void restrict_to_sources(Repetition& r) const {
    Rounds left{0, r.count};
    for (std::uint32_t b = 0; b < r.period; ++b) {
      const auto first = stream_.operands(r.first + b);
      const auto second = stream_.operands(r.first + r.period + b);
      for (std::uint32_t j = 0; j < first.count; ++j) {
        const InstructionStream::Position at = stream_.position(first.values[j]);
        if (at.area != CodePlace::Area::none) continue;
        const OperandKind kind = operand_kind(stream_, r, b, j);
        if (kind == OperandKind::fixed && at.index >= r.first)
          left.begin = std::max(left.begin, (at.index - r.first) / r.period + 1);
        if (kind == OperandKind::moving)
          restrict_to_source(r, at.index, stream_.position(second.values[j]).index - at.index, left);
      }
    }
    r.first += static_cast<std::uint32_t>(left.begin) * r.period;
    r.count = left.end > left.begin ? static_cast<std::uint32_t>(left.end - left.begin) : 0;
  }

  /// Of an operand that is at place at + round·step.
  void restrict_to_source(const Repetition& r, std::int64_t at, std::int64_t step, Rounds& left) const {
    const std::uint32_t source = repetition_of_[static_cast<std::size_t>(at + step * (r.count / 2))];
    if (source == none || step % found_[source].period != 0) {
      left.end = 0;
      return;
    }
    // first ≤ at + round·step ≤ last
    const std::int64_t first = found_[source].first;
    const std::int64_t last = std::int64_t{found_[source].end()} - 1;
    const std::int64_t size = std::abs(step);
    const std::int64_t below = step > 0 ? first - at : at - last;
    const std::int64_t above = step > 0 ? last - at : at - first;
    left.begin = std::max(left.begin, below <= 0 ? 0 : (below + size - 1) / size);
    left.end = above < 0 ? 0 : std::min(left.end, above / size + 1);
  }

  const InstructionStream& stream_;
  std::vector<std::uint32_t> repetition_of_; ///< of each place
  std::vector<Repetition> found_;
  std::size_t work_left_;
};

} // namespace

std::vector<Repetition> find_repetitions(const InstructionStream& stream) {
  return RepetitionSearch(stream).run();
}

} // namespace jit
} // namespace dalembert
