#include <dalembert/jit/free_rows.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace dalembert {
inline namespace jit {

namespace {

constexpr std::uint32_t not_there = std::numeric_limits<std::uint32_t>::max();

} // namespace

FreeRows::FreeRows(const Tape& tape, const TurnBatches& order, const InstructionStream& stream,
                   std::span<const Repetition> repetitions)
    : stream_(stream),
      repetitions_(repetitions),
      repetition_of_(stream.size(), not_there),
      column_of_row_(stream.memory().rows_of_turns(), not_there),
      last_read_(tape.values(), 0) {
  for (std::uint32_t r = 0; r < repetitions.size(); ++r)
    std::fill(repetition_of_.begin() + repetitions[r].first, repetition_of_.begin() + repetitions[r].end(), r);
  std::uint32_t columns = stream.size(); // of results by their place in the first round; behind
                                         // these those of turns
  for (std::size_t b = 0; b < order.batches.size(); ++b)
    for (const std::uint32_t first : {stream.memory().rows(b).sines, stream.memory().rows(b).cosines}) {
      const auto from = column_of_row_.begin() + first;
      std::fill(from, from + static_cast<std::ptrdiff_t>(order.batches[b].count()), columns++);
    }
  for (std::uint32_t place = 0; place < stream.size(); ++place) {
    has_row_.push_back(stream.memory().stores(stream.result(place)).empty());
    for (const std::uint32_t value : stream.operands(place))
      last_read_[value] = place;
  }
  for (const std::uint32_t value : tape.output_values())
    last_read_[value] = not_there;
}

std::optional<FreeRows::Element> FreeRows::element(std::uint32_t value) const {
  const std::uint32_t place = stream_.place_of(value);
  if (place == InstructionStream::no_place) {
    const CodePlace home = stream_.memory().home(value);
    const bool is_turn = home.area == CodePlace::Area::workspace;
    return is_turn ? std::optional(Element{column_of_row_[home.index], home.index}) : std::nullopt;
  }
  if (repetition_of_[place] == not_there || !has_row_[place]) return std::nullopt;
  const Repetition& r = repetitions_[repetition_of_[place]];
  return Element{r.first + (place - r.first) % r.period, r.round_of(place)};
}

std::vector<FreeRows::Reader> FreeRows::last_readers(const Repetition& repetition) const {
  std::vector<Reader> out;
  std::vector<std::uint32_t> others; // columns that are read in other ways
  for (std::uint32_t b = 0; b < repetition.period; ++b) {
    const auto first = stream_.operands(repetition.first + b);
    const auto second = stream_.operands(repetition.first + repetition.period + b);
    for (std::uint32_t j = 0; j < first.count; ++j) {
      const std::optional<Element> e = element(first.values[j]);
      const std::optional<Element> then = element(second.values[j]);
      if (!e) continue;
      if (operand_kind(stream_, repetition, b, j) != OperandKind::moving || !then || then->column != e->column) {
        others.push_back(e->column);
        continue;
      }
      const Reader reader{b, j, e->column, e->index, then->index - e->index};
      const auto found = std::ranges::find(out, e->column, &Reader::column);
      if (found == out.end())
        out.push_back(reader);
      else if (found->step != reader.step)
        others.push_back(e->column);
      else if (reader.first * reader.step <= found->first * reader.step) // comes to each element later
        *found = reader;
    }
  }
  std::erase_if(out, [&](const Reader& r) {
    return std::ranges::find(others, r.column) != others.end() || !is_last(repetition, r);
  });
  return out;
}

bool FreeRows::is_last(const Repetition& repetition, const Reader& reader) const {
  for (std::uint32_t r = 0; r < repetition.count; ++r) {
    const std::uint32_t place = repetition.first + r * repetition.period + reader.offset;
    if (last_read_[stream_.operands(place).values[reader.operand]] >= repetition.end()) return false;
  }
  return true;
}

} // namespace jit
} // namespace dalembert
